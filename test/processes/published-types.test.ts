import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { decode } from '@jridgewell/sourcemap-codec'
import ts from 'typescript'
import { build } from 'tsup'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPart } from '../support/build-package.js'
import { copyPackage, makeFolder, remove } from '../support/program.js'

/** What a program does with each entry: it names types, calls functions, and narrows what they return. */
const uses = {
  routerfile: `
    import { fleet, generate, lint, lintFile, load, rules, schema, targets, upgrade } from 'routerfile'
    import { stringify } from 'routerfile'
    import type { Answers, Diagnostic, RouterConfig, RouterFile, Rule, RuleId, Target } from 'routerfile'
    const target: Target = '2.0.3'
    const off: RuleId = 'no-links'
    export const quiet = lint('v: 3', { target, rules: { [off]: 'off', other: 'info' } })
    const identity = { cert: 'a', server_cert: 'b', key: 'c', ca: 'd' }
    const file: RouterFile = { v: 3, identity, ctrl: { endpoint: 'tls:a:1' } }
    export const written: string = stringify(file, { target: '9.9' })
    const found: Diagnostic[] = lint('v: 3', { target: targets[0]?.line ?? '2.0' })
    const loaded = load('v: 3')
    export const config: RouterConfig | undefined = loaded.ok ? loaded.config : undefined
    export const ids = rules.map((rule: Rule) => rule.id)
    const answers: Answers = { name: 'north' }
    const made = generate(answers)
    export const text: string = made.ok ? made.text : ''
    export const changes = upgrade('v: 3', { from: '1.6' }).map(({ kind, path }) => ({ kind, path }))
    export const later: Promise<Diagnostic[]> = lintFile('router.yaml', { checks: ['files'] })
    export const all = [...found, ...fleet([{ path: 'a', text: '' }]).flat()]
    export const title = schema({ target: '2.0' })['title']
  `,
  'routerfile/core': `
    import { applyEdits, describe as describeKey, effective, fix, importRouterFile, lint, presets, readAnswers } from 'routerfile/core'
    import type { Description, Diagnostic, Effective } from 'routerfile/core'
    export const keys: Description[] = describeKey('link.dialers[].split')
    export const values: Effective[] = effective('v: 3', { env: { HOME: '/root' } })
    export const imported = importRouterFile('v: 3')
    const { text, applied } = fix('v: 3', { target: '2.0', unsafe: true })
    export const fixed: readonly [string, Diagnostic[]] = [text, applied]
    export const edited: string = applyEdits('v: 3', lint('v: 3')[0]?.fix?.edits ?? [])
    export const summaries = Object.values(presets).map(({ summary }) => summary)
    export const { diagnostics } = readAnswers('name: north')
  `,
  'routerfile/language': `
    import { codeActions, complete, hover, legend, rename, resolveCompletion, viewOf } from 'routerfile/language'
    import type { Completion, View } from 'routerfile/language'
    const view: View = viewOf('v: 3', {}, { before: viewOf('v: 2') })
    const completions: Completion[] = complete(view, 0)
    export const documentation = completions.map(
      ({ resolve }) => resolve && resolveCompletion(view, resolve).documentation,
    )
    export const actions = codeActions(view, { start: 0, end: 4 }).map(({ title }) => title)
    export const contents: string | undefined = hover(view, 0)?.contents
    const renamed = rename(view, 0, 'other')
    export const refusal = 'refusal' in renamed ? renamed.refusal : renamed.length
    export const first: 'namespace' = legend.types[0]
  `,
  'routerfile/management': `
    import { clientOf, createClient, edgeRouters, ManagementError } from 'routerfile/management'
    import type { Client, EdgeRouter, Page } from 'routerfile/management'
    const options = { url: 'https://ctrl.example.com:1280', credentials: { username: 'a', password: 'b' } }
    export const whole: Client = createClient(options)
    const client: Client<'edgeRouters'> = clientOf({ edgeRouters }, options)
    export async function list(): Promise<Page<EdgeRouter> | number> {
      try {
        return await client.edgeRouters.list({ where: ({ name }) => name.contains('north'), sort: 'name desc' })
      } catch (error) {
        if (error instanceof ManagementError) return error.status
        throw error
      }
    }
  `,
  'routerfile/management/node': `
    import { fetchCas, nodeFetch } from 'routerfile/management/node'
    import type { ConnectionOptions } from 'routerfile/management/node'
    const connection: ConnectionOptions = { ca: '', proxy: false }
    export const ended: Promise<void> = nodeFetch(connection).close()
    export const ca = (): Promise<string> => fetchCas({ url: 'https://ctrl.example.com', fingerprint: '' })
  `,
  'routerfile/management/service': `
    import { createService, ListenError, StoreError } from 'routerfile/management/service'
    import type { ManagementService, ServiceOptions } from 'routerfile/management/service'
    const options: ServiceOptions = { data: ':memory:', admin: { username: 'a', password: 'b' } }
    export async function start(): Promise<string | undefined> {
      const service: ManagementService = await createService(options)
      try {
        return (await service.listen({ port: 0 })).url
      } catch (error) {
        if (error instanceof ListenError || error instanceof StoreError) return error.message
        throw error
      }
    }
  `,
} as const

