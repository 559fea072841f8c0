import { parseAllDocuments } from 'yaml'
import { once } from '../document/lazy.js'
import type { DecodedText } from './decode-scalar.js'
import { decodeBase64, decodeBlock, decodeDoubleQuoted, decodeSimple } from './decode-scalar.js'
import type { EmbeddedFile, EmbeddedStyle, EncodeFix, OffsetMap } from './embedded-file.js'
import { createEncoder } from './encode.js'
import { listHeredocs } from './heredoc.js'
import { mayEmbed } from './may-embed.js'
import { isBase64Place, nameEmbeddedFile } from './name-file.js'
import type { OuterScalar } from './outer-scalars.js'
import { isStreamQuickToParse, listScalars, readScalarToken } from './outer-scalars.js'

/** Whether a text is a router file, judging only by its content. */
export type IsRouterFile = (text: string) => boolean

/** The router files embedded in another file, in the order of the text. Never throws. */
export function findEmbedded(text: string, isRouterFile: IsRouterFile): EmbeddedFile[] {
  if (!mayEmbed(text)) return []
  const heredocs = listHeredocs(text).filter((file) => isRouterFile(file.text))
  if (heredocs.length > 0) return numberNames(heredocs)
  const files: EmbeddedFile[] = []
  for (const scalar of listScalars(text, mayEmbed)) {
    if (scalar.token.source.length < minSourceLength) continue
    const file = readEmbeddedFile(scalar, text, isRouterFile)
    if (file) files.push(file)
  }
  return numberNames(files)
}

/** Numbers files of the same name, such as those of two documents: `ConfigMap/north:router-2.yaml` is the second. */
function numberNames(files: readonly EmbeddedFile[]): EmbeddedFile[] {
  const names = new Set(files.map(({ name }) => name))
  const counts = new Map<string, number>()
  return files.map((file) => {
    let count = (counts.get(file.name) ?? 0) + 1
    const formatName = (): string =>
      count === 1 ? file.name : file.name.replace(/(\.[^./:]*)?$/, `-${count}$1`)
    while (count > 1 && names.has(formatName())) count += 1
    counts.set(file.name, count)
    return { ...file, name: formatName() }
  })
}

/** Shorter strings in the outer text are not checked: every router file is longer. */
const minSourceLength = 20

function readEmbeddedFile(
  scalar: OuterScalar,
  outerText: string,
  isRouterFile: IsRouterFile,
): EmbeddedFile | undefined {
  const { token, place, tag } = scalar
  const value = readScalarToken(token)
  if (value === undefined) return undefined
  const isBase64 = isBase64Place(place, tag)
  const text = isBase64 ? decodeBase64(value) : value
  if (text === undefined || !isRouterFile(text)) return undefined
  const { offsets, indent } = decodeToken(scalar, value)
  const outerIndent = token.indent
  return {
    name: nameEmbeddedFile(place),
    text,
    span: findSpan(scalar, outerText),
    style: getStyle(scalar),
    isBase64,
    indent: ' '.repeat(indent),
    outerIndent,
    ...(offsets && !isBase64 && { offsets }),
  }
}

/** The span of a string; for a block, from its header to the end of its lines. */
function findSpan({ token }: OuterScalar, outerText: string): EmbeddedFile['span'] {
  const start = token.offset
  if (token.type !== 'block-scalar') return { start, end: start + token.source.length }
  const end = getBodyStart(token) + token.source.length
  return { start, end: Math.min(end, outerText.length) }
}

type BlockToken = Extract<OuterScalar['token'], { type: 'block-scalar' }>

const getBodyStart = ({ offset, props }: BlockToken): number =>
  props.reduce((end: number, prop) => end + getSourceLength(prop), offset)

const getSourceLength = (token: BlockToken['props'][number]): number =>
  'source' in token && typeof token.source === 'string' ? token.source.length : 0

function getStyle({ token }: OuterScalar): EmbeddedStyle {
  if (token.type === 'block-scalar') return getHeader(token).startsWith('>') ? 'folded' : 'literal'
  if (token.type === 'double-quoted-scalar') return 'double-quoted'
  return token.type === 'single-quoted-scalar' ? 'single-quoted' : 'plain'
}

function getHeader({ props }: BlockToken): string {
  const [header] = props
  return header?.type === 'block-scalar-header' ? header.source : '|'
}

/**
 * Finds where the characters of a decoded string are in the outer text, and the indentation of a block. `offsets` is
 * undefined if our decoder and the YAML library read different values.
 */
function decodeToken(
  { token }: OuterScalar,
  value: string,
): { offsets: OffsetMap | undefined; indent: number } {
  const { offset, source } = token
  const decodedText: (DecodedText & { indent?: number }) | undefined =
    token.type === 'block-scalar'
      ? decodeBlock(source, getBodyStart(token), {
          header: getHeader(token),
          outerIndent: token.indent,
        })
      : token.type === 'double-quoted-scalar'
        ? decodeDoubleQuoted(source, offset)
        : decodeSimple(source, offset, token.type === 'single-quoted-scalar')
  return {
    offsets: decodedText?.text === value ? decodedText.offsets : undefined,
    indent: decodedText?.indent ?? 0,
  }
}

/**
 * Creates a function that converts fixes of embedded files to fixes of the outer text. If the outer YAML has errors, it
 * only converts fixes in heredocs.
 */
export function createFixEncoder(outerText: string): EncodeFix {
  const outerParses = once(() => parsesWithoutErrors(outerText))
  const encode = createEncoder(outerText)
  return (fix, file) => {
    if (file.style !== 'heredoc' && !outerParses()) return undefined
    const edits = encode(file, () => fix.edits)
    return edits && { ...fix, edits }
  }
}

/** Whether the YAML library reads a text without errors. False if that would take too long. */
export function parsesWithoutErrors(text: string): boolean {
  if (!isStreamQuickToParse(text)) return false
  try {
    return parseAllDocuments(text, parseOptions).every(({ errors }) => errors.length === 0)
  } catch {
    return false
  }
}

/** Only structure and strings matter; checking all keys for uniqueness takes quadratic time. */
const parseOptions = {
  schema: 'failsafe',
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'silent',
} as const
