import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { transform } from 'esbuild'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { toReportedConfig } from '../../src/generate/running.js'
import { fetchCas } from '../../src/management/client/node/index.js'
import { createService } from '../../src/management/service/index.js'
import { tokenWith } from '../support/enrollment.js'
import {
  copyPackage,
  folderWith,
  makeFolder,
  program,
  remove,
  runFast,
  runHere,
  write,
} from '../support/program.js'
import { yaml } from '../support/yaml.js'

/** Made from the rules and the schema, which have tests of their own. */
const generated = ['docs/keys.md', 'docs/rules.md']

const pages = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md') && !generated.includes(name),
)

type Block = {
  line: number
  language: string
  text: string
  notes: Readonly<Record<string, string | undefined>>
}

/** The fenced blocks of a page; a comment above one, such as `<!-- not run: needs Docker -->`, says how to test it. */
function findBlocks(page: string): Block[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/^(?:<!-- ([a-z ]+): (.*) -->\n)?```(\w+)\n([^]*?)^```$/gm)].map(
    ({ index, 1: note, 2: value = '', 3: language = '', 4: code = '' }) => ({
      line: text.slice(0, index).split('\n').length,
      language,
      text: code,
      notes: note === undefined ? {} : { [note]: value },
    }),
  )
}

const blocks = pages.flatMap((page) =>
  findBlocks(page).map((block) => ({ page, name: `${page}:${block.line}`, ...block })),
)

const isTested = (language: string) => (block: (typeof blocks)[number]) =>
  block.language === language && block.notes['not run'] === undefined

const runningFile = readFileSync('fixtures/samples/public.yaml', 'utf8')

/** What the pages call the things that a reader has. */
const readersFiles = {
  'router.yaml': readFileSync('fixtures/samples/public.yaml', 'utf8'),
  'south.yaml': readFileSync('fixtures/samples/public.yaml', 'utf8').replaceAll('3022', '3023'),
  'configmap.yaml': `kind: ConfigMap\nmetadata: {name: north}\ndata:\n  router.yaml: |\n${readFileSync('fixtures/samples/public.yaml', 'utf8').replaceAll(/^(?=.)/gm, '    ')}`,
  'router.env': 'HOST=router.example.com\n',
  'router.yml.j2': readFileSync('fixtures/templates/ansible/router.yml.j2', 'utf8'),
  'router.yml.tmpl': readFileSync('fixtures/templates/variables/router.yml.tmpl', 'utf8'),
  'values.env': 'ROUTER_NAME=north\nCTRL_PORT=6262\n',
  'routers.csv': 'name,advertise\nnorth,north.example.com\nsouth,south.example.com\n',
  'config.yaml': yaml`
      name: printer
      configTypeId: host.v1
      data:
        address: 192.0.2.9
        port: 9100
    `,
  'routers/north.yml': runningFile,
  'shared/strict.yaml': 'failOn: info\n',
  'ci/strict.yaml': 'failOn: warning\n',
  'package.json': '{ "type": "module" }\n',
}

const credentials = { username: 'admin', password: 'a password for the pages' }
const folder = makeFolder({})
const service = await createService({
  data: ':memory:',
  admin: credentials,
  runningRouters: async () => [
    {
      name: 'north',
      file: 'north.yml',
      version: 'v2.0.3',
      config: toReportedConfig(runningFile, {}) ?? {},
    },
  ],
})

let variables: Record<string, string> = {}

beforeAll(async () => {
  const { url, fingerprint = '' } = await service.listen({ port: 0 })
  const ca = join(folder, 'ca.pem')
  writeFileSync(ca, await fetchCas({ url, fingerprint }))
  installProgram(join(folder, 'bin'))
  installPackage(join(folder, 'node_modules'))
  for (const page of pages) await createPageFolder(page)
  variables = {
    HOME: folder,
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    URL: url.replace(/\/edge\/.*/, ''),
    FINGERPRINT: fingerprint,
    NODE_EXTRA_CA_CERTS: ca,
    ROUTERFILE_CA: ca,
    ROUTERFILE_PASSWORD: credentials.password,
  }
})

afterAll(async () => {
  await service.close()
  remove(folder)
})

