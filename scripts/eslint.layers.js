// Which part of the code may import which others. The core imports nothing above it and has no access to the machine;
// the command line and the language server are at the top. A part without an entry may import all others.

/**
 * What a folder may import: files and folders of the project, and packages.
 *
 * @typedef {{ files: readonly string[], packages?: readonly string[] }} Layer
 */

/**
 * The folders of the management service from the lowest layer up: each may import the earlier ones, and the files
 * beside the folders may import all.
 */
const foldersOfService = [
  'call',
  'store',
  'records',
  'filter',
  'pki',
  'schemas',
  'body',
  'auth',
  'entities',
  'operations',
  'oidc',
  'fabric',
  'http',
].map((name) => `src/management/service/${name}`)

/** What every part of the management service may import from outside it. */
const belowService = [
  'schemas/config-types.json',
  'src/document/errors.ts',
  'src/document/lazy.ts',
  'src/document/record.ts',
  'src/document/search.ts',
  'src/management/openapi.ts',
  'src/management/openapi-nulls.ts',
  'src/management/operation.ts',
  'src/management/plain.ts',
  'src/management/statuses.ts',
  'src/formats',
  'src/schema/data-schema.ts',
]

const packagesOfService = [
  '@node-rs/argon2',
  '@peculiar/asn1-cms',
  '@peculiar/asn1-csr',
  '@peculiar/asn1-schema',
  '@peculiar/asn1-x509',
  '@scure/base',
  'ajv',
  'ajv-formats',
  'classic-level',
  // Bundles the code of worker threads when the service runs from source.
  'esbuild',
  'ipaddr.js',
  'jose',
  'lean-qr',
  'p-limit',
  're2js',
]

/**
 * If two entries match a file, the later one applies.
 *
 * @type {Readonly<Record<string, Layer>>}
 */
