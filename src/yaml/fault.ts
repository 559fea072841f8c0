/**
 * Which part of yaml.v2 complains. It decides how the line is printed: the scanner's lines count from
 * one, the parser's from zero (so they name the line before), the others have none.
 */
type FaultSource = 'reader' | 'scanner' | 'parser' | 'decoder'

/** A place where yaml.v2 stops, thrown from wherever it is noticed and caught by the loop that recovers. */
export class Fault extends Error {
  /** The kind of fault, as in `YamlProblem`. */
  readonly code: string
  readonly source: FaultSource
  /** Where yaml.v2 stands when it notices. */
  readonly noticed: number
  /** Where the construct that is at fault begins. */
  readonly began: number

  /** `words` are those of yaml.v2, without the line. */
  constructor(code: string, words: string, source: FaultSource, noticed: number, began = noticed) {
    super(words)
    this.code = code
    this.source = source
    this.noticed = noticed
    this.began = began
  }
}
