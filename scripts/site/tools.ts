import { relative, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { build } from 'esbuild'
import manifest from '../../package.json'

/** The tools of the site, each with its own page; the program is `web/NAME/main.ts`. */
export const tools = [
  { name: 'playground', title: 'Playground' },
  { name: 'generator', title: 'Generator' },
  { name: 'mesh', title: 'Mesh' },
] as const

/** Leaves out the Markdown parser of the client library. Only features that the tools replace use it. */
const withoutMarkdown: Plugin = {
  name: 'without-markdown',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^marked$/ }, ({ importer }) =>
      importer.includes('lsp-client') ? { path: 'marked', namespace: 'unused' } : undefined,
    )
    bundler.onLoad({ filter: /^marked$/, namespace: 'unused' }, () => ({
      contents: 'export class Marked {}',
    }))
  },
}

/**
 * Builds the programs of the tools, and their workers, into a folder.
 *
 * @returns For each tool, the names of its program and of all files that the program imports before it runs.
 */
export async function buildTools(folder: string): Promise<ReadonlyMap<string, string[]>> {
  const { metafile } = await build({
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
    // Tools adopt their styles as constructed style sheets, which the content security policy allows.
    loader: { '.css': 'text' },
    alias: { yaml: resolve('node_modules/yaml/browser/index.js') },
    define: {
      PACKAGE_VERSION: JSON.stringify(manifest.version),
      PUBLIC_SITE: JSON.stringify('homepage' in manifest ? manifest.homepage : ''),
    },
    logLevel: 'warning',
    plugins: [withoutMarkdown],
    metafile: true,
  })
  const addParts = (path: string, parts: Set<string>): Set<string> => {
    if (parts.has(path)) return parts
    parts.add(path)
    for (const { kind, path: other } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') addParts(other, parts)
    return parts
  }
  return new Map(
    tools.map(({ name }) => {
      const parts = [...addParts(relative('.', `${folder}/${name}.js`), new Set())]
      // The page requests the files in this order: the largest first, because it takes longest.
      const getSize = (path: string): number => metafile.outputs[path]?.bytes ?? 0
      parts.sort((one, other) => getSize(other) - getSize(one))
      return [name, parts.map((path) => relative(folder, path))]
    }),
  )
}
