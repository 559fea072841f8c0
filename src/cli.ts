#!/usr/bin/env node
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { wrap } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'

const path = join(__dirname, 'program.cjs')

/**
 * V8's compiled code from an earlier run; compiling takes half of the time of linting a file. It is stored next to the
 * program, where only users who can write the program itself can write.
 */
const cachePath = `${path}.${process.version}-${process.platform}-${process.arch}`

/** Returns the result of `act`, or undefined if the user lacks the permission for it. */
function tryOrUndefined<Value>(act: () => Value): Value | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}

/** Undefined if there is no cached code, or if it belongs to an earlier build. */
function readCachedCode(): Buffer | undefined {
  const kept = statSync(cachePath, { throwIfNoEntry: false })
  return kept && kept.mtimeMs > statSync(path).mtimeMs ? readFileSync(cachePath) : undefined
}

/** Written atomically, even if the machine crashes: V8 does not verify what it reads. */
function writeCachedCode(code: Buffer): void {
  writeFileSync(`${cachePath}.${process.pid}`, code, { flush: true })
  renameSync(`${cachePath}.${process.pid}`, cachePath)
}

const isWrapped = (value: unknown): value is (...given: readonly unknown[]) => void =>
  typeof value === 'function'

// The variable belongs to Node's own code cache, which came with Node 22.
const usesCache = !process.env['NODE_DISABLE_COMPILE_CACHE']
const cachedData = usesCache ? tryOrUndefined(readCachedCode) : undefined
const script = new Script(wrap(readFileSync(path, 'utf8')), {
  filename: path,
  ...(cachedData && { cachedData }),
})
// At the end of a run, the cache holds the functions that ran: those of `lint`, the most frequent command.
if (usesCache && !cachedData && process.argv[2] === 'lint')
  process.once('exit', () => tryOrUndefined(() => writeCachedCode(script.createCachedData())))
const program: unknown = script.runInThisContext()
if (isWrapped(program)) program(exports, require, module, path, __dirname)
