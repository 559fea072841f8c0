import { resolve } from 'node:path'
import { build } from 'esbuild'
import manifest from '../../package.json'

/** The tools of the site, each a page of its own; `web/NAME/main.ts` is its program. */
export const tools = [
  { name: 'playground', title: 'Playground' },
  { name: 'generator', title: 'Generator' },
  { name: 'mesh', title: 'Mesh' },
] as const

/** Builds the programs of the tools, and what they start as workers, into a folder. */
export async function buildTools(folder: string): Promise<void> {
  await build({
    entryPoints: {
      ...Object.fromEntries(tools.map(({ name }) => [name, `web/${name}/main.ts`])),
      example: 'web/example/main.ts',
      'language-server': 'server/browser.ts',
      'generator-worker': 'web/generator/worker.ts',
      'mesh-worker': 'web/mesh/worker.ts',
    },
    outdir: folder,
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    chunkNames: 'parts/[hash]',
    // A tool adopts its styles, which the content security policy allows.
    loader: { '.css': 'text' },
    alias: { yaml: resolve('node_modules/yaml/browser/index.js') },
    define: {
      PACKAGE_VERSION: JSON.stringify(manifest.version),
      PUBLIC_SITE: JSON.stringify('homepage' in manifest ? manifest.homepage : ''),
    },
    logLevel: 'warning',
  })
}
