import { readStandardInput, readText } from '../file.js'
import type { Kind } from '../kind.js'
import { recognize } from '../kind.js'
import { UsageError } from './flags.js'

/** A router file to look at. */
export type Input = { path: string; text: string; isStandard?: true }

/** Something that was asked for and is no router file, with the reason. */
export type Refused = { why: string }

/**
 * A file that may be a router file. One that was named has to be, one of a list has to be readable, and one that was
 * found is passed over if it is neither, unless nobody lets us see what it is.
 */
export type Source = {
  path: string
  origin: 'named' | 'listed' | 'found'
  /** What is looked at in the place of what stands on disk. */
  text?: string
  /** It came in on standard input. */
  isStandard?: true
  /** Folders and patterns under which it was found. */
  under: readonly string[]
}

const others: Partial<Record<Kind, (sign: string) => string>> = {
  controller: (sign) => `is a controller file (it has \`${sign}\`), not a router file`,
  'helm-values': (sign) => `holds values of a Helm chart (it has \`${sign}\`), not a router file`,
  template: (sign) => `is a template (it has \`${sign}\`); render it and lint the result`,
}

/** The one router file that a command takes: a path, or `-` for standard input. */
export function input(argument: string): Input {
  const read =
    argument === '-'
      ? standardInput(undefined)
      : { path: argument, origin: 'named' as const, under: [] }
  const found = 'why' in read ? read : open(read)
  if (found && 'text' in found) return found
  throw new UsageError(found?.why ?? `\`${argument}\` is no router file`)
}

/** What comes in on standard input, under the name that it is given. */
export function standardInput(name: string | undefined): Source | Refused {
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

/** Reads a source; undefined where it is no router file and does not have to be. A file that was named and is something else is refused: better say so than report all that differs. */
export function open({ path, origin, text, isStandard }: Source): Input | Refused | undefined {
  const read = text === undefined ? readText(path) : { text }
  if ('why' in read) return origin === 'found' && !('isBarred' in read) ? undefined : read
  const { kind, sign = '' } = recognize(read.text)
  if (origin !== 'named') return kind === 'router' ? { path, text: read.text } : undefined
  const what = others[kind]?.(sign)
  return what === undefined
    ? { path, text: read.text, ...(isStandard && { isStandard }) }
    : { why: `\`${path}\` ${what}` }
}
