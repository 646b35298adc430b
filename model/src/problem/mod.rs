//! Problems of rule sets, one family a file; see [`rulec_grammar::problem`].

pub mod document;
pub mod errata;
pub mod flow;
pub mod names;
pub mod surface;
pub mod tables;
pub mod types;

use rulec_grammar::problem::Page;

/// Every manual page of the compiler, by code.
pub fn pages() -> Vec<Page> {
    let mut pages = Vec::new();
    pages.extend_from_slice(rulec_grammar::problem::yaml::PAGES);
    pages.extend_from_slice(rulec_grammar::problem::expression::PAGES);
    pages.extend_from_slice(surface::PAGES);
    pages.extend_from_slice(names::PAGES);
    pages.extend_from_slice(types::PAGES);
    pages.extend_from_slice(flow::PAGES);
    pages.extend_from_slice(tables::PAGES);
    pages.extend_from_slice(errata::PAGES);
    pages.extend_from_slice(rulec_grammar::problem::document::PAGES);
    pages.extend_from_slice(document::PAGES);
    pages.sort_by_key(|page| page.code);
    pages
}
