import { merge } from '../../src/versions/merge.js'

/** Merges overlays into a base; a comment after each value says where it comes from. */
export const combine = (base: string, ...overlays: readonly string[]): string =>
  merge(
    { path: 'base', text: base },
    overlays.map((text, index) => ({ path: `site${index + 1}`, text })),
  ).text

/** Removes the comments that say where values come from, and normalizes the space before other comments. */
export const withoutOrigins = (text: string): string =>
  text.replaceAll(/ +# (?:base|site\d):\d+$/gm, '').replaceAll(/(?<=\S) +#/g, ' #')
