import type { Range } from '../document/diagnostic.js'
import { findLineStarts, toRange, toSpan } from '../document/diagnostic.js'
import type { EmbeddedFile } from '../embedded/embedded-file.js'
import { listBase64Spans, maskBase64, toOuterSpan } from '../embedded/embedded-file.js'
import { mayEmbed } from '../embedded/may-embed.js'
import type { RefusedFile, RouterInput, SourceFile } from '../project/inputs.js'
import { readSource, recognizeSource } from '../project/inputs.js'
import { loadEmbeddedFinder } from '../project/lint-embedded.js'
import { mayHaveEmbedded } from '../project/lint-files.js'
import { findStats } from '../project/disk.js'
import { UsageError } from './errors.js'
import { openRouterFile } from './project-flags.js'

/** A file with router files in its strings. */
export type OuterFile = RouterInput & { isOuter: true; parts: readonly EmbeddedFile[] }

/** The place of a router file that is embedded in another file. */
export type PartPlace = {
  part: EmbeddedFile
  /** The text of the outer file for reports, with base64 masked if it contains router files. */
  shownText: string
  toOuterRange: (range: Range) => Range
}

/** A router file: the file at the path itself or, with `place`, a string of it. */
export type RouterOrPart = RouterInput & { place?: PartPlace }

/** Opens a source as a router file, or as a file with router files in its strings; undefined for other files. */
export async function openWithParts(
  source: SourceFile,
): Promise<RouterInput | OuterFile | RefusedFile | undefined> {
  const readResult = readSource(source)
  if (!readResult || !('text' in readResult)) return readResult
  const recognizedFile = recognizeSource(source, readResult.text)
  if (!mayHaveEmbedded(source, recognizedFile) || !mayEmbed(readResult.text)) return recognizedFile
  const parts = await findParts(readResult.text)
  const { path, isStandard } = source
  return parts.length === 0
    ? recognizedFile
    : { path, text: readResult.text, isOuter: true, parts, ...(isStandard && { isStandard }) }
}

const findParts = async (text: string): Promise<EmbeddedFile[]> =>
  (await loadEmbeddedFinder())(text)

const isOuterFile = (openedFile: RouterInput): openedFile is OuterFile => 'parts' in openedFile

export function locateParts({ text, parts }: Pick<OuterFile, 'text' | 'parts'>): PartPlace[] {
  const lineStarts = findLineStarts(text)
  const shownText = maskBase64(text, listBase64Spans(parts))
  return parts.map((part) => ({
    part,
    shownText,
    toOuterRange: (range) => toRange(lineStarts, toOuterSpan(part, toSpan(range))),
  }))
}

/** The outer file and the part that `FILE#PART` names. The whole argument is the file if a file of this name exists. */
export function splitPartName(argument: string): [file: string, part?: string] {
  const [, file, part] = /^([^#]+)#(.+)$/s.exec(argument) ?? []
  return file === undefined || part === undefined || findStats(argument) ? [argument] : [file, part]
}

/**
 * Opens the router file in a source: the source itself, the embedded file named `part`, or, without `part`, the only
 * embedded file. Throws a `UsageError` if there is none, or more than one.
 */
export async function openPart(
  source: SourceFile,
  name: string,
  part: string | undefined,
): Promise<RouterOrPart> {
  const input = await openWithParts(source)
  if (!input || !('text' in input) || !isOuterFile(input)) {
    if (part === undefined) return openRouterFile(source, name)
    throw new UsageError(`\`${name}\` has no router config file in its strings`)
  }
  const places = locateParts(input)
  const namedPlaces = places.filter((place) => part === undefined || place.part.name === part)
  const [place] = namedPlaces
  const names = places.map((other) => `\`${name}#${other.part.name}\``).join(', ')
  if (!place)
    throw new UsageError(`\`${name}#${part}\` is not a router config file; name one of ${names}`)
  if (part === undefined && places.length > 1)
    throw new UsageError(
      `\`${name}\` has ${places.length} router config files; name one of ${names}`,
    )
  return { path: input.path, text: place.part.text, place }
}
