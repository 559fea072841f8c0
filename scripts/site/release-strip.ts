import { listTargets } from '../../src/schema/model.js'

/** What holds in a release line: the color of its cell, its sign, and the words that are heard. */
export type StripCell = {
  look: 'error' | 'warning' | 'info' | 'ok' | 'none'
  sign: string
  words: string
}

/** A strip with a cell for each release line; a click on one chooses that release for all pages. */
export function formatReleaseStrip(
  label: string,
  describe: (line: string, newest: string) => StripCell,
): string {
  const cells = listTargets()
    .map(({ line, newest }) => {
      const { look, sign, words } = describe(line, newest)
      return [line, look, sign, words].join(':')
    })
    .join('|')
  return `<ReleaseStrip label="${label}" cells="${cells}" />`
}
