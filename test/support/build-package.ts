import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import type { Options } from 'tsup'
import { build } from 'tsup'
import config from '../../scripts/tsup.config.js'
import { dist, packageFolder } from './program.js'

/** Finds the build configuration that contains `entry`. */
export function findPart(entry: string): Options {
  const part = [config]
    .flat()
    .find((item) => typeof item === 'object' && entry in Object(item.entry))
  if (typeof part !== 'object') throw new Error(`nothing builds ${entry}`)
  return part
}

/** Builds the package once per test run. */
export async function setup(): Promise<void> {
  rmSync(packageFolder, { recursive: true, force: true })
  mkdirSync(packageFolder, { recursive: true })
  copyFileSync('package.json', join(packageFolder, 'package.json'))
  const { entry, define, esbuildPlugins } = Object(findPart('core'))
  await Promise.all([
    ...['cli', 'serving'].map((name) => build({ ...findPart(name), config: false, outDir: dist })),
    // tsup would also generate types, which takes longer than everything else.
    bundle({
      entryPoints: entry,
      define,
      external: ['classic-level', '@napi-rs/*', '@node-rs/*'],
      bundle: true,
      platform: 'node',
      format: 'esm',
      splitting: true,
      outdir: dist,
      plugins: esbuildPlugins,
      logLevel: 'error',
    }),
  ])
}
