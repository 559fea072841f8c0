import js from '@eslint/js'
import json from '@eslint/json'
import { defineConfig } from 'eslint/config'
import { createNodeResolver, importX } from 'eslint-plugin-import-x'
import tseslint from 'typescript-eslint'
import { layers, onNode, packagesOfCommandLine } from './scripts/eslint.layers.js'
import { plainWords } from './scripts/eslint.words.js'

const code = ['**/*.{js,cjs,ts}']

/** Files whose layer is checked. */
const product = ['src/**/*.ts', 'server/**/*.ts', 'editors/**/*.ts']

const forNodeOnly = { regex: '^node:', message: 'This part runs in browsers, too.' }

export default defineConfig(
  { ignores: ['.cache', 'build', 'dist', 'fixtures', 'src/generated', 'server/generated'] },
  // What a rule says is mended, or the rule is configured here: no comment in the code switches it off.
  { linterOptions: { noInlineConfig: true } },
  {
    files: code,
    extends: [
      js.configs.recommended,
      tseslint.configs.strictTypeChecked,
      tseslint.configs.stylisticTypeChecked,
    ],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // Types of data are types here; only what generated code brings is an interface.
      '@typescript-eslint/consistent-type-definitions': ['error', 'type'],
      // Members of a record are data, as the variables of an environment are; brackets say so.
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      // `() => list.push(item)` and `return close(parser)` read well where nobody takes the result.
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        {
          ignoreArrowShorthand: true,
          ignoreVoidOperator: true,
          ignoreVoidReturningFunctions: true,
        },
      ],
      // The YAML dialect of the router speaks of control characters.
      'no-control-regex': 'off',
      // A loaded file is a record whose keys come and go.
      '@typescript-eslint/no-dynamic-delete': 'off',
      // Obsolete keys of the router, and what older editors understand, are read and written on purpose.
      '@typescript-eslint/no-deprecated': 'off',
      // `() => void call()` says that a result is dropped, whatever it is.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Texts are spread into code points on purpose.
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      // Certificates, groups of patterns, old clients and variables that closures set are not always what their types promise.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Names that begin with an underscore are there for what stands beside them.
      '@typescript-eslint/no-unused-vars': [
        'error',
        {
          argsIgnorePattern: '^_',
          varsIgnorePattern: '^_+$',
          destructuredArrayIgnorePattern: '^_',
          ignoreRestSiblings: true,
        },
      ],
      // An empty string counts as nothing in most places: an empty variable, an empty answer.
      '@typescript-eslint/prefer-nullish-coalescing': [
        'error',
        { ignorePrimitives: { boolean: true, string: true } },
      ],
      '@typescript-eslint/prefer-promise-reject-errors': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      // A function is async so that what it throws is a rejection, too.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'A union of strings says the same.' },
      ],
      '@typescript-eslint/ban-ts-comment': [
        'error',
        {
          'ts-check': false,
          'ts-expect-error': true,
          'ts-ignore': true,
          'ts-nocheck': true,
        },
      ],
    },
  },
  // Sentences that users read: in code, and in the schemas.
  { plugins: { words: { rules: { plain: plainWords } } } },
  { files: [...product, 'web/**/*.ts'], rules: { 'words/plain': 'error' } },
  {
    files: ['schemas/**/*.json'],
    ignores: ['schemas/meta.json'],
    plugins: { json },
    language: 'json/json',
    rules: { 'words/plain': 'error' },
  },
  {
    files: ['**/*.{js,cjs}'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs' },
    // There is no other way to import in CommonJS.
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: code,
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createNodeResolver({ extensionAlias: { '.js': ['.ts', '.js'] } })],
    },
    rules: {
      'import-x/no-default-export': 'error',
      'import-x/no-duplicates': 'error',
      'import-x/no-self-import': 'error',
      'import-x/order': 'error',
    },
  },
  // The tools read their configuration from there.
  {
    files: ['*.config.{js,ts}', 'scripts/tsup.*config.ts', 'web/theme/index.js'],
    rules: { 'import-x/no-default-export': 'off' },
  },
  {
    files: product,
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [forNodeOnly] }],
    },
  },
  {
    files: ['server/**/*.ts'],
    ignores: ['server/protocol.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            forNodeOnly,
            {
              regex: '^vscode-languageserver$',
              allowTypeImports: true,
              message: 'What is not a type comes from `protocol.ts`, which says why.',
            },
          ],
        },
      ],
    },
  },
  {
    files: onNode,
    rules: { '@typescript-eslint/no-restricted-imports': 'off' },
  },
  {
    // Types that nothing at run time could check: what a thread is given, what is read by the schema, the schema itself,
    // and what a table of flags declares; what is generated from the operations of the management API; and records, whose
    // types the opener of a store promises.
    files: [
      'src/cli/flags.ts',
      'src/cli/worker.ts',
      'src/schema/read.ts',
      'src/schema/table.ts',
      'src/management/client/{client,filter,login}.ts',
      'src/management/service/store/store.ts',
    ],
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'as' }],
    },
  },
  {
    // Each entity adds its record to the records of all, which only an interface lets it do.
    files: ['src/management/service/{call/records,entities/*}.ts'],
    rules: {
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-empty-object-type': 'off',
    },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      // Matchers and parsed output are `any`; a wrong one fails the test that uses it.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // A text that came out wrong fails the test, too.
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/restrict-template-expressions': 'off',
      // Numbers as the router rounds them.
      'no-loss-of-precision': 'off',
      // What is given to a helper may do something or nothing, and its answer is what the caller says.
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // Members are compared and looked at here, not called.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // Files are read in one place, which takes only regular ones and never more than a limit. What starts the program
    // reads the program itself.
    files: ['src/{project,cli}/**/*.ts', 'src/*.ts', 'server/**/*.ts'],
    ignores: ['src/project/disk.ts', 'src/cli/load-part.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        ...['node:fs', 'node:fs/promises', 'fs', 'fs/promises'].map((name) => ({
          name,
          importNames: [
            'createReadStream',
            'openAsBlob',
            'promises',
            'read',
            'readFile',
            'readFileSync',
            'readSync',
            'readv',
            'readvSync',
          ],
          message: 'Read files by `src/project/disk.ts`.',
        })),
      ],
    },
  },
  {
    // Folders of tests are made in one place, which removes them.
    files: ['test/**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        ...['node:fs', 'node:fs/promises'].map((name) => ({
          name,
          importNames: ['mkdtemp', 'mkdtempSync'],
          message: 'Make folders by `test/support/folders.ts`.',
        })),
      ],
    },
  },
  {
    files: ['src/{cli,executable}.ts', 'src/cli/**/*.ts'],
    rules: onlyImports(['src', 'server', 'package.json'], packagesOfCommandLine),
  },
  Object.entries(layers).map(([part, { files, packages = [] }]) => ({
    files: [part.endsWith('.ts') ? part : `${part}/**/*.ts`],
    rules: onlyImports(files, packages),
  })),
)

/** Rules that let files import some files and folders of ours, and some packages. */
function onlyImports(files, packages) {
  const allowed = [...files, ...packages.map((name) => `node_modules/${name}`)]
  return {
    'import-x/no-restricted-paths': [
      'error',
      {
        basePath: import.meta.dirname,
        zones: [
          {
            target: '.',
            from: '.',
            except: allowed,
            message: 'scripts/eslint.layers.js says what this part may import.',
          },
        ],
      },
    ],
  }
}