type Entry = keyof typeof uses

const entries = Object.keys(uses) as Entry[]

/** Entries that run anywhere need no types of Node. */
const isForBrowsers = (entry: Entry): boolean =>
  ['routerfile/core', 'routerfile/language', 'routerfile/management'].includes(entry)

const writeUses = (extension: string, isUsed: (entry: Entry) => boolean = () => true) =>
  Object.fromEntries(
    entries
      .filter(isUsed)
      .map((entry) => [`${entry.replaceAll('/', '-')}.${extension}`, uses[entry]]),
  )

const requires = `
  import routerfile = require('routerfile')
  export const found: routerfile.Diagnostic[] = routerfile.lint('v: 3')
`

const settings = {
  node16: {
    module: ts.ModuleKind.Node16,
    files: { ...writeUses('mts'), ...writeUses('cts'), 'require.cts': requires },
  },
  nodenext: {
    module: ts.ModuleKind.NodeNext,
    files: { ...writeUses('mts'), ...writeUses('cts'), 'require.cts': requires },
  },
  bundler: {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    files: writeUses('ts'),
  },
  'bundler without Node': {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
    files: writeUses('ts', isForBrowsers),
  },
}

const libraryOptions = findPart('core')

const project = makeFolder({
  'package.json': '{ "private": true }',
  ...Object.fromEntries(
    Object.entries(settings).flatMap(([name, { files }]) =>
      Object.entries(files).map(([file, text]) => [`${name}/${file}`, text]),
    ),
  ),
})
const installed = join(project, 'node_modules/routerfile')
const published = join(installed, 'dist')

beforeAll(async () => {
  await installPackage()
  for (const name of ['@types', 'undici-types'])
    symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name))
})

afterAll(() => remove(project))

/**
 * Builds the library as it is published, into a project that is outside of this one. The types are the same without a
 * check of the sources, which takes as long as all the rest and is left to `npm run check`.
 */
async function installPackage(): Promise<void> {
  copyPackage(installed)
  await build({
    ...libraryOptions,
    config: false,
    outDir: published,
    dts: { compilerOptions: { ...Object(libraryOptions.dts).compilerOptions, noCheck: true } },
    onSuccess: () => Promise.resolve(),
  })
}

