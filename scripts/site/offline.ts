import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { tools } from './tools'

/** The scripts with the content of single pages, which other pages load on navigation. */
const pageText = /^assets\/(?!.*\.lean\.js$).*\.md\.[\w-]+\.js$/

const pagesFile = 'offline-pages.json'

/**
 * Makes a built site work offline after the first visit: adds a service worker, a script in all pages that registers
 * it, and one file with the content of all pages.
 *
 * @param base The path of the site on its host.
 */
export async function addOffline(folder: string, base: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
  const pages = files.filter((name) => pageText.test(name))
  const texts = Object.fromEntries(pages.map((name) => [name, read(name)]))
  writeFileSync(join(folder, pagesFile), JSON.stringify(texts))
  const digest = createHash('sha256')
  for (const name of files) digest.update(`${name}\0${read(name)}\0`)
  for (const name of files.filter((file) => file.endsWith('.html')))
    writeFileSync(
      join(folder, name),
      read(name).replace('</head>', `<script async src="${base}register.js"></script></head>`),
    )
  await build({
    entryPoints: ['web/offline/service-worker.ts', 'web/offline/register.ts'],
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    define: {
      SITE_VERSION: JSON.stringify(digest.digest('hex').slice(0, 16)),
      SITE_FILES: JSON.stringify(selectFirst(files)),
      SITE_PAGES: JSON.stringify(pagesFile),
    },
    logLevel: 'warning',
  })
}

/** Selects the files that the first visit caches: the front page, the tools, and what all pages need. */
export const selectFirst = (files: readonly string[]): string[] => [
  '',
  ...tools.map(({ name }) => `${name}/`),
  'register.js',
  ...files.filter(
    (name) =>
      name === '404.html' ||
      name === 'hashmap.json' ||
      /^[\w-]+\.(?:svg|css)$/.test(name) ||
      name.startsWith('tools/') ||
      /^assets\/(?:chunks\/.*|[^/]+\.css|app\.[\w-]+\.js)$/.test(name) ||
      tools.some((tool) => name.startsWith(`assets/${tool.name}_index.md.`)) ||
      name.startsWith('assets/index.md.'),
  ),
]
