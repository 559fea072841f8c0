import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { build, transform } from 'esbuild'
import type { Options } from 'tsup'
import { defineConfig } from 'tsup'
import manifest from '../package.json'
import { pureConstants } from './pure-constants'
import { requireTypes } from './require-types'
import { withoutExamples } from './without-examples'

/** Node gets a CommonJS build of the package, which asks for parts of Node; what is in one file with the core takes the other. */
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
  // Small, and faster to load from one file than from node_modules.
  noExternal: [/^(?!classic-level$|@napi-rs\/|@node-rs\/|@viz-js\/)/],
  // Native code cannot be in one file with the rest, and Graphviz is as large as all of it.
  external: ['classic-level', /^@napi-rs\//, /^@node-rs\//, /^@viz-js\//],
  esbuildPlugins: [yamlForAll],
  define: {
    PACKAGE_VERSION: JSON.stringify(manifest.version),
    ...('homepage' in manifest && { PACKAGE_HOMEPAGE: JSON.stringify(manifest.homepage) }),
  },
} satisfies Options

/** Files that are loaded when they are needed; the rest of the program does without them. */
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

/** The entries of the modules that an index loads when they are asked for. */
function listLoadedLater(index: string): Record<string, string> {
  const imports = readFileSync(index, 'utf8').matchAll(/import\('\.\.\/(.*)\.js'\)/g)
  return Object.fromEntries(
    Array.from(imports, ([, path = '']) => [basename(path), `src/${path}.ts`]),
  )
}

/** The same with most of the core in them; they share it, as none of them has to start as fast as `lint`. */
const sharing = {
  ...listLoadedLater('src/generated/commands.ts'),
  ...listLoadedLater('src/generated/formats.ts'),
  embedded: 'src/embedded/embedded.ts',
  fixing: 'src/cli/fixing.ts',
  'language-server': 'server/language-server.ts',
  // Nobody loads it alone. Apart from what reads it, both take less memory: to compile a file, V8 needs many times its size.
  model: 'src/schema/model.ts',
  network: 'src/cli/live/network.ts',
  pkcs7: 'src/management/client/node/pkcs7.ts',
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

/** Puts what runs in the threads of the service into it as a text. */
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
 * The library of the language server loads parts of Node for other ways to connect than standard streams: loading them
 * takes a tenth of the time until the server answers. They are loaded when something of them is used.
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

/** The service is in the package once: its ES module gives what the program has. */
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

/** Only ES modules can be split. What tsup itself makes CommonJS with breaks fields of classes. */
const toCommonJs: NonNullable<Options['plugins']>[number] = {
  name: 'to-common-js',
  renderChunk: async (code) => ({
    code: (
      await transform(code, {
        format: 'cjs',
        platform: 'node',
        minify: true,
        target: common.target,
      })
    ).code,
  }),
}

/**
 * V8 stores a text with a character outside of Latin-1 in two bytes for each character, and reads it more slowly. esbuild
 * escapes such characters in strings, but not in regular expressions and comments.
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

/** Leaves the summaries and defaults of rules out of the schema of configurations, as the rules have them, too. */
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

/** The schemas of the package, without the white space that makes them readable in the repository. */
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

/** The program, its threads and its starts in one file each, for an executable, which has no files next to it. */
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

/** The command line, and what it loads when it is needed. */
export const programParts: Options[] = [
  // Few files, and no ES modules: opening many parts, and loading the loader of modules, takes longer than all the rest.
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
    plugins: [toCommonJs, escapeNonAscii],
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
    // Comments that tell bundlers what they may leave out go with white space; who bundles takes away both.
    minify: false,
    minifySyntax: true,
    minifyIdentifiers: true,
    sourcemap: true,
    esbuildPlugins: [yamlForAll, loadApart, shareService],
    // Maps name files and lines of the source, whose text is not in the package.
    esbuildOptions: (options) => void (options.sourcesContent = false),
    plugins: [pureConstants, requireTypes],
    // Members of public types that only this package uses are left out.
    dts: { compilerOptions: { stripInternal: true } },
    onSuccess: writeSchemas,
  },
  ...programParts,
  // The language server of web pages; the one of Node is among the parts above.
  {
    ...common,
    entry: { 'language-server.browser': 'server/browser.ts' },
    platform: 'browser',
    splitting: false,
  },
])
