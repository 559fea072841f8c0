import type { Recognition } from '../recognition/recognize.js'
import { isRouterFile, isRouterName, recognize } from '../recognition/recognize.js'
import { readStandardInput, readText } from './file.js'

/** A router file to check; one with too little in it to be sure is checked, as it was named, but never edited. */
export type RouterInput = { path: string; text: string; isStandard?: true; isBegun?: true }

/** Something that was asked for and is no router file, with the reason; `mayBeRouter` where its content does not say what it is. */
export type RefusedFile = { why: string; mayBeRouter?: true }

/**
 * A file that may be a router file. One that was named has to be, one of a list has to be readable, and one that was
 * found is passed over if it is neither, unless nobody lets us see what it is.
 */
export type SourceFile = {
  path: string
  origin: 'named' | 'listed' | 'found'
  /** What is checked instead of what is on disk. */
  text?: string
  /** It came in on standard input. */
  isStandard?: true
  /** Somebody said that it is a router file: whatever is in it, or unless what is in it contradicts. */
  kind?: 'forced' | 'configured'
  /** Where it was named and is something else, it is passed over. */
  isSkippable?: true
  /** Folders and patterns under which it was found. */
  under: readonly string[]
}

/** What comes in on standard input, under the name that it is given. */
export function readStandardSource(name: string | undefined): SourceFile | RefusedFile {
  const read = readStandardInput()
  return 'why' in read
    ? read
    : {
        path: name ?? 'standard input',
        origin: 'named',
        text: read.text,
        isStandard: true,
        under: [],
      }
}

/**
 * Reads a source; undefined where it is no router file and does not have to be. A file that was named and is something
 * else is refused in one sentence: better say so than report all that differs.
 */
export function openSource(source: SourceFile): RouterInput | RefusedFile | undefined {
  const { path, origin, text, isStandard, kind, isSkippable = false } = source
  const read = text === undefined ? readText(path) : { text }
  if ('why' in read) return origin === 'found' && !('isBarred' in read) ? undefined : read
  const input: RouterInput = { path, text: read.text, ...(isStandard && { isStandard }) }
  if (kind === 'forced') return input
  const isNamed = origin === 'named'
  if (!isNamed && kind === undefined) return isRouterFile(read.text) ? input : undefined
  const isSaid = kind === 'configured' || isRouterName(path)
  const claim = isSaid ? 'said' : isSkippable ? undefined : 'given'
  const recognition = recognize(read.text, { ...(claim && { claim }) })
  if (recognition.kind === 'router') return input
  if (recognition.kind === 'begun-router') return { ...input, isBegun: true }
  return isNamed && !isSkippable ? createRefusal(path, recognition) : undefined
}

type Other = Exclude<Recognition, { kind: 'router' | 'begun-router' }>

/** Why a file that was named is not checked, in a sentence. */
function createRefusal(path: string, { kind, looksLike, sign }: Other): RefusedFile {
  const evidence = sign === undefined ? '' : ` (it has \`${sign}\`)`
  if (looksLike === undefined)
    return { why: `\`${path}\` does not look like a router file${evidence}`, mayBeRouter: true }
  return {
    why:
      kind === 'template'
        ? `\`${path}\` is a template${evidence}; render it and lint the result`
        : `\`${path}\` is ${looksLike}${evidence}, not a router file`,
  }
}
