import { merge } from '../../src/versions/merge.js'

/** The base with its overlays, as a text with the origin of each value. */
export const combine = (base: string, ...overlays: readonly string[]): string =>
  merge(
    { path: 'base', text: base },
    overlays.map((text, index) => ({ path: `site${index + 1}`, text })),
  ).text

/** The text without the comments that say where values come from, and with one space before others. */
export const withoutOrigins = (text: string): string =>
  text.replaceAll(/ +# (?:base|site\d):\d+$/gm, '').replaceAll(/(?<=\S) +#/g, ' #')
