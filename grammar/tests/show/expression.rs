//! Expressions and scripts with every pair of parentheses that the tree has.

use rulec_grammar::expression::tree::{
    Action, Aggregate, AggregateKind, AssignOperator, BinaryOperator, Binding, Expression, ExpressionKind,
    Invocation, Name, StatementKind, TypeName, TypeNameKind,
};

pub fn expression(tree: &Expression) -> String {
    use ExpressionKind as Kind;
    let show = expression;
    match &tree.kind {
        Kind::Number(number) => number.to_string(),
        Kind::Boolean(value) => value.to_string(),
        Kind::Nothing => "none".to_owned(),
        Kind::Name(name) => name.clone(),
        Kind::Set(items) => format!("{{{}}}", list(items)),
        Kind::Range(low, high) => format!("({} .. {})", show(low), show(high)),
        Kind::Field(of, name) => format!("{}.{}", show(of), name.value),
        Kind::Index(of, keys) => format!("{}[{}]", show(of), list(keys)),
        Kind::Call(name, arguments) => call(name, arguments),
        Kind::BySteps { name, arguments, step } => {
            let arguments: Vec<String> = arguments.iter().map(show).collect();
            format!("{}({} by {})", name.value, arguments.join(", "), show(step))
        }
        Kind::Not(inner) => format!("(not {})", show(inner)),
        Kind::Negative(inner) => format!("(- {})", show(inner)),
        Kind::Binary(operator, left, right) => {
            format!("({} {} {})", show(left), sign(*operator), show(right))
        }
        Kind::Divide { dividend, divisor, up } => {
            let rounding = if *up { "up" } else { "down" };
            format!("({} / {} rounded {rounding})", show(dividend), show(divisor))
        }
        Kind::In { item, container, negated } => {
            format!("({} {}in {})", show(item), if *negated { "not " } else { "" }, show(container))
        }
        Kind::Is { item, name, negated } => {
            format!("({} is {}{})", show(item), if *negated { "not " } else { "" }, name.value)
        }
        Kind::Else(value, otherwise) => format!("({} else {})", show(value), show(otherwise)),
        Kind::If(condition, then, otherwise) => {
            format!("(if {} then {} else {})", show(condition), show(then), show(otherwise))
        }
        Kind::Aggregate(inner) => aggregate(inner),
        Kind::Roll { dice, sides } => format!("(roll {dice}d{sides})"),
        Kind::Draw(from) => format!("(draw from {})", show(from)),
        Kind::Poison => "(poison)".to_owned(),
    }
}

fn list(items: &[Expression]) -> String {
    items.iter().map(expression).collect::<Vec<_>>().join(", ")
}

fn call(name: &Name, arguments: &[Expression]) -> String {
    format!("{}({})", name.value, list(arguments))
}

fn sign(operator: BinaryOperator) -> &'static str {
    match operator {
        BinaryOperator::Or => "or",
        BinaryOperator::And => "and",
        BinaryOperator::Equal => "=",
        BinaryOperator::NotEqual => "!=",
        BinaryOperator::Less => "<",
        BinaryOperator::LessOrEqual => "<=",
        BinaryOperator::Greater => ">",
        BinaryOperator::GreaterOrEqual => ">=",
        BinaryOperator::Add => "+",
        BinaryOperator::Subtract => "-",
        BinaryOperator::Multiply => "*",
        BinaryOperator::Modulo => "mod",
    }
}

fn aggregate(aggregate: &Aggregate) -> String {
    let inner = binding(&aggregate.binding);
    let body = aggregate.body.as_ref().map(|body| format!(": {}", expression(body))).unwrap_or_default();
    let word = match aggregate.kind {
        AggregateKind::Count => "count",
        AggregateKind::Sum => "sum",
        AggregateKind::Most => "most",
        AggregateKind::Least => "least",
        AggregateKind::Any => "any",
        AggregateKind::Every => "every",
        AggregateKind::First => "first",
        AggregateKind::Those => return format!("{{{inner}}}"),
    };
    format!("{word}({inner}{body})")
}

