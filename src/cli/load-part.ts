import { isAscii } from 'node:buffer'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Script } from 'node:vm'

/** The loaded files of the program by name: a file that several others require is loaded once. */
const loadedModules = new Map<string, { exports: unknown }>()

// A user who turns off Node's own code cache (since Node 22) does not want a cache of routerfile either.
const usesCache = !process.env['NODE_DISABLE_COMPILE_CACHE']

/** Bytes around each file, which make it a function. With strings, V8 would copy the whole file to add them. */
const wrapperStart = Buffer.from('(function (exports, require, module, __filename, __dirname) { ')
const wrapperEnd = Buffer.from('\n})')

const shebang = Buffer.from('#!')

type LoadOptions = {
  /** Loads modules that are not parts of the program. */
  require: NodeJS.Require
  /** Which of two caches of compiled code to use: `lint` calls different functions than the other commands. */
  cacheName: 'lint' | 'other'
  /** Whether the run calls enough functions for its compiled code to be worth storing. */
  storesCode: boolean
}

/**
 * Loads a file of the program, and the files that it requires, with V8's compiled code from an earlier run: compiling
 * takes half of the time of linting a file. The code is stored beside the file, where only users who may write the
 * program itself can write. With `storesCode`, code that is missing or that V8 rejects is stored when the run ends,
 * with the functions that the run called.
 */
export function loadPart(name: string, options: LoadOptions): unknown {
  const loadedPart = loadedModules.get(name)
  if (loadedPart) return loadedPart.exports
  const path = join(__dirname, name)
  const cachePath = `${path}.${process.version}-${process.platform}-${process.arch}${options.cacheName === 'lint' ? '' : '-other'}`
  const cachedData = usesCache ? tryOrUndefined(() => readCachedCode(path, cachePath)) : undefined
  const file = readFileSync(path)
  // A standalone script starts with `#!`, which would be a syntax error after the wrapper.
  if (file.subarray(0, 2).equals(shebang)) file.write('//')
  const bytes = Buffer.concat([wrapperStart, file, wrapperEnd])
  // Latin-1 strings take half of the memory and are read faster; for ASCII, both encodings are the same.
  const script = new Script(bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8'), {
    filename: path,
    ...(cachedData && { cachedData }),
  })
  if (usesCache && options.storesCode && (!cachedData || script.cachedDataRejected))
    writeAtExit(() => writeCachedCode(cachePath, script.createCachedData()))
  const part = { exports: {} }
  loadedModules.set(name, part)
  const requirePart = (other: string): unknown =>
    other.startsWith('./') ? loadPart(other.slice(2), options) : options.require(other)
  const run: unknown = script.runInThisContext()
  if (typeof run !== 'function') throw new Error(`${name} is not a part of the program`)
  Reflect.apply(run, undefined, [
    part.exports,
    Object.assign(requirePart, options.require),
    part,
    path,
    __dirname,
  ])
  return part.exports
}

const pendingWrites: (() => void)[] = []

function writeAtExit(write: () => void): void {
  if (pendingWrites.length === 0) {
    const probe = new Script('0').createCachedData()
    // Without this flag, V8 would drop functions that only the start of a long run calls.
    setFlag('--no-flush-bytecode')
    process.once('exit', (code) => {
      // A run that ended with an error has called few functions.
      if (code > 1) return
      for (const flag of defaultFlags) setFlag(flag)
      // V8 rejects code compiled with other flags. It accepts `probe` only if all flags have been reset.
      if (!new Script('0', { cachedData: probe }).cachedDataRejected)
        pendingWrites.forEach((write) => tryOrUndefined(write))
    })
  }
  pendingWrites.push(write)
}

/** V8's defaults for most of the flags that a run changes. */
const defaultFlags = [
  '--flush-bytecode',
  '--interrupt-budget=67584',
  '--max-inlined-bytecode-size=460',
  '--max-inlined-bytecode-size-cumulative=920',
]

const setFlag = (flag: string): void => process.getBuiltinModule('node:v8').setFlagsFromString(flag)

/** Returns the result of `run`, or undefined if it fails, for example because the user may not write the cache. */
function tryOrUndefined<Value>(run: () => Value): Value | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** Reads cached code; undefined if there is none, or if it is not newer than the file that it was compiled from. */
function readCachedCode(path: string, cachePath: string): Buffer | undefined {
  const cacheStats = statSync(cachePath, { throwIfNoEntry: false })
  return cacheStats && cacheStats.mtimeMs > statSync(path).mtimeMs
    ? readFileSync(cachePath)
    : undefined
}

/** Writes cached code atomically, even if the machine crashes: V8 does not verify the code that it reads. */
function writeCachedCode(cachePath: string, code: Buffer): void {
  const newPath = `${cachePath}.${process.pid}-${process.hrtime.bigint()}`
  writeFileSync(newPath, code, { flush: true })
  renameSync(newPath, cachePath)
}
