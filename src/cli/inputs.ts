import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { decode, readText } from '../file.js'
import type { Kind } from '../kind.js'
import { recognize } from '../kind.js'
import { UsageError } from './flags.js'

/** A router file to look at. */
export type Input = { path: string; text: string }

/** Something that was asked for and is no router file, with the reason. */
export type Refused = { why: string }

const skipped = new Set(['node_modules', 'vendor', 'dist'])

const isConfiguration = (path: string): boolean => /\.(ya?ml|json)$/i.test(path)

const isGlob = (argument: string): boolean => /[*?{[]/.test(argument)

const others: Partial<Record<Kind, (sign: string) => string>> = {
  controller: (sign) => `is a controller file (it has \`${sign}\`), not a router file`,
  'helm-values': (sign) => `holds values of a Helm chart (it has \`${sign}\`), not a router file`,
  template: (sign) => `is a template (it has \`${sign}\`); render it and lint the result`,
}

/** The one router file that a command takes: a path, or `-` for standard input. */
export function input(argument: string): Input {
  const found = argument === '-' ? standardInput() : named(argument)
  if ('why' in found) throw new UsageError(found.why)
  return found
}

/**
 * The router files among the arguments: files, folders, patterns, and `-` for standard input. In folders only
 * router files are picked, by their content. What was asked for and is none is refused with the reason.
 */
export async function* inputs(given: readonly string[]): AsyncGenerator<Input | Refused> {
  for (const argument of given.length > 0 ? given : ['.']) {
    const stats = argument === '-' ? undefined : statSync(argument, { throwIfNoEntry: false })
    if (argument === '-') yield standardInput()
    else if (stats?.isDirectory()) yield* routersAmong(filesIn(argument, isConfiguration), argument)
    else if (!stats && isGlob(argument)) yield* routersAmong(await matching(argument), argument)
    else yield named(argument)
  }
}

function standardInput(): Input | Refused {
  const read = decode(readFileSync(0), 'standard input')
  return 'why' in read ? read : routerOrNot('standard input', read.text)
}

function named(path: string): Input | Refused {
  const read = readText(path)
  return 'why' in read ? read : routerOrNot(path, read.text)
}

/** A file that was named: if it is something else, better say so than report all that differs. */
function routerOrNot(path: string, text: string): Input | Refused {
  const { kind, sign = '' } = recognize(text)
  const what = others[kind]?.(sign)
  return what === undefined ? { path, text } : { why: `\`${path}\` ${what}` }
}

/** The files that a pattern means, whatever they are called. */
async function matching(pattern: string): Promise<string[]> {
  const { folder, isMeant } = (await import('./pattern.js')).parsePattern(pattern)
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? filesIn(folder, isMeant) : []
}

/** Files below a folder, hidden ones and those of packages left out. */
function filesIn(folder: string, isWanted: (path: string) => boolean): string[] {
  const found: string[] = []
  const open = [folder]
  for (let where = open.pop(); where !== undefined; where = open.pop()) {
    for (const entry of readdirSync(where, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || skipped.has(entry.name)) continue
      const place = where === '.' ? entry.name : join(where, entry.name)
      if (entry.isDirectory()) open.push(place)
      else if (isWanted(place)) found.push(place)
    }
  }
  return found
}

function* routersAmong(paths: readonly string[], argument: string): Generator<Input | Refused> {
  let count = 0
  for (const path of [...paths].sort()) {
    const read = readText(path)
    if (!('text' in read) || recognize(read.text).kind !== 'router') continue
    count += 1
    yield { path, text: read.text }
  }
  if (count > 0) return
  const looked = paths.length === 1 ? '1 file' : `${paths.length} files`
  yield { why: paths.length === 0 ? `\`${argument}\` holds no file to look at` : `\`${argument}\` holds no router file (${looked} looked at)` }
}
