import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { build, transform } from 'esbuild'
import type { Options } from 'tsup'
import { defineConfig } from 'tsup'
import manifest from '../package.json'
import { pureConstants } from './pure-constants'
import { requireTypes } from './require-types'
import { withoutExamples } from './without-examples'

/**
 * The CommonJS build of the package `yaml`, which Node would load, requires modules of Node. Bundles that include the
 * core use the other build instead.
 */
const yamlForAll: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'yaml-for-all',
  setup: (plugin) =>
    plugin.onResolve({ filter: /^yaml$/ }, () => ({
      path: resolve('node_modules/yaml/browser/index.js'),
      sideEffects: false,
    })),
}

const common = {
  format: 'esm',
  target: 'node20',
  silent: true,
  minify: true,
  // Small, and faster to load as part of one file than from node_modules.
  noExternal: [/^(?!classic-level$|@napi-rs\/|@node-rs\/|@viz-js\/)/],
  // Native code cannot be bundled, and Graphviz is as large as everything else.
  external: ['classic-level', /^@napi-rs\//, /^@node-rs\//, /^@viz-js\//],
  esbuildPlugins: [yamlForAll],
  define: {
    PACKAGE_VERSION: JSON.stringify(manifest.version),
    ...('homepage' in manifest && { PACKAGE_HOMEPAGE: JSON.stringify(manifest.homepage) }),
  },
} satisfies Options

/** Modules that are bundled into separate files and loaded on demand; the rest of the program does not need them. */
const apart = {
  'baseline-file': 'src/project/baseline-file.ts',
  configurations: 'src/project/configurations.ts',
  git: 'src/project/git.ts',
  help: 'src/cli/help.ts',
  hyperlinks: 'src/cli/ui/hyperlinks.ts',
  ignored: 'src/project/ignored.ts',
  jobs: 'src/cli/jobs.ts',
  'lint-cache': 'src/project/lint-cache.ts',
  pattern: 'src/project/pattern.ts',
  'print-config': 'src/cli/commands/lint/print-config.ts',
  prompts: 'src/cli/ui/prompts.ts',
  'replace-file': 'src/project/replace-file.ts',
  statistics: 'src/cli/commands/lint/statistics.ts',
  stopwatch: 'src/cli/ui/stopwatch.ts',
  undici: 'src/management/client/node/undici.ts',
  watch: 'src/cli/commands/lint/watch.ts',
}

/** Lists the modules that an index loads on demand, as entries. */
function listLoadedLater(index: string): Record<string, string> {
  const imports = readFileSync(index, 'utf8').matchAll(/import\('\.\.\/(.*)\.js'\)/g)
  return Object.fromEntries(
    Array.from(imports, ([, path = '']) => [basename(path), `src/${path}.ts`]),
  )
}

/**
 * Also loaded on demand, but these use most of the core and share it, because none of them has to start as fast as
 * `lint`.
 */
const sharing = {
  ...listLoadedLater('src/generated/commands.ts'),
  ...listLoadedLater('src/generated/formats.ts'),
  embedded: 'src/embedded/embedded.ts',
  fixing: 'src/cli/fixing.ts',
  'language-server': 'server/language-server.ts',
  network: 'src/cli/live/network.ts',
  pkcs7: 'src/management/client/node/pkcs7.ts',
  // Always loaded with other files. As a separate file it saves 2 MB: to compile a file, V8 needs many times its size,
  // and does not return all of that.
  protocol: 'server/protocol.ts',
  'server-commands': 'server/generated/server-commands.ts',
  service: 'src/management/service/index.ts',
  serving: 'src/cli/commands/serve/serving.ts',
  worker: 'src/cli/worker.ts',
}

const loadApart: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'load-apart',
  setup: (plugin) =>
    plugin.onResolve(
      { filter: new RegExp(`/(${Object.keys({ ...apart, ...sharing }).join('|')})\\.js$`) },
      ({ kind, path }) =>
        kind === 'dynamic-import'
          ? { path: `./${basename(path, '.js')}.cjs`, external: true }
          : undefined,
    ),
}

