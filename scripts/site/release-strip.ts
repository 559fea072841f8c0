import { listTargets } from '../../src/schema/model.js'

/** The state in a release line: the color of the cell, its sign, and the words for screen readers. */
export type StripCell = {
  look: 'error' | 'warning' | 'info' | 'ok' | 'none'
  sign: string
  words: string
}

/** Formats a strip with a cell for each release line; a click on a cell selects that release on all pages. */
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
