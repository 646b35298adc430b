//! How wide a set is: bits of a number, or words of them.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::page::ident;

/// How the sets of a type are held, as Rust.
pub struct Bits {
    pub of: TokenStream,
    pub all: TokenStream,
    pub none: TokenStream,
    /// Puts the `nth` of `members` among `bits`.
    pub put: TokenStream,
}

impl Bits {
    /// The narrowest number that has a bit for each member; the fewest words beyond 64.
    pub fn for_members(count: usize) -> Bits {
        let put = if count == 0 { quote!() } else { quote!(bits |= 1 << members[nth] as usize;) };
        let number = |of: &str, width| {
            let (of, all) = (ident(of), first_bits(of, width, count));
            Bits { of: quote!(#of), all, none: quote!(0), put }
        };
        match count {
            0..=8 => number("u8", 8),
            9..=16 => number("u16", 16),
            17..=32 => number("u32", 32),
            33..=64 => number("u64", 64),
            // Words of 32 where the last of 64 would be half empty.
            _ if count.div_ceil(32) % 2 == 1 => Bits::in_words("u32", 32, count),
            _ => Bits::in_words("u64", 64, count),
        }
    }

    fn in_words(word: &str, width: usize, count: usize) -> Bits {
        let n_words = count.div_ceil(width);
        let all = (0..n_words).map(|nth| first_bits(word, width, count - width * nth));
        let all = quote!([#(#all),*]);
        let (word, n_words) = (ident(word), Literal::usize_unsuffixed(n_words));
        let width = Literal::usize_unsuffixed(width);
        let put = quote! {
            let index = members[nth] as usize;
            bits[index / #width] |= 1 << (index % #width);
        };
        Bits { of: quote!([#word; #n_words]), all, none: quote!([0; #n_words]), put }
    }
}

/// So many bits of a number, from the lowest; all where there are more.
fn first_bits(of: &str, width: usize, count: usize) -> TokenStream {
    let of = ident(of);
    match width.saturating_sub(count) {
        0 => quote!(#of::MAX),
        none if none == width => quote!(0),
        over => {
            let over = Literal::usize_unsuffixed(over);
            quote!(#of::MAX >> #over)
        }
    }
}
