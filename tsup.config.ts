import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Options } from 'tsup'
import { defineConfig } from 'tsup'
import { version } from './package.json'

/** Node gets a CommonJS build of the package, which asks for parts of Node; what is in one file with the core takes the other. */
const yamlForAll: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'yaml-for-all',
  setup: (plugin) =>
    plugin.onResolve({ filter: /^yaml$/ }, () => ({
      path: fileURLToPath(new URL('node_modules/yaml/browser/index.js', import.meta.url)),
      sideEffects: false,
    })),
}

const common = {
  format: 'esm',
  target: 'node20',
  silent: true,
  minify: true,
  // Small, and faster to load from one file than from node_modules.
  noExternal: [/^(?!classic-level$|@napi-rs\/|@node-rs\/)/],
  // Native code cannot be in one file with the rest.
  external: ['classic-level', /^@napi-rs\//, /^@node-rs\//],
  esbuildPlugins: [yamlForAll],
  define: { PACKAGE_VERSION: JSON.stringify(version) },
} satisfies Options

/** Files that are loaded when they are needed; the rest of the program does without them. */
const apart = {
  api: 'src/cli/commands/api.ts',
  'baseline-file': 'src/project/baseline-file.ts',
  configurations: 'src/project/configurations.ts',
  exchange: 'src/generated/exchange.ts',
  fixing: 'src/cli/fixing.ts',
  generate: 'src/cli/commands/generate.ts',
  git: 'src/project/git.ts',
  hyperlinks: 'src/cli/ui/hyperlinks.ts',
  ignored: 'src/project/ignored.ts',
  jobs: 'src/cli/jobs.ts',
  'language-server': 'server/language-server.ts',
  others: 'src/generated/others.ts',
  pattern: 'src/project/pattern.ts',
  pkcs7: 'src/management/client/node/pkcs7.ts',
  prompts: 'src/cli/ui/prompts.ts',
  serving: 'src/cli/commands/serve/serving.ts',
  undici: 'src/management/client/node/undici.ts',
}

const loadApart: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'load-apart',
  setup: (plugin) =>
    plugin.onResolve(
      { filter: new RegExp(`/(${Object.keys(apart).join('|')})\\.js$`) },
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
    esbuildPlugins: [yamlForAll, loadApart, inlineWorker],
    dts: true,
  },
  // Few files, and no ES modules: opening many parts, and loading the loader of modules, takes longer than all the rest.
  {
    ...common,
    entry: {
      cli: 'src/cli.ts',
      program: 'src/cli/program.ts',
      worker: 'src/cli/worker.ts',
      ...apart,
    },
    format: 'cjs',
    splitting: false,
    esbuildPlugins: [yamlForAll, loadApart, inlineWorker],
    esbuildOptions: (options) => void (options.supported = { 'dynamic-import': false }),
  },
  // The language server of web pages; the one of Node is among the parts above.
  {
    ...common,
    entry: { 'language-server.browser': 'server/browser.ts' },
    platform: 'browser',
    splitting: false,
  },
])
