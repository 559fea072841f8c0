import { readdirSync, readFileSync } from 'node:fs'
import { parseAllDocuments, stringify } from 'yaml'

/** A text that is not a router file; `looksLike` is the noun for what it looks like, if that can be recognized. */
export type OtherFile = { name: string; looksLike: string | undefined; text: string }

const folder = 'fixtures/other-kinds'

/** Reads the example files of other kinds, in their original layout. */
export const otherFiles = (): OtherFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.txt'))
    .flatMap((name) =>
      readFileSync(`${folder}/${name}`, 'utf8')
        .split(/^#### /m)
        .slice(1),
    )
    .map((part) => {
      const end = part.indexOf('\n')
      const [name = '', looksLike] = part.slice(0, end).split(': ')
      return { name, looksLike, text: part.slice(end + 1) }
    })

/** Returns the texts by path; the index in the path makes it unique. */
export const textsByPath = (): Record<string, string> =>
  Object.fromEntries(otherFiles().map(({ name, text }, index) => [`${index}/${name}`, text]))

/** Formats the same data in other layouts. Skips files whose meaning would change. */
export function relaidFiles(): OtherFile[] {
  return otherFiles().flatMap(({ name, looksLike, text }) => {
    const [document, ...more] = parseAllDocuments(text, { logLevel: 'silent' })
    if (!document || !('errors' in document) || more.length > 0 || document.errors.length > 0)
      return []
    const value: unknown = document.toJS({ maxAliasCount: -1 })
    if (typeof value !== 'object' || value === null || /!(Ref|include)/.test(text)) return []
    const texts = {
      'min.json': JSON.stringify(value),
      json: `${JSON.stringify(value, undefined, 4)}\n`,
      'block.yml': `\ufeff# written by a tool\r\n${stringify(value).replaceAll('\n', '\r\n')}`,
      'flow.yaml': `--- # one map\n${stringify(value, { collectionStyle: 'flow' })}`,
    }
    return Object.entries(texts).map(([ending, laid]) => ({
      name: `${name}.${ending}`,
      looksLike,
      text: laid,
    }))
  })
}
