import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const folders = ['src', 'server', 'schemas', 'test', 'bench']

const paths = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      normalize(join(folder, name)),
    ),
  )
  .filter((path) => path.endsWith('.ts'))

const isGenerated = (path: string): boolean => path.startsWith('src/generated/')

const files = paths.map((path) => ({
  path,
  source: ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true),
}))

const own = files.filter(({ path }) => !isGenerated(path))

function* nodesOf(node: ts.Node): Generator<ts.Node> {
  const open = [node]
  for (let next = open.pop(); next; next = open.pop()) {
    yield next
    next.forEachChild((child) => void open.push(child))
  }
}

const lineOf = (node: ts.Node): number =>
  node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1

/** Modules that a file imports: ours by path, others by name; those that only give types are left out where asked. */
function importsOf(
  { path, source }: { path: string; source: ts.SourceFile },
  withTypes: boolean,
): string[] {
  return [...nodesOf(source)].flatMap((node) => {
    const specifier =
      ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
        ? node.moduleSpecifier
        : ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
          ? node.arguments[0]
          : undefined
    if (!specifier || !ts.isStringLiteral(specifier)) return []
    const isType =
      (ts.isImportDeclaration(node) &&
        node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword) ||
      (ts.isExportDeclaration(node) && node.isTypeOnly)
    if (isType && !withTypes) return []
    const name = specifier.text
    return name.startsWith('.')
      ? [normalize(join(dirname(path), name)).replace(/\.js$/, '.ts')]
      : [name]
  })
}

const graph = new Map(files.map((file) => [file.path, importsOf(file, false)]))

function reach(entry: string): Set<string> {
  const seen = new Set<string>()
  const open = [entry]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    open.push(...(graph.get(next) ?? []))
  }
  return seen
}

