const number = String.raw`(?:0|[1-9]\d*)`
const identifiers = String.raw`[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*`
const version = String.raw`${number}\.${number}\.${number}(?:-${identifiers})?(?:\+${identifiers})?`
const wildcard = String.raw`${number}(?:\.${number})?\.x|${number}\.x\.x`
const comparison = String.raw`(?:!|(?:==?|!=|[<>]=?) *)?(?:${version}|${wildcard})`
const range = new RegExp(String.raw`^ *${comparison}(?: +(?:\|\| +)?${comparison})* *$`)

/**
 * Whether a text is a range of versions: versions of three numbers, or of fewer with an `x` behind, each by itself or
 * compared (`>=11.0.0`), all of those in a row or, with `||` between, one (`github.com/blang/semver`, as controllers read them).
 */
export const isVersionRange = (text: string): boolean => range.test(text)
