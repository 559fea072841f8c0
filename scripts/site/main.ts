import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { SiteFiles } from '../../src/cli/commands/ui/site-archive.js'
import { packSite, siteArchive } from '../../src/cli/commands/ui/site-archive.js'
import { findModel } from '../../src/schema/model.js'
import { formatConfig, nameBreaks } from './config'
import { createFrontPage } from './front-page'
import { install } from './install'
import { addOffline } from './offline'
import { createPages } from './pages'
import { protect } from './protect'
import { trimStyleSheets } from './styles'
import { buildTools, tools } from './tools'

/** Builds the site into `build/site`; `--base /PATH/` is for a site that is not at the root of its host. */
const cache = resolve('.cache/site')
const output = resolve('build/site')
const model = findModel(undefined)
if (!model) throw new Error('no release is known')
const groups = await createPages(model)
const base = process.argv[process.argv.indexOf('--base') + 1 || Infinity] ?? '/'

install(cache)
rmSync(`${cache}/pages`, { recursive: true, force: true })
writePages(`${cache}/pages`, await buildTools(`${cache}/pages/public/tools`))
execFileSync(`${cache}/node_modules/.bin/vitepress`, ['build', `${cache}/pages`], {
  stdio: 'inherit',
})
protect(output)
trimStyleSheets(output)
if (base === '/') writeFileSync(siteArchive, packSite(readFiles(output)))
await addOffline(output, base)
console.log(`${groups.reduce((sum, { pages }) => sum + pages.length, 0)} pages in ${output}`)

function writePages(folder: string, toolParts: ReadonlyMap<string, readonly string[]>): void {
  const write = (name: string, text: string): void => {
    const path = `${folder}/${name}`
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  for (const { path, title, text, isWide } of groups.flatMap(({ pages }) => pages)) {
    const wide = isWide
      ? `pageClass: wide ${path.replace(/\/.*/, '')}\nprev: false\nnext: false\naside: ${/^## /m.test(text)}\n`
      : ''
    write(
      `${path}.md`,
      `---\ntitle: ${JSON.stringify(title)}\n${wide}---\n\n# ${title.replaceAll(nameBreaks, '<wbr>')}\n\n${text}\n`,
    )
  }
  for (const { name, title } of tools) {
    const head = toolParts
      .get(name)
      ?.map((part) => ['link', { rel: 'modulepreload', href: `${base}tools/${part}` }])
    write(
      `${name}/index.md`,
      `---\ntitle: ${title}\nlayout: page\npageClass: ${name}-page\nhead: ${JSON.stringify(head)}\n---\n\n<Tool name="${name}" />\n`,
    )
  }
  write('index.md', createFrontPage())
  cpSync('docs/images', `${folder}/guides/images`, { recursive: true })
  cpSync('web/public', `${folder}/public`, { recursive: true })
  cpSync('web/theme', `${folder}/.vitepress/theme`, { recursive: true })
  cpSync('web/shared/copy.ts', `${folder}/.vitepress/shared/copy.ts`)
  write('.vitepress/config.mjs', formatConfig(groups, { base, output }))
}

function readFiles(folder: string): SiteFiles {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Map(
    files.flatMap((file) => {
      const path = join(file.parentPath, file.name)
      return file.isFile() ? [[path.slice(folder.length + 1), readFileSync(path)] as const] : []
    }),
  )
}
