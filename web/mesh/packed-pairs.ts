import type { UnlinkedPair } from '../../src/mesh/summary.js'

/**
 * Pairs of routers without a link, as sent by the worker. Their number grows with the square of the
 * number of routers, and their reasons are long but similar: cloning them unpacked would block the
 * page for seconds.
 */
export type PackedPairs = {
  names: readonly string[]
  sentences: readonly Sentence[]
  /**
   * For each pair: the indexes of its two names, the number of reasons, and for each reason the
   * indexes of its two names and its sentence.
   */
  encodedPairs: Uint32Array<ArrayBuffer>
}

/** The sentence of a reason; `hasPlaceholders` if the names of the two routers were replaced by placeholders. */
type Sentence = { text: string; hasPlaceholders: boolean }

const fromSign = '\u0001'
const toSign = '\u0002'
const signs = new RegExp(`[${fromSign}${toSign}]`)

/** Packs pairs; each distinct sentence is stored once. */
export function packPairs(pairs: readonly UnlinkedPair[]): PackedPairs {
  const names = createTable<string>((name) => name)
  const sentences = createTable<Sentence>(
    ({ text, hasPlaceholders }) => `${hasPlaceholders ? 1 : 0}${text}`,
  )
  const encodedPairs: number[] = []
  for (const { between, reasons } of pairs) {
    encodedPairs.push(...between.map(names.add), reasons.length)
    for (const { from, to, why } of reasons)
      encodedPairs.push(names.add(from), names.add(to), sentences.add(toSentence(from, to, why)))
  }
  return {
    names: names.all,
    sentences: sentences.all,
    encodedPairs: Uint32Array.from(encodedPairs),
  }
}

/** Unpacks pairs. The reasons of a pair are only formatted when they are read. */
export function unpackPairs(packed: PackedPairs): UnlinkedPair[] {
  const { encodedPairs } = packed
  const pairs: UnlinkedPair[] = []
  for (let start = 0; start < encodedPairs.length;) {
    pairs.push(new UnpackedPair(packed, start))
    start += 3 + 3 * (encodedPairs[start + 2] ?? 0)
  }
  return pairs
}

class UnpackedPair implements UnlinkedPair {
  readonly between: UnlinkedPair['between']
  readonly #packed: PackedPairs
  readonly #start: number

  constructor(packed: PackedPairs, start: number) {
    this.#packed = packed
    this.#start = start
    this.between = [this.#readName(start), this.#readName(start + 1)]
  }

  get reasons(): UnlinkedPair['reasons'] {
    const { sentences, encodedPairs } = this.#packed
    return Array.from({ length: encodedPairs[this.#start + 2] ?? 0 }, (_, index) => {
      const reasonStart = this.#start + 3 + 3 * index
      const [from, to] = [this.#readName(reasonStart), this.#readName(reasonStart + 1)]
      return { from, to, why: writeOut(from, to, sentences[encodedPairs[reasonStart + 2] ?? 0]) }
    })
  }

  #readName(position: number): string {
    const { names, encodedPairs } = this.#packed
    return names[encodedPairs[position] ?? 0] ?? ''
  }
}

function toSentence(from: string, to: string, why: string): Sentence {
  if (signs.test(why + from + to)) return { text: why, hasPlaceholders: false }
  return { text: why.replaceAll(from, fromSign).replaceAll(to, toSign), hasPlaceholders: true }
}

const writeOut = (from: string, to: string, sentence: Sentence | undefined): string =>
  sentence?.hasPlaceholders === true
    ? sentence.text.replaceAll(toSign, () => to).replaceAll(fromSign, () => from)
    : (sentence?.text ?? '')

/** Collects distinct values in order; `add` returns the index of a value. */
function createTable<Value>(toKey: (value: Value) => string) {
  const indexes = new Map<string, number>()
  const all: Value[] = []
  return {
    all,
    add: (value: Value): number => {
      const key = toKey(value)
      const known = indexes.get(key)
      if (known !== undefined) return known
      indexes.set(key, all.length)
      return all.push(value) - 1
    },
  }
}
