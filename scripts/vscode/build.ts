import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { build } from 'esbuild'
import type { Manifest } from './package'
import { formatNotices } from './notices'
import { createPackage, fillTexts } from './package'
import type { PageSource } from './page'
import { createExtensionPage } from './page'

/** Files that are copied unchanged, by their path in the extension. */
const copies: Readonly<Record<string, string>> = {
  'package.json': 'editors/vscode/package.json',
  'package.nls.json': 'editors/vscode/package.nls.json',
  'CHANGELOG.md': 'editors/vscode/CHANGELOG.md',
  'LICENSE.txt': 'LICENSE',
  'schemas/answers.json': 'src/generated/answers.json',
  'media/mesh.css': 'editors/vscode/media/mesh.css',
  'icon.png': 'editors/vscode/icon.png',
  'icons/router-dark.svg': 'editors/vscode/icons/router-dark.svg',
  'icons/router-light.svg': 'editors/vscode/icons/router-light.svg',
  'language-configuration.json': 'editors/vscode/language-configuration.json',
  'syntaxes/openziti-router.tmLanguage.json':
    'editors/vscode/syntaxes/openziti-router.tmLanguage.json',
}

/**
 * Scripts of the extension by path. The same script runs on desktops and in browsers, and loads only the parts for its
 * host.
 */
const scripts: Readonly<Record<string, BuildOptions>> = {
  'extension.js': { entryPoints: ['editors/vscode/src/extension.ts'], format: 'cjs' },
  'server.js': { entryPoints: ['editors/vscode/src/server.ts'], format: 'cjs' },
  'media/mesh.js': {
    entryPoints: ['editors/vscode/webview/mesh.ts'],
    format: 'iife',
    // The page adopts its styles as constructed style sheets, which its content security policy allows.
    loader: { '.css': 'text' },
  },
}

type BuiltExtension = { folder: string; vsix: string; size: number }

/** Builds the extension into `build/` without network access. The build is reproducible. */
export async function buildExtension(
  root: string,
  output = 'build',
  source: PageSource = {},
): Promise<BuiltExtension> {
  const files = await collectFiles(root, source)
  const folder = resolve(root, output, 'vscode')
  rmSync(folder, { recursive: true, force: true })
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const texts = readJson(join(folder, 'package.nls.json')) as Record<string, string>
  const manifest = fillTexts(readJson(join(folder, 'package.json')) as Manifest, texts)
  const { name, content } = createPackage(manifest, files)
  const vsix = resolve(root, output, name)
  writeFileSync(vsix, content)
  return { folder, vsix, size: content.length }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

/** Collects all files of the extension, sorted by path. */
async function collectFiles(root: string, source: PageSource): Promise<Map<string, Uint8Array>> {
  const bundles = await Promise.all(
    Object.entries(scripts).map(async ([path, options]) => ({
      path,
      ...(await bundle(root, options)),
    })),
  )
  const inputs = new Set(bundles.flatMap((made) => made.inputs))
  return new Map(
    [
      ...[...Object.entries(copies), ...listPictures(root), ...listPages(root)].map(
        ([path, copied]): [string, Uint8Array] => [path, readFileSync(join(root, copied))],
      ),
      [
        'README.md',
        Buffer.from(
          createExtensionPage(readFileSync(join(root, 'editors/vscode/README.md'), 'utf8'), {
            ...source,
            readPicture: (path) => readFileSync(join(root, 'editors/vscode', path)),
          }),
        ),
      ] satisfies [string, Uint8Array],
      ...bundles.map(({ path, content }): [string, Uint8Array] => [path, content]),
      ['NOTICE.txt', Buffer.from(formatNotices(root, inputs))] satisfies [string, Uint8Array],
    ].sort(([left], [right]) => (left < right ? -1 : 1)),
  )
}

/** Lists the images of the walkthrough. */
const listPictures = (root: string): [path: string, source: string][] =>
  readdirSync(join(root, 'editors/vscode/images')).map((name) => [
    `images/${name}`,
    `editors/vscode/images/${name}`,
  ])

/** Lists the pages that the codes of findings link to if no site is published. */
const listPages = (root: string): [path: string, source: string][] =>
  [
    'docs/configuration.md',
    'docs/templates.md',
    ...readdirSync(join(root, 'docs/rules')).map((name) => `docs/rules/${name}`),
  ].map((path) => [path, path])

async function bundle(
  root: string,
  options: BuildOptions,
): Promise<{ content: Uint8Array; inputs: readonly string[] }> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    legalComments: 'none',
    target: 'es2022',
    platform: 'node',
    // Packages select their code for desktop or browser by these conditions.
    conditions: ['node', 'browser'],
    // Dynamic imports are inlined: the script also contains the code for the other host, but never runs it.
    supported: { 'dynamic-import': false },
    // The editor provides `vscode`. The others are native code and Graphviz, which the server does not need.
    external: ['vscode', 'classic-level', '@napi-rs/*', '@node-rs/*', '@viz-js/*'],
    // By default, the CommonJS build would be used, which cannot be tree-shaken.
    alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
    define: { PACKAGE_VERSION: JSON.stringify(version) },
  })
  const [file] = outputFiles
  if (!file) throw new Error('esbuild wrote no script')
  const [output] = Object.values(metafile.outputs)
  return {
    content: file.contents,
    inputs: Object.entries(output?.inputs ?? {})
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  }
}