pub fn binding(binding: &Binding) -> String {
    let filter = binding.filter.as_ref().map(|filter| format!(" where {}", expression(filter)));
    format!("{} in {}{}", binding.variable.value, expression(&binding.source), filter.unwrap_or_default())
}

pub fn type_name(name: &TypeName) -> String {
    match &name.kind {
        TypeNameKind::Range(low, high) => format!("range {low}..{high}"),
        TypeNameKind::Boolean => "yes or no".to_owned(),
        TypeNameKind::Named(name) => name.clone(),
        TypeNameKind::Optional(name) => format!("optional {name}"),
        TypeNameKind::Set(name) => format!("set of {name}"),
        TypeNameKind::Poison => "(poison)".to_owned(),
    }
}

pub fn invocation(invocation: &Invocation) -> String {
    call(&invocation.name, &invocation.arguments)
}

fn action(action: &Action) -> String {
    match action {
        Action::Value(value) => expression(value),
        Action::Call { name, arguments } => format!("call {}", call(name, arguments)),
        Action::Choose { name, arguments } => format!("choose {}", call(name, arguments)),
        Action::Select { name, arguments } => format!("select {}", call(name, arguments)),
    }
}

/// A script with two spaces for each level.
pub fn script(block: &[rulec_grammar::expression::tree::Statement], level: usize) -> String {
    let mut shown = String::new();
    for statement in block {
        for line in statement_lines(&statement.kind) {
            match line {
                Shown::Line(line) => shown.push_str(&format!("{}{line}\n", "  ".repeat(level))),
                Shown::Block(block) => shown.push_str(&script(block, level + 1)),
            }
        }
    }
    shown
}

enum Shown<'tree> {
    Line(String),
    Block(&'tree [rulec_grammar::expression::tree::Statement]),
}

fn statement_lines(kind: &StatementKind) -> Vec<Shown<'_>> {
    let line = |line: &str| vec![Shown::Line(line.to_owned())];
    match kind {
        StatementKind::Let { name, kind, value, or_stop } => {
            let kind = kind.as_ref().map(|kind| format!(": {}", type_name(kind))).unwrap_or_default();
            let or_stop = if *or_stop { " or stop" } else { "" };
            line(&format!("let {}{kind} = {}{or_stop}", name.value, action(value)))
        }
        StatementKind::Assign { target, operator, value } => {
            let sign = match operator {
                AssignOperator::Set => "=",
                AssignOperator::Add => "+=",
                AssignOperator::Subtract => "-=",
            };
            line(&format!("{} {sign} {}", expression(target), action(value)))
        }
        StatementKind::If { arms, otherwise } => {
            let mut shown = Vec::new();
            for (condition, block) in arms {
                shown.push(Shown::Line(format!("if {}:", expression(condition))));
                shown.push(Shown::Block(block));
            }
            if !otherwise.is_empty() {
                shown.push(Shown::Line("else:".to_owned()));
                shown.push(Shown::Block(otherwise));
            }
            shown
        }
        StatementKind::For { binding, body } => {
            vec![Shown::Line(format!("for {}:", self::binding(binding))), Shown::Block(body)]
        }
        StatementKind::While { condition, limit, body } => {
            let limit = limit.map(|limit| format!(" at most {limit} times")).unwrap_or_default();
            vec![Shown::Line(format!("while {}{limit}:", expression(condition))), Shown::Block(body)]
        }
        StatementKind::Repeat { times, body } => {
            vec![Shown::Line(format!("repeat {} times:", expression(times))), Shown::Block(body)]
        }
        StatementKind::Together { body } => {
            vec![Shown::Line("together:".to_owned()), Shown::Block(body)]
        }
        StatementKind::Do(what) => line(&action(what)),
        StatementKind::Give(value) => line(&format!("give {}", expression(value))),
        StatementKind::Stop => line("stop"),
        StatementKind::EndGame => line("end game"),
        StatementKind::Poison => line("(poison)"),
    }
}
