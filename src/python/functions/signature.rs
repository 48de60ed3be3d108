//! `python_function!`: a Python function with a single list of its arguments.
//!
//! ```text
//!   python_function!(
//!       #[signature(puzzles, *, level = "basic", rules = None, symbols = None, threads = None, malformed = "raise")]
//!       /// The docstring.
//!       pub fn candidates<'py>(py: Python<'py>, keywords: Keywords) -> PyResult<Bound<'py, PyAny>> {
//!           let call = Call::new(py, Some(puzzles), &keywords)?;
//!           …
//!       }
//!   );
//! ```
//!
//! The signature is Python's. Each argument is a variable of the body:
//!
//! | in the signature | type |
//! |---|---|
//! | `name` | `&Bound<'py, PyAny>` |
//! | `name = None`; `name?`, which is required but may be None | `Option<&Bound<'py, PyAny>>` |
//! | `name = "word"`, `name = False` | [`Word`](crate::python::arguments::Word) |
//! | `name: type`, `name: type = literal` | that type |
//! | `*name` | `&Bound<'py, PyTuple>` |
//!
//! `keywords` holds the arguments that are fields of [`Keywords`](crate::python::arguments::call::Keywords). A leading
//! string, `#[signature("_cells": puzzles)]`, is the name in Python if it differs.
//!
//! With `#[pyfunction]` alone the list would be written four times: in `signature`, in `text_signature` (pyo3 shows the
//! default of a `Word` as `...`), in the parameters and in `Keywords`. `text_signature` must be a literal, so the macro
//! writes the signature into the docstring, from which CPython reads `__text_signature__`.

macro_rules! python_function {
    (
        #[signature($python:literal: $($signature:tt)*)]
        $(#[$attribute:meta])*
        pub fn $name:ident<'py>($($bound:tt)*) -> $result:ty $body:block
    ) => {
        python_function! {
            @parse [$($signature)*,] [""] [] [] [] []
            { [name = $python] [$python] [$($attribute),*] $name [$($bound)*] [$result] $body }
        }
    };
    (
        #[signature($($signature:tt)*)]
        $(#[$attribute:meta])*
        pub fn $name:ident<'py>($($bound:tt)*) -> $result:ty $body:block
    ) => {
        python_function! {
            @parse [$($signature)*,] [""] [] [] [] []
            { [] [stringify!($name)] [$($attribute),*] $name [$($bound)*] [$result] $body }
        }
    };

    // [the rest] [what separates it from the text before] [pyo3's signature] [its text] [parameters] [names]
    (@parse [*, $($rest:tt)*] [$comma:literal] [$($sig:tt)*] [$($text:tt)*] $parameters:tt $names:tt $function:tt) => {
        python_function! { @parse [$($rest)*] [", "] [$($sig)* *,] [$($text)* $comma, "*",] $parameters $names $function }
    };
    (@parse [*$name:ident, $($rest:tt)*] $($state:tt)*) => {
        python_function! { @add [$($rest)*] [*$name] ["*", stringify!($name)] [$name: &Bound<'py, PyTuple>] $name $($state)* }
    };
    (@parse [$name:ident = None, $($rest:tt)*] $($state:tt)*) => {
        python_function! {
            @add [$($rest)*] [$name = None] [stringify!($name), "=None"] [$name: Option<&Bound<'py, PyAny>>] $name $($state)*
        }
    };
    (@parse [$name:ident?, $($rest:tt)*] $($state:tt)*) => {
        python_function! { @add [$($rest)*] [$name] [stringify!($name)] [$name: Option<&Bound<'py, PyAny>>] $name $($state)* }
    };
    (@parse [$name:ident = $word:tt, $($rest:tt)*] $($state:tt)*) => {
        python_function! {
            @add [$($rest)*] [$name = Word::Default] [stringify!($name), "=", stringify!($word)] [$name: Word<'_, 'py>] $name
            $($state)*
        }
    };
    (@parse [$name:ident: $type:ty = $default:tt, $($rest:tt)*] $($state:tt)*) => {
        python_function! {
            @add [$($rest)*] [$name = $default] [stringify!($name), "=", stringify!($default)] [$name: $type] $name $($state)*
        }
    };
    (@parse [$name:ident: $type:ty, $($rest:tt)*] $($state:tt)*) => {
        python_function! { @add [$($rest)*] [$name] [stringify!($name)] [$name: $type] $name $($state)* }
    };
    (@parse [$name:ident, $($rest:tt)*] $($state:tt)*) => {
        python_function! { @add [$($rest)*] [$name] [stringify!($name)] [$name: &Bound<'py, PyAny>] $name $($state)* }
    };
    (
        @add $rest:tt [$($new_sig:tt)*] [$($new_text:tt)*] [$($new_parameter:tt)*] $new_name:ident
        [$comma:literal] [$($sig:tt)*] [$($text:tt)*] [$($parameters:tt)*] [$($names:ident)*] $function:tt
    ) => {
        python_function! {
            @parse $rest [", "] [$($sig)* $($new_sig)*,] [$($text)* $comma, $($new_text)*,]
            [$($parameters)* $($new_parameter)*,] [$($names)* $new_name] $function
        }
    };
    (
        @parse [] [$comma:literal] [$($sig:tt)*] [$($text:tt)*] [$($parameters:tt)*] $names:tt
        {
            [$($renamed:tt)*] [$($python:tt)*] [$($attribute:meta),*] $name:ident
            [$py:ident: Python<'py> $(, $keywords:ident: Keywords)? $(,)?] [$result:ty] $body:block
        }
    ) => {
        #[pyfunction]
        #[pyo3(signature = ($($sig)*), text_signature = None, $($renamed)*)]
        #[doc = concat!($($python)*, "(", $($text)* ")\n--\n")]
        $(#[$attribute])*
        #[allow(clippy::too_many_arguments, clippy::needless_update, reason = "some lists are long, or complete")]
        pub fn $name<'py>($py: Python<'py>, $($parameters)*) -> $result {
            $(let $keywords = python_function! { @keywords [] $names };)?
            $body
        }
    };

    (@keywords [$($field:ident)*] []) => { Keywords { $($field,)* ..Keywords::default() } };
    (@keywords $fields:tt [$name:ident $($rest:ident)*]) => {
        python_function! { @is_keyword $name $fields $name [$($rest)*] }
    };
    (@is_keyword rules $($rest:tt)*) => { python_function! { @keyword $($rest)* } };
    (@is_keyword symbols $($rest:tt)*) => { python_function! { @keyword $($rest)* } };
    (@is_keyword threads $($rest:tt)*) => { python_function! { @keyword $($rest)* } };
    (@is_keyword budget $($rest:tt)*) => { python_function! { @keyword $($rest)* } };
    (@is_keyword malformed $($rest:tt)*) => { python_function! { @keyword $($rest)* } };
    (@is_keyword $other:ident $fields:tt $name:ident $rest:tt) => { python_function! { @keywords $fields $rest } };
    (@keyword [$($field:ident)*] $name:ident $rest:tt) => { python_function! { @keywords [$($field)* $name] $rest } };
}

pub(super) use python_function;
