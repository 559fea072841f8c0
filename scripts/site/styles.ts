import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Parts of the theme that the site never shows: the search of a service, teams and sponsors. */
const unused = /\.(?:DocSearch-(?!Button|Search-Icon)|VPTeam|VPSponsor|vp-sponsor)/

/** Rules of a style sheet without those whose selectors are all about parts that are never shown. */
export const trimStyles = (css: string): string =>
  css.replaceAll(/[^{}]+\{[^{}]*\}/g, (rule) => {
    const selectors = rule.slice(0, rule.indexOf('{')).split(',')
    return selectors.every((selector) => unused.test(selector)) ? '' : rule
  })

/** Makes the style sheets of a built site smaller, as every first visit waits for them. */
export function trimStyleSheets(folder: string): void {
  for (const name of readdirSync(join(folder, 'assets'))) {
    if (!name.endsWith('.css')) continue
    const path = join(folder, 'assets', name)
    writeFileSync(path, trimStyles(readFileSync(path, 'utf8')))
  }
}
