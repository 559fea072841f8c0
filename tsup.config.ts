import type { Options } from 'tsup'
import { defineConfig } from 'tsup'
import { version } from './package.json'

const common = {
  format: 'esm',
  target: 'node20',
  silent: true,
  minify: true,
  // Small, and faster to load from one file than from node_modules.
  noExternal: ['ipaddr.js', 'picomatch'],
  define: { PACKAGE_VERSION: JSON.stringify(version) },
} satisfies Options

export default defineConfig([
  { ...common, entry: { index: 'src/index.ts', core: 'src/core.ts' }, dts: true },
  // One file, and no ES module: opening the parts one by one, and loading the loader of modules, takes longer than all the rest.
  { ...common, entry: { cli: 'src/cli.ts' }, format: 'cjs', splitting: false },
])
