import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Matches a rule of a style sheet, or a block that has become empty. Rules that contain other rules do not match. */
const rule = /[^{}]+\{[^{}]*\}/g

/** Matches a class in a selector. */
const className = /\.([A-Za-z_][\w-]*)/g

/** Matches the arguments of a pseudo-class, such as `:not(…)`. Their classes do not have to be in use. */
const parentheses = /\([^()]*\)/g

/**
 * Removes parts of a style sheet that no page can use: selectors of classes, and variables, that are not in `words`.
 *
 * @param words All words of the pages and of their scripts.
 */
export function trimStyles(css: string, words: ReadonlySet<string>): string {
  const withoutRules = css.replaceAll(rule, (text) => {
    const start = text.indexOf('{')
    const selectors = splitSelectors(text.slice(0, start)).filter((selector) =>
      hasWords(selector, words),
    )
    return selectors.length > 0 ? selectors.join(',') + text.slice(start) : ''
  })
  return trimVariables(withoutRules.replaceAll(/@media[^{}]+\{\}/g, ''), words)
}

const hasWords = (selector: string, words: ReadonlySet<string>): boolean =>
  [...selector.replaceAll(parentheses, '').matchAll(className)].every(
    ([, name = '']) => words.has(name) || words.has(name.replace(transition, '')),
  )

/** Matches the suffixes that Vue adds to the name of a transition while it runs. */
const transition = /-(?:enter|leave)-(?:from|to|active)$/

/** Splits at commas, except those in parentheses. */
const splitSelectors = (selectors: string): string[] => selectors.split(/,(?![^(]*\))/)

/**
 * Removes unused variables repeatedly, because a removed variable may have been the only one that used another. Then
 * removes the rules that have become empty.
 */
function trimVariables(css: string, words: ReadonlySet<string>): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const trimmed = css.replaceAll(
    /(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g,
    (declaration, name: string) => (used.has(name) || words.has(name) ? declaration : ''),
  )
  return trimmed === css ? css.replaceAll(rule, dropEmpty) : trimVariables(trimmed, words)
}

const dropEmpty = (text: string): string => (text.endsWith('{}') ? '' : text)

/** Makes the style sheets of a built site smaller, because every first visit waits for them. */
export function trimStyleSheets(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const words = new Set<string>()
  for (const name of files.filter((file) => /\.(?:html|js)$/.test(file)))
    for (const [word] of readFileSync(join(folder, name), 'utf8').matchAll(/[\w-]+/g))
      words.add(word)
  for (const name of files.filter((file) => file.endsWith('.css'))) {
    const path = join(folder, name)
    writeFileSync(path, trimStyles(readFileSync(path, 'utf8'), words))
  }
}