export const layers = {
  'src/generated': { files: ['src/schema'] },
  'src/generated/{rules,fleet-rules}.ts': { files: ['src/lint'] },
  'src/generated/{formats,commands}.ts': { files: ['src/cli', 'src/generated'] },
  'src/generated/management/{entities,entity-operations}.ts': {
    files: ['src/management/service'],
  },
  'src/yaml': { files: ['src/yaml'] },
  'src/formats': { files: ['src/formats'], packages: ['ipaddr.js'] },
  'src/document': { files: ['src/document', 'src/yaml'] },
  'src/recognition': {
    files: [
      'src/recognition',
      'src/document/lazy.ts',
      'src/document/paths.ts',
      'src/generated/schema.ts',
      'src/schema/suggest.ts',
    ],
  },
  'src/edit': { files: ['src/edit', 'src/document', 'src/yaml'] },
  'src/embedded': {
    files: ['src/embedded', 'src/document', 'src/edit', 'src/yaml'],
    packages: ['yaml'],
  },
  // Applies edits until a file has no more findings, so it lints.
  'src/fix': {
    files: [
      'src/fix',
      'src/config/effective.ts',
      'src/document',
      'src/edit',
      'src/embedded',
      'src/lint',
      'src/schema',
    ],
  },
  'src/schema': {
    files: ['src/schema', 'src/document', 'src/formats', 'src/generated', 'src/yaml'],
    packages: ['to-regex-range'],
  },
  'src/lint': {
    files: [
      'src/lint',
      'src/document',
      'src/edit',
      'src/formats',
      'src/generated',
      'src/schema',
      'src/yaml',
    ],
    packages: ['ipaddr.js'],
  },
  'src/lint/recorded-message.ts': {
    files: ['src/document', 'src/schema', 'schemas/router-messages.json'],
  },
  'src/template': {
    files: [
      'src/template',
      'src/document',
      'src/edit',
      'src/lint',
      'src/recognition',
      'src/schema',
      'src/yaml',
    ],
  },
  'src/config': {
    files: [
      'src/config',
      'src/document',
      'src/edit',
      'src/formats',
      'src/generated',
      'src/lint',
      'src/schema',
      'src/yaml',
    ],
  },
  'src/mesh': {
    files: ['src/mesh', 'src/document', 'src/edit', 'src/formats', 'src/lint', 'src/schema'],
    packages: ['d3-force'],
  },
  'src/generate': {
    files: [
      'src/generate',
      'src/config',
      'src/document',
      'src/edit',
      'src/fix',
      'src/formats',
      'src/generated',
      'src/lint',
      'src/schema',
      'src/yaml',
    ],
    packages: ['jose'],
  },
  'src/language': {
    files: [
      'src/language',
      'src/generate/presets.ts',
      'src/config',
      'src/core.ts',
      'src/document',
      'src/edit',
      'src/fix',
      'src/formats',
      'src/generated',
      'src/lint',
      'src/recognition',
      'src/schema',
      'src/yaml',
    ],
  },
  // Compares, formats and merges whole files, so it uses all other parts of the core.
  'src/versions': {
    files: [
      'src/versions',
      'src/config',
      'src/document',
      'src/edit',
      'src/language',
      'src/lint',
      'src/schema',
      'src/yaml',
    ],
  },
  'src/project': {
    files: [
      'src/project',
      'src/document',
      'src/embedded',
      'src/edit',
      'src/generated/configuration.ts',
      'src/lint',
      'src/recognition',
      'src/schema',
      'src/template',
      'src/yaml',
    ],
  },
  'src/management': {
    files: [
      'src/management',
      'src/document/record.ts',
      'src/document/tails.ts',
      'src/generated/management',
      'src/schema/data-schema.ts',
    ],
  },
  'src/management/client': {
    files: [
      'src/management/client',
      'src/document/errors.ts',
      'src/document/record.ts',
      'src/document/secrets.ts',
      'src/document/tails.ts',
      'src/management/operation.ts',
      'src/management/plain.ts',
      'src/management/statuses.ts',
      'src/generated/management',
    ],
    packages: ['ms'],
  },
  'src/management/client/node': {
    files: [
      'src/management/client',
      'src/document/errors.ts',
      'src/document/record.ts',
      'src/formats/host.ts',
      'src/management/plain.ts',
      'src/generated/management',
    ],
    packages: [
      '@peculiar/asn1-cms',
      '@peculiar/asn1-schema',
      '@peculiar/asn1-x509',
      'jose',
      'undici',
    ],
  },
  'src/management/service': {
    files: ['src/management/service', ...belowService, 'src/generated/management'],
    packages: packagesOfService,
  },
  ...Object.fromEntries(
    foldersOfService.map((folder, index) => [
      folder,
      {
        files: [
          ...foldersOfService.slice(0, index + 1),
          ...belowService,
          'src/generated/management',
        ],
        packages: packagesOfService,
      },
    ]),
  ),
  server: {
    files: [
      'server',
      'src/document',
      'src/embedded',
      'src/edit',
      'src/fix',
      'src/language/configuration',
      'src/language/explanations.ts',
      'src/language/hover.ts',
      'src/language/index.ts',
      'src/lint',
      'src/project',
      'src/recognition',
      'src/schema',
      'src/template',
    ],
    packages: ['vscode-languageserver', 'vscode-languageserver-textdocument'],
  },
  // Commands return what the command line prints, so they use the same parts of the core.
  'server/commands': {
    files: [
      'server',
      'src/config',
      'src/document',
      'src/edit',
      'src/embedded',
      'src/fix',
      'src/generate',
      'src/generated',
      'src/language',
      'src/lint',
      'src/mesh',
      'src/project',
      'src/recognition',
      'src/schema',
    ],
    packages: ['vscode-languageserver'],
  },
  // Runs in an editor, which provides `vscode`. It communicates with the server by protocol only, and shares no code
  // with it.
  'editors/vscode/src': {
    files: ['editors/vscode/src', 'src/document/markdown.ts', 'src/document/words.ts'],
    packages: ['vscode-languageclient'],
  },
  'editors/vscode/src/server.ts': { files: ['server'] },
  // Recognizes router files before the server is started.
  'editors/vscode/src/router-text.ts': {
    files: ['editors/vscode/src', 'src/embedded', 'src/recognition'],
  },
  // The types of the server's command results.
  'editors/vscode/src/server-commands.ts': {
    files: ['server/command.ts', 'server/commands'],
    packages: ['vscode-languageclient'],
  },
  // Shared by the tools of the site: they use the language server over its protocol, and the types of its commands.
  'web/shared': {
    files: [
      'web/shared',
      'server/command.ts',
      'server/commands',
      'src/cli/commands/ui/messages.ts',
      'src/document/decode-text.ts',
      'src/schema',
      'schemas/releases.json',
    ],
    packages: ['marked', 'vscode-languageserver-protocol'],
  },
  'web/playground': {
    files: ['web/playground', 'web/board/board.ts', 'web/shared', 'src/document', 'src/generated'],
    packages: ['@codemirror', '@lezer/highlight', 'vscode-languageserver-protocol'],
  },
  // The board of `routerfile ui`, in the page of the playground.
  'web/board': {
    files: [
      'web/board',
      'web/playground',
      'web/shared',
      'src/cli/commands/ui/messages.ts',
      'src/document',
    ],
    packages: ['@codemirror'],
  },
  'web/generator': {
    files: [
      'web/generator',
      'web/shared',
      'src/document',
      'src/generate',
      'src/generated/answers-schema.ts',
    ],
    packages: ['fflate', 'qr'],
  },
  'web/mesh': {
    files: [
      'web/mesh',
      'web/shared',
      'src/document',
      'src/embedded',
      'src/lint',
      'src/mesh',
      'src/recognition',
    ],
  },
  // Runs separately from the pages, without any of their code.
  'web/offline': { files: ['web/offline'] },
  'editors/vscode/webview': {
    files: [
      'editors/vscode/src/mesh',
      'editors/vscode/src/server-commands.ts',
      'src/mesh',
      'web/mesh',
      'web/shared',
      'web/theme/tokens.css',
    ],
  },
}

/** Packages that the command line may import in addition to every part of the project. */
export const packagesOfCommandLine = [
  '@clack/prompts',
  '@napi-rs/keyring',
  '@viz-js/viz',
  'chokidar',
  'csv-parse',
  'diff',
  'get-east-asian-width',
  'is-unicode-supported',
  'supports-hyperlinks',
]

/** The parts that may use Node modules; everything else also runs in browsers. */
export const onNode = [
  'src/cli.ts',
  'src/executable.ts',
  'src/cli/**',
  'src/management/client/node/**',
  'src/management/service/**',
  'src/project/**',
  'editors/vscode/src/node-client.ts',
  'server/language-server.ts',
  'server/node-machine.ts',
]

const roomOf = (/** @type {string} */ path) => /^src\/[^/]+|^[^/]+/.exec(path)?.[0] ?? path

/** Top-level folders must not import each other. Generated code belongs to the folders that it is generated for. */
for (const [path, { files }] of Object.entries(layers))
  for (const other of files) {
    const [room, below] = [roomOf(path), roomOf(other)]
    if (room === below || [room, below].includes('src/generated')) continue
    const back = Object.entries(layers).some(
      ([path, { files }]) => roomOf(path) === below && files.some((file) => roomOf(file) === room),
    )
    if (back)
      throw new Error(`scripts/eslint.layers.js lets ${room} and ${below} import each other`)
  }
