#!/usr/bin/env node
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { wrap } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'

const path = join(__dirname, 'program.cjs')

/** What V8 made of the program in an earlier run: making it takes half of the time of linting a file. It lies beside the program, where nobody can write who could not write the program itself. */
const cachePath = `${path}.${process.version}-${process.platform}-${process.arch}`

/** Gives what a function gives, and nothing where this user may not do what it does. */
function tryOrUndefined<Value>(act: () => Value): Value | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** Undefined where there is none, and where it was made of an earlier build. */
function readCachedCode(): Buffer | undefined {
  const kept = statSync(cachePath, { throwIfNoEntry: false })
  return kept && kept.mtimeMs > statSync(path).mtimeMs ? readFileSync(cachePath) : undefined
}

/** Written as a whole or not at all, even where the machine goes down: V8 takes what is there as it is. */
function writeCachedCode(code: Buffer): void {
  writeFileSync(`${cachePath}.${process.pid}`, code, { flush: true })
  renameSync(`${cachePath}.${process.pid}`, cachePath)
}

const isWrapped = (value: unknown): value is (...given: readonly unknown[]) => void =>
  typeof value === 'function'

// The variable is that of Node's own cache of code, which came with Node 22.
const usesCache = !process.env['NODE_DISABLE_COMPILE_CACHE']
const cachedData = usesCache ? tryOrUndefined(readCachedCode) : undefined
const script = new Script(wrap(readFileSync(path, 'utf8')), {
  filename: path,
  ...(cachedData && { cachedData }),
})
// Made at the end, it holds the functions that ran: those of `lint`, which is what starts most often.
if (usesCache && !cachedData && process.argv[2] === 'lint')
  process.once('exit', () => tryOrUndefined(() => writeCachedCode(script.createCachedData())))
const program: unknown = script.runInThisContext()
if (isWrapped(program)) program(exports, require, module, path, __dirname)
