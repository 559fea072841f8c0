import { copyFileSync, cpSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { build } from 'esbuild'
import config from '../../tsup.config.js'
import { program } from './program.js'

/** Puts the program and the library into a folder as they are published, so that Node and TypeScript find it from below `folder` by its name. */
export async function buildPackage(folder: string): Promise<void> {
  const library = [config]
    .flat()
    .find((item) => typeof item === 'object' && 'core' in Object(item.entry))
  const { entry, define, esbuildPlugins } = Object(library)
  mkdirSync(folder, { recursive: true })
  cpSync(dirname(program), `${folder}/dist`, { recursive: true })
  copyFileSync('package.json', `${folder}/package.json`)
  await build({
    entryPoints: entry,
    define,
    external: ['classic-level', '@napi-rs/*', '@node-rs/*'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    splitting: true,
    outdir: `${folder}/dist`,
    plugins: esbuildPlugins,
    logLevel: 'error',
  })
}
