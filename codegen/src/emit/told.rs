//! What steps tell whoever listens.

use proc_macro2::TokenStream;
use quote::quote;
use rulec_model::machine::{Block, Step, Told};

use super::expression::Hold;
use super::steps::Coder;
use crate::plan::uses;

impl Coder<'_, '_> {
    /// Values that nobody works out unless somebody listens.
    pub(super) fn tell(&self, told: &[Told]) -> TokenStream {
        if told.is_empty() {
            return TokenStream::new();
        }
        let lines = told.iter().map(|Told { name, value }| {
            let value = self.writer.expression(value).within(Hold::Atom);
            quote!(listener.value(#name, #value.into());)
        });
        quote!(if L::LISTENS { #(#lines)* })
    }
}

/// Whether steps pass their listener on.
pub fn block_listens(block: &Block) -> bool {
    uses::any_step(block, &mut |step| match step {
        Step::Assign { .. }
        | Step::Let { named: true, .. }
        | Step::Fired(_)
        | Step::Explain { .. }
        | Step::Tell(_)
        | Step::Call { .. } => true,
        Step::Let { .. }
        | Step::Set { .. }
        | Step::If { .. }
        | Step::For { .. }
        | Step::While { .. }
        | Step::Fail(_)
        | Step::Return(_) => false,
    })
}