function installProgram(bin: string): void {
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'routerfile'),
    `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
  )
  chmodSync(join(bin, 'routerfile'), 0o755)
}

function installPackage(modules: string): void {
  copyPackage(join(modules, 'routerfile'))
  for (const name of ['@node-rs', 'classic-level', 'abstract-level'])
    cpSync(join('node_modules', name), join(modules, name), { recursive: true })
}

/** Each page has a folder of its own, in which its commands run one after the other. */
async function createPageFolder(page: string): Promise<void> {
  const place = findPageFolder(page)
  const parts = blocks.filter((block) => block.page === page && block.notes['file'] !== undefined)
  const token = tokenWith({ exp: Math.floor(Date.now() / 1000) + 600 })
  write(place, { ...readersFiles, 'north.jwt': token })
  for (const { text, notes } of parts)
    if (notes['file']?.includes('answers')) write(place, { [notes['file']]: text })
  const records = await createService({ data: join(place, 'records'), admin: credentials })
  await records.close()
}

type Ran = { code: number | null; output: string }

const findPageFolder = (page: string): string => join(folder, basename(page, '.md'))

/** Runs a program where the reader of a page is; the service in this process can answer it. */
const runOn = (page: string, file: string, argv: readonly string[]): Promise<Ran> =>
  new Promise((done, fail) => {
    const cwd = findPageFolder(page)
    const child = spawn(file, argv, { cwd, env: variables, timeout: 100_000 })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part: Buffer) => (output += part.toString()))
    child.on('error', fail)
    child.on('close', (code) => done({ code, output }))
    child.stdin.end()
  })

/** The arguments of a line that only runs `routerfile`, if it needs no shell. */
function findArguments(line: string): string[] | undefined {
  const [, command = ''] =
    /^routerfile((?: +(?:[\w.,:=@/+-]+|'[^']*'))*)(?: +#.*)?$/.exec(line) ?? []
  return command === ''
    ? undefined
    : Array.from(command.matchAll(/'([^']*)'|\S+/g), ([word, quoted]) => quoted ?? word)
}

/** Runs a line of a page, in this process if no shell is needed. */
async function runLine(page: string, line: string): Promise<Ran> {
  const argv = findArguments(line)
  if (argv === undefined) return runOn(page, 'sh', ['-c', line])
  const { code, out, err } = await runFast(argv, { cwd: findPageFolder(page), env: variables })
  return { code, output: out + err }
}

test('pages have blocks of each kind, and each that is not run has a reason', () => {
  const languages = new Set(blocks.map(({ language }) => language))
  expect([...languages].sort()).toEqual(['elisp', 'json', 'lua', 'sh', 'toml', 'ts', 'yaml'])
  expect(
    blocks.filter(
      ({ language, notes }) =>
        !['sh', 'ts'].includes(language) &&
        notes['file'] === undefined &&
        !notes['settings'] &&
        !notes['session'] &&
        !notes['not run'],
    ),
  ).toEqual([])
})

describe('commands of the pages work', () => {
  const commands = blocks.filter(isTested('sh')).flatMap(({ page, name, text }) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => ({ page, name, line })),
  )

  test.each(commands)('$name: $line', async ({ page, line }) => {
    const { code, output } = await runLine(
      page,
      line.replaceAll('https://ctrl.example.com:1280', variables['URL'] ?? ''),
    )
    // 1 says that something was found, as in the router file that the pages speak of.
    expect([0, 1], output).toContain(code)
  })
})

/** What the code of a page that speaks of a controller takes as given. */
const given = `const { URL: url = '', FINGERPRINT: fingerprint = '', ROUTERFILE_PASSWORD: password = '' } = process.env
const username = 'admin'
`

const examples = blocks.filter(isTested('ts')).map(({ text, notes, ...block }) => ({
  ...block,
  code:
    notes['with'] === undefined
      ? `${text}export {}\n`
      : `${given}${text.replace("'https://controller.example.com:1280'", 'url')}`,
}))

describe('code of the pages', () => {
  test.each(examples)('runs: $name', async ({ page, name, code }) => {
    const file = `${basename(name).replace(':', '-')}.mjs`
    const { code: script } = await transform(code, {
      loader: 'ts',
      format: 'esm',
      target: 'node20',
    })
    write(findPageFolder(page), { [file]: script })
    const { code: exitCode, output } = await runOn(page, process.execPath, [file])
    expect(output).not.toMatch(/Error/)
    expect(output).not.toBe('')
    expect(exitCode).toBe(0)
  })

  test('has the types of the package', () => {
    const place = resolve('.cache/docs-types')
    write(
      place,
      Object.fromEntries(
        examples.map(({ name, code }) => [`${name.replace(/\W/g, '-')}.ts`, code]),
      ),
    )
    const { config: settings } = ts.readConfigFile('tsconfig.json', ts.sys.readFile)
    const { options } = ts.parseJsonConfigFileContent(settings, ts.sys, process.cwd())
    const program = ts.createProgram(
      readdirSync(place).map((name) => join(place, name)),
      {
        ...options,
        noUnusedLocals: false,
        paths: {
          routerfile: [resolve('src/index.ts')],
          'routerfile/core': [resolve('src/core.ts')],
          'routerfile/language': [resolve('src/language/index.ts')],
          'routerfile/management': [resolve('src/management/client/index.ts')],
          'routerfile/management/node': [resolve('src/management/client/node/index.ts')],
          'routerfile/management/service': [resolve('src/management/service/index.ts')],
        },
      },
    )
    // Only those of the pages: `npm run check` looks at the sources.
    const mistakes = program
      .getSourceFiles()
      .filter(({ fileName }) => fileName.startsWith(place))
      .flatMap((file) => ts.getPreEmitDiagnostics(program, file))
      .map(
        ({ file, messageText }) =>
          `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      )
    expect(mistakes).toEqual([])
    remove(place)
  })
})

describe('files of the pages are sound', () => {
  const files = blocks.filter(({ notes }) => notes['file'] !== undefined)

  test.each(files)('$name', async ({ text, notes }) => {
    const cwd = folderWith({ ...readersFiles, [notes['file'] ?? '']: text })
    const argv = ['lint', 'router.yaml', '--kind', 'router', '--exit-zero', '--format', 'json']
    const { code, out } = await runHere(argv, { cwd })
    expect(parse(text)).toBeTypeOf('object')
    expect(code).toBe(0)
    expect(out).not.toMatch(/unused-suppression|unknown-suppression|malformed-suppression/)
  })
})