describe('a strict project compiles', () => {
  test.each(Object.entries(settings))(
    'with %s',
    (name, { files, ...options }) => {
      const compiled = ts.createProgram(
        Object.keys(files).map((file) => join(project, name, file)),
        {
          target: ts.ScriptTarget.ES2022,
          types: ['node'],
          lib: ['lib.es2023.d.ts'],
          typeRoots: [join(project, 'node_modules/@types')],
          ...options,
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: false,
          noEmit: true,
        },
      )
      // Only those of the project and of the package: the types of Node and of the language are not ours.
      const mistakes = compiled
        .getSourceFiles()
        .filter(({ fileName }) => !/\/node_modules\/(?!routerfile\/)/.test(fileName))
        .flatMap((file) => ts.getPreEmitDiagnostics(compiled, file))
        .map(
          ({ file, messageText }) =>
            `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
        )
      expect(mistakes).toEqual([])
    },
    120_000,
  )
})

describe('a project in JavaScript', () => {
  const print = 'console.log(lint("v: 3").length > 0, targets[0].line)'

  test.each([
    ['imports', 'module', `import { lint, targets } from 'routerfile'; ${print}`],
    ['requires', 'commonjs', `const { lint, targets } = require('routerfile'); ${print}`],
  ])('%s the package', (_, type, code) => {
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [`--input-type=${type}`, '--eval', code],
      { cwd: project, encoding: 'utf8' },
    )
    expect({ stdout, stderr }).toEqual({
      stdout: expect.stringMatching(/^true \d+\.\d+\n$/),
      stderr: expect.any(String),
    })
  })
})

/** Every declaration file of the package. */
const readDeclarations = (): ts.SourceFile[] =>
  readdirSync(published)
    .filter((name) => name.endsWith('.d.ts'))
    .map((name) =>
      ts.createSourceFile(
        join(published, name),
        readFileSync(join(published, name), 'utf8'),
        ts.ScriptTarget.Latest,
        true,
      ),
    )

const isNamed = (
  node: ts.Node,
): node is
  | ts.TypeAliasDeclaration
  | ts.InterfaceDeclaration
  | ts.ClassDeclaration
  | ts.FunctionDeclaration =>
  ts.isTypeAliasDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isFunctionDeclaration(node)

const isExport = ({ kind }: ts.ModifierLike): boolean => kind === ts.SyntaxKind.ExportKeyword

/** The types and functions that a file exports or, if it is a declaration file, declares; bundlers number names that several files have. */
const listNames = (file: ts.SourceFile): string[] =>
  file.statements
    .filter(isNamed)
    .filter(({ modifiers }) => file.isDeclarationFile || modifiers?.some(isExport))
    .flatMap(({ name }) => (name ? [name.text.replace(/\$\d+$/, '')] : []))

const listSources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))

/** Where a value comes from, which `effective` tells. */
const publicNames = ['Origin']

/** What reads YAML and what reading observes: no concern of those who use the package. */
const isInternal = (path: string): boolean =>
  /^src\/(yaml\/|document\/document|schema\/(observation|read|reader|places)\.ts)/.test(path)

test('the types of the package name no nodes, events or observations of the reader', () => {
  const names = (paths: readonly string[]): Set<string> =>
    new Set(
      paths.flatMap((path) =>
        listNames(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)),
      ),
    )
  const sources = listSources('src')
  const others = new Set([...publicNames, ...names(sources.filter((path) => !isInternal(path)))])
  const internal = [...names(sources.filter(isInternal))].filter((name) => !others.has(name))
  expect(internal).toEqual(expect.arrayContaining(['MapNode', 'Observation', 'resolveAlias']))
  const declared = new Set(readDeclarations().flatMap(listNames))
  expect(internal.filter((name) => declared.has(name))).toEqual([])
})

type Member =
  ts.PropertySignature | ts.MethodSignature | ts.PropertyDeclaration | ts.MethodDeclaration

const isMember = (node: ts.Node): node is Member =>
  ts.isPropertySignature(node) ||
  ts.isMethodSignature(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isMethodDeclaration(node)

/** The members of a type at any depth, by their path. What a function takes is described where the function is. */
function listMembers(node: ts.Node, owner: string): { path: string; name: ts.PropertyName }[] {
  if (ts.isParameter(node)) return []
  const path = isMember(node) ? `${owner}.${node.name.getText()}` : owner
  const below: { path: string; name: ts.PropertyName }[] = []
  ts.forEachChild(node, (child) => void below.push(...listMembers(child, path)))
  return isMember(node) ? [{ path, name: node.name }, ...below] : below
}

/** Exports of the package, and members of their types, that have no description. */
function findUndescribed(): string[] {
  const { entry = {} } = libraryOptions
  const files = Object.keys(entry).map((name) => join(published, `${name}.d.ts`))
  const types = ts.createProgram(files, { types: [], noLib: true })
  const checker = types.getTypeChecker()
  const isDescribed = (symbol: ts.Symbol | undefined): boolean =>
    symbol !== undefined && symbol.getDocumentationComment(checker).length > 0
  const resolveSymbol = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  const exported = files
    .flatMap((path) => types.getSourceFile(path) ?? [])
    .flatMap((file) => checker.getSymbolAtLocation(file) ?? [])
    .flatMap((module) => checker.getExportsOfModule(module))
  const members = exported
    // The kinds of fields to filter by, under names that records describe.
    .filter(({ name }) => !name.endsWith('Symbols'))
    .flatMap((symbol) =>
      (resolveSymbol(symbol).declarations ?? [])
        .filter((node) => isNamed(node) && !ts.isFunctionDeclaration(node))
        .flatMap((node) => listMembers(node, symbol.name)),
    )
  return [
    ...exported.filter((symbol) => !isDescribed(resolveSymbol(symbol))).map(({ name }) => name),
    ...members
      .filter(({ name }) => !isDescribed(checker.getSymbolAtLocation(name)))
      .map(({ path }) => path),
  ]
}

test('the types of the package describe every export and every member', () => {
  expect([...new Set(findUndescribed())].sort()).toEqual([])
})

describe('source maps', () => {
  type SourceMap = { sources: string[]; sourcesContent?: unknown; mappings: string }

  const readMaps = () =>
    readdirSync(published)
      .filter((name) => name.endsWith('.js.map'))
      .map((name) => {
        const map: SourceMap = JSON.parse(readFileSync(join(published, name), 'utf8'))
        return { code: readFileSync(join(published, name.replace('.map', '')), 'utf8'), map }
      })

  /** The place in the sources of the line of the bundle that contains a text. */
  function findSource(text: string): { file: string; line: number } | undefined {
    for (const { code, map } of readMaps()) {
      const index = code.split('\n').findIndex((item) => item.includes(text))
      const [segment] = decode(map.mappings)[index] ?? []
      if (segment === undefined || segment.length < 4) continue
      const [, source = 0, line = 0] = segment
      return { file: resolve(published, map.sources[source] ?? ''), line: line + 1 }
    }
    return undefined
  }

  const readLine = (path: string, line: number): string =>
    readFileSync(path, 'utf8').split('\n')[line - 1] ?? ''

  test('lead from the bundle to the line of the source', () => {
    const text = 'the default target is known'
    const { file = '', line = 0 } = findSource(text) ?? {}
    expect(file).toBe(resolve('src/language/view.ts'))
    expect(readLine(file, line)).toContain(text)
  })

  test('lead from a stack trace to the line of the source', () => {
    const { stderr } = spawnSync(
      process.execPath,
      [
        '--enable-source-maps',
        '--input-type=module',
        '--eval',
        `import { load } from 'routerfile'; load(null)`,
      ],
      { cwd: project, encoding: 'utf8' },
    )
    const [, file = '', line = ''] = /\((\/\S+):(\d+):\d+\)/.exec(stderr) ?? []
    expect(file).toBe(resolve('src/schema/check-arguments.ts'))
    expect(readLine(file, Number(line))).toContain('new TypeError')
  })

  test('hold no text of the sources', () => {
    expect(readMaps().length).toBeGreaterThan(5)
    expect(readMaps().filter(({ map }) => map.sourcesContent !== undefined)).toEqual([])
  })
})
