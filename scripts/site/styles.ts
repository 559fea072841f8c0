import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A rule of a style sheet without rules inside, or a block of which nothing is left. */
const rule = /[^{}]+\{[^{}]*\}/g

/** A class in a selector, and what a selector says about other elements in parentheses. */
const className = /\.([A-Za-z_][\w-]*)/g
const parentheses = /\([^()]*\)/g

/**
 * A style sheet without what no page can show: selectors of classes, and variables, that occur in none of the words.
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

/** What Vue adds to the name of a transition while it runs. */
const transition = /-(?:enter|leave)-(?:from|to|active)$/

/** Selectors are separated by commas, unless these are in parentheses. */
const splitSelectors = (selectors: string): string[] => selectors.split(/,(?![^(]*\))/)

/** Variables may use others: those that were used only there go next. */
function trimVariables(css: string, words: ReadonlySet<string>): string {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const trimmed = css.replaceAll(
    /(?<=[{;])(--[\w-]+):[^;{}]*(?:;|(?=\}))/g,
    (declaration, name: string) => (used.has(name) || words.has(name) ? declaration : ''),
  )
  return trimmed === css ? css.replaceAll(rule, dropEmpty) : trimVariables(trimmed, words)
}

const dropEmpty = (text: string): string => (text.endsWith('{}') ? '' : text)

/** Makes the style sheets of a built site smaller, as every first visit waits for them. */
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
