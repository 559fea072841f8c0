import { CST, Parser } from 'yaml'

/** A value of another YAML file, with the collections around it. */
export type OuterPlace = { parent?: OuterPlace; step: string | number; token: CST.Token }

/** A string of another YAML file as it is written. */
export type OuterScalar = {
  token: CST.FlowScalar | CST.BlockScalar
  place: OuterPlace
  /** Such as `!!binary`. */
  tag: string | undefined
}

type Item = {
  start: CST.SourceToken[]
  key?: CST.Token | null
  sep?: CST.SourceToken[]
  value?: CST.Token
}

/** Every value of a YAML stream that is written as a string, in the order of the text. Aliases are not followed. */
export function* listScalars(text: string): Generator<OuterScalar> {
  for (const document of new Parser().parse(text)) {
    if (document.type !== 'document' || !document.value) continue
    // Not recursive: files may be nested deeper than the stack.
    const open: { place: OuterPlace; before: readonly CST.SourceToken[] }[] = [
      { place: { step: '', token: document.value }, before: document.start },
    ]
    for (let next = open.pop(); next; next = open.pop()) {
      const { place, before } = next
      const { token } = place
      if (isScalar(token)) yield { token, place, tag: findTag(before) }
      else open.push(...listChildren(place).reverse())
    }
  }
}

function listChildren(
  parent: OuterPlace,
): { place: OuterPlace; before: readonly CST.SourceToken[] }[] {
  return listItems(parent.token).flatMap(({ start, key, sep, value }, index) => {
    if (!value) return []
    const step = sep ? (readScalar(key) ?? '') : index
    return [{ place: { parent, step, token: value }, before: sep ?? start }]
  })
}

const listItems = (token: CST.Token): readonly Item[] =>
  token.type === 'block-map' || token.type === 'block-seq' || token.type === 'flow-collection'
    ? token.items
    : []

const findTag = (tokens: readonly CST.SourceToken[]): string | undefined =>
  tokens.find(({ type }) => type === 'tag')?.source

export const isScalar = (
  token: CST.Token | null | undefined,
): token is CST.FlowScalar | CST.BlockScalar =>
  token?.type === 'scalar' ||
  token?.type === 'single-quoted-scalar' ||
  token?.type === 'double-quoted-scalar' ||
  token?.type === 'block-scalar'

/** The text of a scalar, as the YAML library reads it; undefined for anything else. */
export const readScalar = (token: CST.Token | null | undefined): string | undefined =>
  isScalar(token) ? CST.resolveAsScalar(token, false, () => undefined)?.value : undefined

/** Only this many entries of a map are searched, so that a huge map with many strings takes linear time. */
const maxEntries = 100

/** The value of a key in the map of a place. */
export function findValue(place: OuterPlace | undefined, name: string): CST.Token | undefined {
  if (!place) return undefined
  return listItems(place.token)
    .slice(0, maxEntries)
    .find(({ key, sep }) => sep && readScalar(key) === name)?.value
}
