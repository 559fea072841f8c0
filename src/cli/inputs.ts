import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { decode, readText } from '../file.js'
import type { Kind } from '../kind.js'
import { recognize } from '../kind.js'
import { UsageError } from './flags.js'

/** A router file to look at. */
export type Input = { path: string; text: string }

const skipped = new Set(['node_modules', 'vendor', 'dist'])

const isGlob = (argument: string): boolean => /[*?{[]/.test(argument)

const others: Partial<Record<Kind, (sign: string) => string>> = {
  controller: (sign) => `is a controller file (it has \`${sign}\`), not a router file`,
  'helm-values': (sign) => `holds values of a Helm chart (it has \`${sign}\`), not a router file`,
  template: (sign) => `is a template (it has \`${sign}\`); render it and lint the result`,
}

/**
 * The router files among the arguments: files, folders, patterns, and `-` for standard input. In folders only
 * router files are picked, by their content. What was named and is none is a usage error.
 */
export async function* inputs(given: readonly string[]): AsyncGenerator<Input> {
  for (const argument of given.length > 0 ? given : ['.']) {
    if (argument === '-') yield standardInput()
    else if (statSync(argument, { throwIfNoEntry: false })?.isDirectory()) yield* folder(argument)
    else yield* one(argument)
  }
}

function standardInput(): Input {
  const read = decode(readFileSync(0), 'standard input')
  if ('why' in read) throw new UsageError(read.why)
  return named('standard input', read.text)
}

async function* one(argument: string): AsyncGenerator<Input> {
  const read = readText(argument)
  if ('text' in read) yield named(argument, read.text)
  else if (isGlob(argument)) yield* pattern(argument)
  else throw new UsageError(read.why)
}

/** A file that was named: if it is something else, better say so than report all that differs. */
function named(path: string, text: string): Input {
  const { kind, sign = '' } = recognize(text)
  const why = others[kind]?.(sign)
  if (why) throw new UsageError(`\`${path}\` ${why}`)
  return { path, text }
}

async function* pattern(argument: string): AsyncGenerator<Input> {
  const { glob } = await import('tinyglobby')
  const paths = await glob(argument, { dot: false, expandDirectories: false })
  if (paths.length === 0) throw new UsageError(`\`${argument}\` matches no file`)
  yield* routersAmong(paths.sort(), argument)
}

function* folder(path: string): Generator<Input> {
  const found: string[] = []
  const visit = (where: string): void => {
    for (const entry of readdirSync(where, { withFileTypes: true })) {
      if (entry.name.startsWith('.') || skipped.has(entry.name)) continue
      const place = where === '.' ? entry.name : join(where, entry.name)
      if (entry.isDirectory()) visit(place)
      else if (/\.(ya?ml|json)$/i.test(entry.name)) found.push(place)
    }
  }
  visit(path)
  yield* routersAmong(found.sort(), path)
}

function* routersAmong(paths: readonly string[], argument: string): Generator<Input> {
  let count = 0
  for (const path of paths) {
    const read = readText(path)
    if (!('text' in read) || recognize(read.text).kind !== 'router') continue
    count += 1
    yield { path, text: read.text }
  }
  if (count === 0) throw new UsageError(`\`${argument}\` holds no router file (${paths.length} YAML or JSON files looked at)`)
}
