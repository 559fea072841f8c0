import type { EmbeddedFile } from './embedded-file.js'
import { toPartPaths } from './embedded-file.js'
import type { IsRouterFile } from './embedded.js'
import { findEmbedded } from './embedded.js'

/** A router file in a string of another file, with the path by which its router is named. */
export type RouterText = ReturnType<typeof toPartPaths> & { text: string; part: EmbeddedFile }

/** The router files in the strings of a file, such as those of a ConfigMap. */
export const listRouterTexts = (
  { name, text }: { name: string; text: string },
  isRouterFile: IsRouterFile,
): RouterText[] =>
  findEmbedded(text, isRouterFile).map((part) => ({
    ...toPartPaths(name, part),
    text: part.text,
    part,
  }))