/** Embeds the code of the service's worker threads as a string in the bundle of the service. */
const inlineWorker: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'inline-worker',
  setup: (plugin) =>
    plugin.onLoad({ filter: /service[\\/]schemas[\\/]worker-text\.ts$/ }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [join(dirname(path), 'worker.ts')],
        bundle: true,
        write: false,
        minify: true,
        platform: 'node',
        target: common.target,
        format: 'cjs',
      })
      const text = outputFiles.map((file) => file.text).join('')
      return {
        contents: `export const readWorkerText = () => ${JSON.stringify(text)}`,
        loader: 'js',
      }
    }),
}

/**
 * The language server library loads modules of Node for transports other than standard streams, which takes a tenth of
 * the time until the server answers. This loads them on first use.
 */
const builtinsOnUse: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'builtins-on-use',
  setup: (plugin) => {
    plugin.onResolve({ filter: /^(?:child_process|crypto|net)$/ }, ({ path, importer }) =>
      /[\\/]vscode-(?:jsonrpc|languageserver)[\\/]/.test(importer)
        ? { path, namespace: 'on-use' }
        : undefined,
    )
    plugin.onLoad({ filter: /.*/, namespace: 'on-use' }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get: (_, name) => process.getBuiltinModule('${path}')[name] })`,
      loader: 'js',
    }))
  },
}

/** Keeps only one copy of the service in the package: its ES module re-exports the CommonJS file of the program. */
const shareService: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'share-service',
  setup: (plugin) => {
    plugin.onResolve({ filter: /^\.\/service\.cjs$/ }, ({ path }) => ({ path, external: true }))
    plugin.onLoad({ filter: /[\\/]management[\\/]service[\\/]index\.ts$/ }, () => ({
      contents: "export { createService, ListenError, StoreError } from './service.cjs'",
      loader: 'js',
    }))
  },
}

/**
 * Converts the chunks to CommonJS, because esbuild can only split ES modules, and the conversion of tsup breaks class
 * fields. The exports are assigned at the end of a chunk: esbuild would define two getters for each, which takes time
 * and memory.
 */
const toCommonJs: NonNullable<Options['plugins']>[number] = {
  name: 'to-common-js',
  renderChunk: async (code, { entryPoint }) => {
    const names = findExports(code)
    const properties = [...names].map(([exported, local]) => `${exported}:${local}`)
    const { code: commonJs } = await transform(
      // A function, because names with `$` would be placeholders in a string.
      code.replace(exportStatement, () => `module.exports={${properties.join()}};`),
      { format: 'cjs', platform: 'node', minify: true, target: common.target },
    )
    // Never runs: Node searches the text for names that ES modules can import.
    const note =
      entryPoint === undefined || names.size === 0
        ? ''
        : `0&&(module.exports={${[...names.keys()].join()}});\n`
    return { code: commonJs + note }
  },
}

/** The `export` statement of a chunk, after which only licenses follow. */
const exportStatement = /export\s*\{([^{}]*)\};?(?=\s*(?:\/\*[^]*\*\/\s*)?$)/

/** Finds the local names of the values that a chunk exports, by the exported names. */
function findExports(code: string): ReadonlyMap<string, string> {
  const [, list = ''] = exportStatement.exec(code) ?? []
  return new Map(
    list.split(',').flatMap((item): [string, string][] => {
      const [local = '', exported = local] = item.trim().split(/\s+as\s+/)
      return exported === '' ? [] : [[exported, local]]
    }),
  )
}

/**
 * Escapes non-ASCII characters: V8 stores a string with a character outside of Latin-1 in two bytes per character, and
 * reads it more slowly. esbuild escapes such characters in strings, but not in regular expressions and comments.
 */
const escapeNonAscii: NonNullable<Options['plugins']>[number] = {
  name: 'escape-non-ascii',
  renderChunk: (code) => ({
    code: code.replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  }),
}

/**
 * Makes the language server load its largest chunk first. What is allocated while V8 compiles a chunk, for example the
 * larger table of all names, lies above the memory of the compilation, which then cannot be returned. With the largest
 * chunk first, when little memory is in use, the idle server needs 2 MB less.
 */
const largestChunkFirst: NonNullable<Options['plugins']>[number] = {
  name: 'largest-chunk-first',
  buildEnd: ({ writtenFiles }) => {
    const server = 'dist/language-server.cjs'
    const code = readFileSync(server, 'utf8')
    const chunks = writtenFiles.filter(({ name }) => code.includes(`"./${basename(name)}"`))
    const [largest] = chunks.toSorted((left, right) => right.size - left.size)
    if (!largest) throw new Error(`${server} loads no chunk`)
    writeFileSync(server, code.replace('\n', `\nrequire("./${basename(largest.name)}");`))
  },
}

/**
 * Removes the summaries and defaults of rules from the schema of configurations, because the rules contain them, too.
 */
const withoutRuleFacts: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'without-rule-facts',
  setup: (plugin) =>
    plugin.onLoad({ filter: /generated[\\/]configuration\.json$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll(
        /("\$ref": "#\/\$defs\/severity"),\s*"description": "(?:[^"\\]|\\.)*",\s*"default": "\w+"/g,
        '$1',
      ),
      loader: 'json',
    })),
}

const commonJs = {
  ...common,
  format: 'cjs',
  esbuildPlugins: [yamlForAll, loadApart, inlineWorker, withoutRuleFacts],
  esbuildOptions: (options) => void (options.supported = { 'dynamic-import': false }),
} satisfies Options

/** The schemas of the package, minified. */
const publishedSchemas = {
  'answers.schema.json': 'src/generated/answers.json',
  'config.schema.json': 'src/generated/configuration.json',
  'openapi.json': 'src/generated/management/openapi.json',
  'report.schema.json': 'src/cli/formats/report.schema.json',
  'schema.json': 'src/generated/schema.json',
}

function writeSchemas(): Promise<void> {
  for (const [name, source] of Object.entries(publishedSchemas))
    writeFileSync(`dist/${name}`, JSON.stringify(JSON.parse(readFileSync(source, 'utf8'))))
  return Promise.resolve()
}

/** The program, its worker threads and its entry points in one file each, for an executable without other files. */
export const wholeProgram = {
  ...commonJs,
  entry: {
    cli: 'src/cli.ts',
    executable: 'src/executable.ts',
    program: 'src/cli/program.ts',
    worker: 'src/cli/worker.ts',
  },
  splitting: false,
  esbuildPlugins: [yamlForAll, inlineWorker],
} satisfies Options

/** The command line, and the parts that it loads on demand. */
export const programParts: Options[] = [
  // Few files, and CommonJS: opening many files, and loading Node's ES module loader, takes longer than everything
  // else.
  {
    ...commonJs,
    entry: {
      cli: 'src/cli.ts',
      program: 'src/cli/program.ts',
      thread: 'src/cli/thread.ts',
      ...apart,
    },
    splitting: false,
    esbuildPlugins: [...commonJs.esbuildPlugins, withoutExamples],
    plugins: [escapeNonAscii],
  },
  {
    ...commonJs,
    entry: sharing,
    format: 'esm',
    splitting: true,
    esbuildPlugins: [...commonJs.esbuildPlugins, builtinsOnUse],
    outExtension: () => ({ js: '.cjs' }),
    plugins: [toCommonJs, escapeNonAscii, largestChunkFirst],
  },
]

export default defineConfig([
  {
    ...common,
    entry: {
      index: 'src/index.ts',
      core: 'src/core.ts',
      language: 'src/language/index.ts',
      management: 'src/management/client/index.ts',
      'management-node': 'src/management/client/node/index.ts',
      'management-service': 'src/management/service/index.ts',
    },
    // Minifying white space would remove the comments that tell bundlers what they may drop. Users' bundlers remove
    // both.
    minify: false,
    minifySyntax: true,
    minifyIdentifiers: true,
    sourcemap: true,
    esbuildPlugins: [yamlForAll, loadApart, shareService],
    // Source maps give file names and lines; the source itself is not in the package.
    esbuildOptions: (options) => void (options.sourcesContent = false),
    plugins: [pureConstants, requireTypes],
    // Leaves out internal members of public types.
    dts: { compilerOptions: { stripInternal: true } },
    onSuccess: writeSchemas,
  },
  ...programParts,
  // The language server for browsers; the one for Node is among the parts above.
  {
    ...common,
    entry: { 'language-server.browser': 'server/browser.ts' },
    platform: 'browser',
    splitting: false,
  },
])
