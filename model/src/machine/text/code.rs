//! Code as text: blocks, and points with their live locals.

use super::Page;
use crate::machine::{
    Block, Branch, Code, End, Expression, Failure, Local, LocalId, Point, PointId, PointKind, Procedure, Step,
};

impl Page<'_> {
    pub(super) fn block(&mut self, locals: &[Local], block: &Block) {
        block.iter().for_each(|step| self.step(locals, step));
    }

    pub(super) fn points(&mut self, procedure: &Procedure, points: &[Point]) {
        for point in points {
            let name = |local: LocalId| self.words.local(&procedure.locals, local);
            let live: Vec<String> = point.live.iter().map(|id| name(*id)).collect();
            let takes = match point.kind {
                PointKind::Entry | PointKind::Jump => None,
                PointKind::AfterRoll(local) => Some(local),
                PointKind::AfterCall(local) | PointKind::AfterChoice(local) => local,
            };
            let takes = takes.map(|local| format!(" takes {}", name(local)));
            let takes = takes.unwrap_or_default();
            self.line(&format!("{} ({}){takes}:", point.name, live.join(", ")));
            self.indented(|page| page.code(&procedure.locals, points, &point.code));
        }
    }

    fn code(&mut self, locals: &[Local], points: &[Point], code: &Code) {
        self.block(locals, &code.steps);
        let there = |id: PointId| points.get(id.idx()).map_or("?", |point| &point.name);
        let line = match &code.end {
            End::Goto(then) => format!("go to {}", there(*then)),
            End::Branch(branch) => {
                let Branch { condition, then, otherwise } = &**branch;
                self.line(&format!("if {}:", self.expression(locals, condition)));
                self.indented(|page| page.code(locals, points, then));
                self.line("else:");
                return self.indented(|page| page.code(locals, points, otherwise));
            }
            End::Call { procedure, arguments, then } => {
                let called = self.call(locals, &self.machine.procedure(*procedure).name, arguments);
                format!("call {called}, then {}", there(*then))
            }
            End::Roll { dice, then } => {
                format!("roll {}d{}, then {}", dice.count, dice.sides, there(*then))
            }
            End::Draw { from, then } => {
                let from = self.expression(locals, from);
                format!("draw from {from}, then {}", there(*then))
            }
            End::Choose { decision, arguments, then } => {
                let asked = self.call(locals, &self.machine.decision(*decision).name, arguments);
                format!("choose {asked}, then {}", there(*then))
            }
            End::Return(value) => self.gives(locals, value.as_ref()),
            End::EndGame => "end game".to_string(),
        };
        self.line(&line);
    }

    fn step(&mut self, locals: &[Local], step: &Step) {
        let machine = self.machine;
        let name = |local: LocalId| self.words.local(locals, local);
        let text = |expression: &Expression| self.expression(locals, expression);
        let line = match step {
            Step::Let { local, value, named } => {
                let unsaid = if *named { "" } else { "  # unsaid" };
                format!("let {} = {}{unsaid}", name(*local), text(value))
            }
            Step::Set { local, value, bounds } => {
                format!("{} = {}{}", name(*local), text(value), within(*bounds))
            }
            Step::Assign { state, keys, value, bounds } => {
                let state = &machine.states[state.idx()].name;
                let keys: Vec<String> = keys.iter().map(text).collect();
                let keys = if keys.is_empty() { String::new() } else { format!("[{}]", keys.join(", ")) };
                format!("{state}{keys} := {}{}", text(value), within(*bounds))
            }
            Step::If { condition, then, otherwise } => {
                self.line(&format!("if {}:", text(condition)));
                self.indented(|page| page.block(locals, then));
                if !otherwise.is_empty() {
                    self.line("else:");
                    self.indented(|page| page.block(locals, otherwise));
                }
                return;
            }
            Step::For { variable, source, filter, body } => {
                let filter = filter.as_ref().map(|filter| format!(" where {}", text(filter)));
                let filter = filter.unwrap_or_default();
                let source = self.source(locals, source);
                self.line(&format!("for {} in {source}{filter}:", name(*variable)));
                return self.indented(|page| page.block(locals, body));
            }
            Step::While { condition, limit, body } => {
                self.line(&format!("while {} at most {limit} times:", text(condition)));
                return self.indented(|page| page.block(locals, body));
            }
            Step::Call { procedure, arguments, result } => {
                let result = result.map(|local| format!("{} = ", name(local)));
                let called = self.call(locals, &machine.procedure(*procedure).name, arguments);
                format!("{}call {called}", result.unwrap_or_default())
            }
            Step::Fired(rule) => format!("fired {}", machine.rules[rule.idx()].name),
            Step::Explain { function, arguments } => {
                let function = &machine.functions[function.idx()].name;
                format!("explain {}", self.call(locals, function, arguments))
            }
            Step::Tell(told) => {
                let names = told.iter().map(|told| told.name.as_str());
                format!("tell {}", names.collect::<Vec<_>>().join("; "))
            }
            Step::Fail(Failure::NobodyToDraw) => "fail: nobody to draw".to_owned(),
            Step::Fail(Failure::Unanswered) => "fail: no answer".to_owned(),
            Step::Return(value) => self.gives(locals, value.as_ref()),
        };
        self.line(&line);
    }

    fn gives(&self, locals: &[Local], value: Option<&Expression>) -> String {
        match value {
            Some(value) => format!("give {}", self.expression(locals, value)),
            None => "stop".to_string(),
        }
    }

    fn call(&self, locals: &[Local], name: &str, arguments: &[Expression]) -> String {
        let arguments: Vec<String> =
            arguments.iter().map(|argument| self.expression(locals, argument)).collect();
        format!("{name}({})", arguments.join(", "))
    }
}

fn within(bounds: Option<(i64, i64)>) -> String {
    bounds.map_or_else(String::new, |(least, greatest)| format!(" within {least}..{greatest}"))
}
