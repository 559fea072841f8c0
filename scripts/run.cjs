/*
 * Runs a TypeScript tool of this repository: `node scripts/run.cjs FILE[,FILE]... [ARGUMENT]...` bundles the files into
 * `.cache/run` and starts the first one. The others are programs that the first one starts.
 */
'use strict'
const { spawnSync } = require('node:child_process')
const { existsSync } = require('node:fs')
const { basename, dirname, join } = require('node:path')

// Without this check, Node only reports that `esbuild` was not found.
if (!existsSync('node_modules/esbuild')) {
  console.error('The packages that this needs are not installed; run `npm ci` first.')
  process.exit(1)
}

const [files, ...argv] = process.argv.slice(2)
const entryPoints = files.split(',')
const [first] = entryPoints
const outdir = join('.cache/run', first.replace(/(?:\/main)?\.ts$/, ''))

require('esbuild').buildSync({
  entryPoints,
  outdir,
  outbase: dirname(first),
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
})

const program = join(outdir, basename(first, '.ts') + '.js')
const { status } = spawnSync(process.execPath, [program, ...argv], { stdio: 'inherit' })
process.exitCode = status ?? 1
