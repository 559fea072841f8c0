import { createRequire, wrap } from 'node:module'
import { Script } from 'node:vm'

// Not imported: bundlers remove `node:` from imports, and Node does not find `sea` without it.
const { getAsset } = process.getBuiltinModule('node:sea')

/** The program of the single executable, with V8's compiled code from a run of `lint`. */
const script = new Script(wrap(getAsset('program.cjs', 'utf8')), {
  filename: process.execPath,
  cachedData: Buffer.from(getAsset('program.cache')),
})

const program: unknown = script.runInThisContext()
// Node's own `require` of a single executable would warn about every package that is not in the executable.
if (typeof program === 'function')
  Reflect.apply(program, undefined, [
    exports,
    createRequire(process.execPath),
    module,
    process.execPath,
  ])
