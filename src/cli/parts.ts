import type { Range } from '../document/diagnostic.js'
import { findLineStarts, toRange, toSpan } from '../document/diagnostic.js'
import type { EmbeddedFile } from '../embedded/embedded-file.js'
import { listBase64, maskBase64, toOuterSpan } from '../embedded/embedded-file.js'
import { mayEmbed } from '../embedded/may-embed.js'
import type { RefusedFile, RouterInput, SourceFile } from '../project/inputs.js'
import { readSource, recognizeSource } from '../project/inputs.js'
import { loadEmbeddedFinder } from '../project/lint-embedded.js'
import { mayHaveEmbedded } from '../project/lint-files.js'
import { findStats } from '../project/disk.js'
import { UsageError } from './errors.js'
import { openRouterFile } from './project-flags.js'

/** Another file with router files in its strings. */
export type OuterFile = RouterInput & { isOuter: true; parts: readonly EmbeddedFile[] }

/** The place of a router file that is a string of another file. */
export type PartPlace = {
  part: EmbeddedFile
  /** The outer text as reports show it. */
  shownText: string
  /** A range of the router file as one of the outer file. */
  toOuterRange: (range: Range) => Range
}

/** A router file: the file at the path itself or, with `place`, a string of it. */
export type RouterOrPart = RouterInput & { place?: PartPlace }

/** Opens a source as a router file, or as a file with router files in its strings. */
export async function openWithParts(
  source: SourceFile,
): Promise<RouterInput | OuterFile | RefusedFile | undefined> {
  const read = readSource(source)
  if (!read || !('text' in read)) return read
  const opened = recognizeSource(source, read.text)
  if (!mayHaveEmbedded(source, opened) || !mayEmbed(read.text)) return opened
  const parts = await findParts(read.text)
  const { path, isStandard } = source
  return parts.length === 0
    ? opened
    : { path, text: read.text, isOuter: true, parts, ...(isStandard && { isStandard }) }
}

const findParts = async (text: string): Promise<EmbeddedFile[]> =>
  (await loadEmbeddedFinder())(text)

const isOuterFile = (opened: RouterInput): opened is OuterFile => 'parts' in opened

export function placeParts({ text, parts }: Pick<OuterFile, 'text' | 'parts'>): PartPlace[] {
  const starts = findLineStarts(text)
  const shownText = maskBase64(text, listBase64(parts))
  return parts.map((part) => ({
    part,
    shownText,
    toOuterRange: (range) => toRange(starts, toOuterSpan(part, toSpan(range))),
  }))
}

/** The outer file and the part that `FILE#PART` names; a file whose name contains `#` wins. */
export function splitPartName(argument: string): [file: string, part?: string] {
  const [, file, part] = /^([^#]+)#(.+)$/s.exec(argument) ?? []
  return file === undefined || part === undefined || findStats(argument) ? [argument] : [file, part]
}

/** The router file of a source: the source itself, or the string of it that `part` names, or its only router file. */
export async function openPart(
  source: SourceFile,
  name: string,
  part: string | undefined,
): Promise<RouterOrPart> {
  const opened = await openWithParts(source)
  if (!opened || !('text' in opened) || !isOuterFile(opened)) {
    if (part === undefined) return openRouterFile(source, name)
    throw new UsageError(`\`${name}\` has no router config file in its strings`)
  }
  const places = placeParts(opened)
  const named = places.filter((place) => part === undefined || place.part.name === part)
  const [place] = named
  const names = places.map((other) => `\`${name}#${other.part.name}\``).join(', ')
  if (!place)
    throw new UsageError(`\`${name}#${part}\` is not a router config file; name one of ${names}`)
  if (part === undefined && places.length > 1)
    throw new UsageError(
      `\`${name}\` has ${places.length} router config files; name one of ${names}`,
    )
  return { path: opened.path, text: place.part.text, place }
}
