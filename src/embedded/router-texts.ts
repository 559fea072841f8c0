import type { EmbeddedFile } from './embedded-file.js'
import { toEmbeddedPaths } from './embedded-file.js'
import type { IsRouterFile } from './embedded.js'
import { findEmbedded } from './embedded.js'

export type RouterText = ReturnType<typeof toEmbeddedPaths> & { text: string; part: EmbeddedFile }

/** The router files embedded in a file, such as those of a ConfigMap. */
export const listRouterTexts = (
  { name, text }: { name: string; text: string },
  isRouterFile: IsRouterFile,
): RouterText[] =>
  findEmbedded(text, isRouterFile).map((part) => ({
    ...toEmbeddedPaths(name, part),
    text: part.text,
    part,
  }))