describe('every file', () => {
  test('is found', () => {
    expect(own.length).toBeGreaterThan(100)
    expect(
      [...graph.values()]
        .flat()
        .filter((path) => path.startsWith('src/') && path.endsWith('.ts') && !graph.has(path)),
    ).toEqual([])
  })

  test('has no any, no suppressed error, no enum, no default export', () => {
    const faults = own.flatMap(({ path, source }) =>
      [...nodesOf(source)].flatMap((node) => {
        const isBad =
          node.kind === ts.SyntaxKind.AnyKeyword ||
          ts.isEnumDeclaration(node) ||
          ts.isNonNullExpression(node) ||
          ts.isModuleDeclaration(node) ||
          ts.isExportAssignment(node)
        return isBad ? [`${path}:${lineOf(node)} ${node.getText().slice(0, 40)}`] : []
      }),
    )
    expect(faults).toEqual([])
    expect(
      own
        .filter(
          ({ source }) =>
            /@ts-(ignore|expect-error|nocheck)|eslint-disable/.test(source.text) &&
            !source.fileName.includes('project.test'),
        )
        .map(({ path }) => path),
    ).toEqual([])
  })

  test('asserts types only where generated data comes in', () => {
    // Bodies and records of the service are checked by the contract, and come in as JSON.
    const service = [
      'behaviours/index',
      'crud',
      'filterable',
      'kinds/policies',
      'records-in',
      'roles',
    ].map((name) => `src/management/service/${name}.ts`)
    const edges = new Set([
      'src/schema/read.ts',
      'src/schema/compile.ts',
      'src/document.ts',
      'src/configuration/read.ts',
      ...service,
    ])
    const asserts = own
      .filter(({ path }) => /^(src|server)\//.test(path) && !edges.has(path))
      .flatMap(({ path, source }) =>
        [...nodesOf(source)]
          .filter((node) => ts.isAsExpression(node) && node.type.getText() !== 'const')
          .map((node) => `${path}:${lineOf(node)} ${node.getText().slice(0, 60)}`),
      )
    expect(asserts).toEqual([])
  })
})

describe('the imports', () => {
  test('make no cycle, those of types included', () => {
    const all = new Map(files.map((file) => [file.path, importsOf(file, true)]))
    const cycles: string[] = []
    const state = new Map<string, 'open' | 'done'>()
    const visit = (path: string, trail: readonly string[]): void => {
      if (state.get(path) === 'open')
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' > '))
      if (state.has(path)) return
      state.set(path, 'open')
      for (const next of all.get(path) ?? []) visit(next, [...trail, path])
      state.set(path, 'done')
    }
    for (const path of all.keys()) visit(path, [])
    expect(cycles).toEqual([])
  })

  test('of the core reach no module of Node', () => {
    expect(
      [
        ...reach('src/core.ts'),
        ...reach('src/language/index.ts'),
        ...reach('src/management/index.ts'),
      ].filter((name) => name.startsWith('node:')),
    ).toEqual([])
    expect([...reach('src/core.ts')].length).toBeGreaterThan(100)
    expect(
      [...reach('src/management/index.ts')].filter((path) => /contract|service/.test(path)),
    ).toEqual([])
  })

  /** What the files of a folder may import from us, types included; longest prefix first. */
  const allowed: readonly (readonly [from: string, to: readonly string[]])[] = [
    [
      'src/generated/',
      ['src/configuration/schema.ts', 'src/schema/key.ts', 'src/schema/target.ts'],
    ],
    ['src/yaml/', ['src/yaml/']],
    ['src/formats/', ['src/formats/']],
    ['src/diagnostic.ts', []],
    ['src/secret.ts', []],
    ['src/expand.ts', []],
    ['src/once.ts', []],
    ['src/recognition/', ['src/recognition/', 'src/generated/schema.ts', 'src/schema/suggest.ts']],
    ['src/document.ts', ['src/yaml/index.ts', 'src/diagnostic.ts', 'src/once.ts']],
    ['src/edit/', ['src/edit/', 'src/diagnostic.ts', 'src/document.ts', 'src/yaml/index.ts']],
    ['src/schema/router.ts', ['src/schema/', 'src/generated/']],
    [
      'src/schema/',
      [
        'src/schema/',
        'src/edit/',
        'src/formats/',
        'src/yaml/index.ts',
        'src/diagnostic.ts',
        'src/document.ts',
        'src/expand.ts',
        'src/once.ts',
        'src/secret.ts',
        'src/generated/config.ts',
      ],
    ],
    [
      'src/lint/rules/',
      [
        'src/lint/',
        'src/once.ts',
        'src/edit/',
        'src/formats/',
        'src/diagnostic.ts',
        'src/document.ts',
        'src/yaml/index.ts',
        'src/schema/suggest.ts',
        'src/schema/words.ts',
        'src/schema/target.ts',
        'src/schema/draft.ts',
      ],
    ],
    [
      'src/lint/fleet/',
      [
        'src/lint/',
        'src/formats/',
        'src/diagnostic.ts',
        'src/document.ts',
        'src/yaml/index.ts',
        'src/schema/',
      ],
    ],
    [
      'src/lint/',
      [
        'src/lint/',
        'src/once.ts',
        'src/edit/',
        'src/formats/',
        'src/diagnostic.ts',
        'src/document.ts',
        'src/expand.ts',
        'src/schema/draft.ts',
        'src/schema/target.ts',
      ],
    ],
    [
      'src/generate/',
      [
        'src/generate/',
        'src/configuration/check.ts',
        'src/configuration/plain.ts',
        'src/diagnostic.ts',
        'src/document.ts',
        'src/edit/',
        'src/formats/',
        'src/generated/',
        'src/lint/',
        'src/load.ts',
        'src/effective.ts',
        'src/fix.ts',
        'src/once.ts',
        'src/schema/',
        'src/yaml/write.ts',
      ],
    ],
    [
      'src/configuration/',
      [
        'src/configuration/',
        'src/diagnostic.ts',
        'src/document.ts',
        'src/yaml/index.ts',
        'src/schema/key.ts',
        'src/schema/suggest.ts',
        'src/schema/words.ts',
        'src/generated/configuration.',
      ],
    ],
    ['src/management/filter/', ['src/management/filter/']],
    ['src/management/node/', ['src/management/', 'src/generated/management/operations.ts']],
    [
      'src/management/service/body/',
      [
        'src/management/service/body/',
        'src/management/service/failure.ts',
        'src/management/operation.ts',
      ],
    ],
    ['src/management/service/filter/', ['src/management/service/filter/']],
    ['src/management/service/store/', ['src/management/service/store/']],
    ['src/management/service/', ['src/management/', 'src/generated/management/', 'src/formats/']],
    ['src/management/', ['src/management/', 'src/generated/management/']],
    [
      'src/suppressions/',
      [
        'src/suppressions/',
        'src/once.ts',
        'src/lint/',
        'src/diagnostic.ts',
        'src/document.ts',
        'src/schema/suggest.ts',
      ],
    ],
    [
      'src/upgrade/',
      [
        'src/upgrade/',
        'src/edit/',
        'src/schema/',
        'src/lint/',
        'src/generated/',
        'src/yaml/index.ts',
        'src/analyze.ts',
        'src/diagnostic.ts',
        'src/document.ts',
        'src/effective.ts',
        'src/expand.ts',
        'src/secret.ts',
      ],
    ],
    [
      'server/',
      [
        'server/',
        'src/analyze.ts',
        'src/baseline.ts',
        'src/cli/baseline-file.ts',
        'src/cli/configuration-search.ts',
        'src/cli/configured.ts',
        'src/cli/flags.ts',
        'src/cli/settings.ts',
        'src/cli/version.ts',
        'src/cli/walk.ts',
        'src/configuration/',
        'src/diagnostic.ts',
        'src/document.ts',
        'src/edit/',
        'src/expand.ts',
        'src/file.ts',
        'src/hash.ts',
        'src/recognition/recognize.ts',
        'src/language/index.ts',
        'src/lint/',
        'src/load.ts',
        'src/once.ts',
        'src/schema/router.ts',
        'src/suppressions/',
        'src/world/',
      ],
    ],
    ['src/world/', ['src/world/', 'src/lint/host.ts']],
    [
      'src/language/',
      [
        'src/language/',
        'src/analyze.ts',
        'src/core.ts',
        'src/diagnostic.ts',
        'src/document.ts',
        'src/edit/',
        'src/effective.ts',
        'src/expand.ts',
        'src/fix.ts',
        'src/formats/',
        'src/generated/texts.ts',
        'src/recognition/recognize.ts',
        'src/lint/',
        'src/load.ts',
        'src/once.ts',
        'src/schema/',
        'src/secret.ts',
        'src/suppressions/',
        'src/yaml/index.ts',
      ],
    ],
  ]

  test('go downward', () => {
    const wrong = own.flatMap((file) => {
      const rule = allowed.find(([from]) => file.path.startsWith(from))
      if (!rule) return []
      return importsOf(file, true)
        .filter(
          (path) => /^(src|server)\//.test(path) && !rule[1].some((to) => path.startsWith(to)),
        )
        .map((path) => `${file.path} imports ${path}`)
    })
    expect(wrong).toEqual([])
  })

  test('of packages are few, each behind one folder', () => {
    const packages = new Map([
      ['ipaddr.js', /^src\/(formats|lint)\//],
      ['classic-level', /^src\/management\/service\/store\//],
      ['jose', /^src\/(generate|management\/service)\//],
      ['to-regex-range', /^src\/schema\/patterns\.ts$/],
      ['undici', /^src\/management\/node\//],
      ['yaml', /^src\/yaml\/write\.ts$/],
      ['@napi-rs/keyring', /^src\/cli\/connection\//],
      ...[
        'vscode-languageserver',
        'vscode-languageserver-textdocument',
        'vscode-languageserver/browser',
        'vscode-languageserver/node',
      ].map((name) => [name, /^server\//] as const),
      ...[
        '@node-rs/argon2',
        '@peculiar/asn1-cms',
        '@peculiar/asn1-csr',
        '@peculiar/asn1-schema',
        '@peculiar/asn1-x509',
        'ajv',
        'esbuild',
        'lean-qr',
        'lean-qr/extras/node_export',
        're2js',
      ].map((name) => [name, /^src\/management\/service\//] as const),
      ...[
        '@clack/prompts',
        'csv-parse/sync',
        'diff',
        'ignore',
        'is-unicode-supported',
        'picomatch',
        'supports-hyperlinks',
      ].map((name) => [name, /^src\/cli\//] as const),
    ])
    const used = own
      .filter(({ path }) => /^(src|server)\//.test(path))
      .flatMap((file) =>
        importsOf(file, false)
          .filter((name) => !/^(src|server|node:)/.test(name))
          .map((name) => ({ name, path: file.path })),
      )
    expect(used.filter(({ name, path }) => !packages.get(name)?.test(path))).toEqual([])
  })
})

describe('the lock file', () => {
  const text = readFileSync('package-lock.json', 'utf8')
  const {
    packages,
  }: { packages: Record<string, { optionalDependencies?: Record<string, string> }> } =
    JSON.parse(text)

  test('names no registry', () => {
    expect(text).not.toMatch(/"resolved"/)
  })

  test('has every optional package, without which a clean install refuses it', () => {
    const wanted = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    )
    expect(
      wanted.filter(
        (name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)),
      ),
    ).toEqual([])
    expect(wanted.length).toBeGreaterThan(20)
  })
})
