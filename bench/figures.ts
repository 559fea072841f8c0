import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatCount } from '../src/document/words.js'
import { growing } from '../test/support/growing.js'
import type { Measured, Usage } from './runs.js'
import { measureLatency, readOwnServer } from './latency.js'
import { measureInTurn, measureRun } from './runs.js'
import { median } from './time.js'

const page = 'docs/performance.md'

const peers = { 'ajv-cli': '5.0.0', 'yaml-language-server': '1.19.2' }

/** A schema as a user would write it by hand: only the sections and their types. */
const smallSchema = {
  type: 'object',
  required: ['v', 'identity', 'ctrl'],
  properties: {
    v: { const: 3 },
    identity: { type: 'object', required: ['cert', 'key'] },
    ctrl: { type: 'object' },
    link: { type: 'object' },
    listeners: { type: 'array', items: { type: 'object', required: ['binding'] } },
    edge: { type: 'object' },
    forwarder: { type: 'object' },
  },
}

function run(program: string, argv: readonly string[], cwd = '.'): void {
  const { status } = spawnSync(program, argv, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`failed: ${program} ${argv.join(' ')}`)
}

/** Installs the programs to compare with, and returns their paths. */
function installPeers(): { ajv: string; yamlServer: string } {
  const folder = resolve('.cache/bench-peers')
  const programs = {
    ajv: join(folder, 'node_modules/ajv-cli/dist/index.js'),
    yamlServer: join(folder, 'node_modules/yaml-language-server/bin/yaml-language-server'),
  }
  if (Object.values(programs).every((program) => existsSync(program))) return programs
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private": true}\n')
  const names = Object.entries(peers).map(([name, version]) => `${name}@${version}`)
  run('npm', ['install', '--no-audit', '--no-fund', ...names], folder)
  return programs
}

/** Builds an earlier commit in a worktree unless it is already built, and returns the path of its CLI. */
function buildBase(ref: string): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', `${ref}^{commit}`], {
    encoding: 'utf8',
  })
  const folder = resolve('.cache/bench-base', stdout.trim())
  const program = join(folder, 'dist/cli.cjs')
  if (existsSync(program)) return program
  run('git', ['worktree', 'add', '--detach', folder, ref])
  run('npm', ['ci', '--no-audit', '--no-fund'], folder)
  run('npm', ['run', '--silent', 'build'], folder)
  return program
}

/**
 * Creates the text from which all files of a fleet are made: a router file with nine edge listeners and no findings.
 */
function readTemplate(): string {
  const text = readFileSync('fixtures/loaded/public.yaml', 'utf8')
  const [listener = ''] = / {2}- binding: edge\n(?: {4}.*\n)*/.exec(text) ?? []
  const listeners = Array.from({ length: 9 }, (_, port) =>
    listener.replaceAll('3022', `${3022 + port}`),
  )
  return text
    .replace(listener, listeners.join(''))
    .replace(
      /edge:\n {2}csr:\n((?: {4}.*\n)+)/,
      (_, csr: string) => `edge: {}\ncsr:\n${csr.replaceAll(/^ {2}/gm, '')}`,
    )
    .replace('  latencyProbeInterval: 10\n', '')
    .replace('0200', '128')
    .concat(healthServer)
}

/** A `web` section that publishes the results of health checks. Without it, health checks would have no effect. */
const healthServer = `web:
  - name: health
    bindPoints:
      - interface: 0.0.0.0:8081
        address: router.example.com:8081
    apis:
      - binding: health-checks
`

/** Writes router files into a folder, each with a different host as in a real fleet. */
function writeFiles(folder: string, count: number, change = (text: string) => text): string {
  mkdirSync(folder, { recursive: true })
  const text = change(readTemplate())
  for (let index = 0; index < count; index += 1)
    writeFileSync(
      join(folder, `router-${index}.yaml`),
      text
        .replace('\n', `\n# router ${index}\n`)
        .replaceAll('router.example.com', `r${index}.example.com`),
    )
  return folder
}

/** Adds three mistakes of different kinds, two of them fixable. */
const addMistakes = (text: string): string =>
  text
    .replace('connectTimeout: 1.5s', 'connectTimeout: 15')
    .replace('mode: host', 'mode: hots')
    .replace('forwarder:\n', 'forwarder:\n  linkDialWorkerCuont: 8\n')

const toTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')

const milliseconds = (value: number): string => `${value.toFixed(0)} ms`

/** Formats wall time and CPU time of programs as a table, with their ratio to the first program. */
function formatMeasured(measured: ReadonlyMap<string, Measured>, firstName: string): string {
  const first = [...measured.values()][0]?.minimum
  return toTable(
    [
      '',
      'wall, least',
      'median',
      `against ${firstName}`,
      'processor, least',
      'median',
      `against ${firstName}`,
      'memory',
    ],
    [...measured].map(([name, { minimum, median }]) => [
      name,
      milliseconds(minimum.wall),
      milliseconds(median.wall),
      (minimum.wall / (first?.wall ?? Number.NaN)).toFixed(2),
      milliseconds(minimum.cpu),
      milliseconds(median.cpu),
      (minimum.cpu / (first?.cpu ?? Number.NaN)).toFixed(2),
      `${minimum.memory.toFixed(0)} MB`,
    ]),
  )
}

/**
 * Formats the CPU time of a second run over unchanged files as a table, beside a run without a
 * cache and the run that fills it.
 */
function formatCache(program: string, folder: string, rounds: number): string {
  const kinds = ['without a cache', 'the run that fills it', 'the second run'] as const
  const rows = [1000, 10_000].flatMap((count) => {
    const cwd = writeFiles(join(folder, `cached-${count}`), count)
    const usages = new Map(kinds.map((kind) => [kind, new Array<number>()]))
    const measureKind = (kind: (typeof kinds)[number], flags: readonly string[]): void => {
      const usage = measureRun([program, 'lint', '.', '--format', 'compact', ...flags], folder, {
        cwd,
      })
      usages.get(kind)?.push(usage?.cpu ?? Number.NaN)
    }
    for (let round = 0; round < rounds; round += 1) {
      measureKind('without a cache', [])
      rmSync(join(cwd, '.routerfile_cache'), { recursive: true, force: true })
      measureKind('the run that fills it', ['--cache'])
      measureKind('the second run', ['--cache'])
    }
    const first = median(usages.get('without a cache') ?? [])
    return [...usages].map(([kind, values]) => [
      count.toLocaleString('en'),
      kind,
      milliseconds(median(values)),
      (median(values) / first).toFixed(2),
    ])
  })
  return toTable(['files', '', 'processor', 'against a run without'], rows)
}

/** Formats the latencies of an editor as a table, with our server and with yaml-language-server. */
async function formatLatency(peer: string, rounds: number): Promise<string> {
  const latencies = await measureLatency([readOwnServer(), [peer, '--stdio']], [100, 5000], rounds)
  return toTable(
    ['lines', '', 'routerfile', 'yaml-language-server', 'ratio'],
    latencies.map(({ lines, name, times: [us = Number.NaN, them = Number.NaN] }) => [
      lines.toLocaleString('en'),
      name,
      `${us.toFixed(1)} ms`,
      `${them.toFixed(1)} ms`,
      (us / them).toFixed(2),
    ]),
  )
}

/** Computes the exponent of the power law that fits the points: the slope of the logarithms, by least squares. */
function fitPower(points: readonly (readonly [size: number, value: number])[]): number {
  const logs = points.map(([size, value]) => [Math.log(size), Math.log(value)] as const)
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(logs.map(([size]) => size)), mean(logs.map(([, value]) => value))]
  const covariance = logs.reduce((sum, [size, value]) => sum + (size - x) * (value - y), 0)
  return covariance / logs.reduce((sum, [size]) => sum + (size - x) ** 2, 0)
}

/** Formats the CPU time for growing sizes as a table; the time per unit excludes starting the program. */
function formatGrowth(
  unit: string,
  sizes: readonly number[],
  measureSize: (size: number) => Usage | undefined,
): string {
  const start = Math.min(...[1, 1, 1].map((size) => measureSize(size)?.cpu ?? Number.NaN))
  const usages = sizes.map((size) => [size, measureSize(size)] as const)
  const pureTimes = usages.map(
    ([size, usage]) => [size, Math.max((usage?.cpu ?? Number.NaN) - start, 1)] as const,
  )
  const rows = usages.map(([size, usage], index) => [
    size.toLocaleString('en'),
    milliseconds(usage?.cpu ?? Number.NaN),
    `${(((pureTimes[index]?.[1] ?? Number.NaN) * 1000) / size).toFixed(0)} µs`,
    `${(usage?.memory ?? Number.NaN).toFixed(0)} MB`,
  ])
  // For smaller sizes, starting the program takes longer than everything else.
  const power = fitPower(pureTimes.slice(-3))
  return `${toTable([unit, 'processor', `per ${unit.replace(/s$/, '')}, without the start`, 'memory'], rows)}\n\nThe time grows with the power ${power.toFixed(2)} of the size.`
}

const createFileWithDialers = (count: number): string =>
  `v: 3\nidentity: {cert: a, server_cert: b, key: c, ca: d}\nctrl: {endpoint: "tls:a.example.com:1"}\ncsr: {sans: {dns: [a.example.com]}}\nlink:\n  dialers:\n${'    - binding: transport\n'.repeat(count)}`

/** Hostile files: a title, the command, and a function that creates the text. */
const hostile: readonly (readonly [what: string, command: string, text: () => string])[] = [
  [
    '100,000 listeners',
    'lint',
    () => `v: 3\nlink:\n  listeners:\n${'    - binding: transport\n'.repeat(100_000)}`,
  ],
  [
    '5,000 unknown keys that are nearly known',
    'lint',
    () => `v: 3\n${Array.from({ length: 5000 }, (_, index) => `heartbeat${index}: 1\n`).join('')}`,
  ],
  [
    '10,000 anchors',
    'lint',
    () =>
      `v: 3\n${Array.from({ length: 10_000 }, (_, index) => `k${index}: &a${index} x\n`).join('')}`,
  ],
  ['a value of a megabyte', 'lint', () => `v: 3\nidentity: {cert: ${'x'.repeat(1_000_000)}}\n`],
  [
    '20,000 findings',
    'lint',
    () => `v: 3\n${Array.from({ length: 20_000 }, (_, index) => `k${index}: 1\n`).join('')}`,
  ],
  [
    '200,000 values behind aliases in 12 kB',
    'lint',
    () => growing['values behind aliases']?.(12_000) ?? '',
  ],
  ['49,300 values', 'upgrade --from 0.30', () => createFileWithDialers(2900)],
  ['850,000 values, which are refused', 'upgrade --from 0.30', () => createFileWithDialers(50_000)],
  ['20,000 dialers', 'effective', () => createFileWithDialers(20_000)],
]

function formatHostile(program: string, base: string | undefined, folder: string): string {
  const show = (usage: Usage | undefined): string =>
    usage
      ? `${(usage.cpu / 1000).toFixed(2)} s, ${usage.memory.toFixed(0)} MB`
      : 'no end in 60 s and 2 GB'
  return toTable(
    ['a file with', 'command', 'processor and memory', ...(base === undefined ? [] : ['base'])],
    hostile.map(([what, command, create]) => {
      const path = join(folder, 'hostile.yml')
      writeFileSync(path, create())
      const argv = [
        ...command.split(' '),
        path,
        ...(command === 'effective' ? [] : ['--kind', 'router']),
      ]
      return [program, ...(base === undefined ? [] : [base])].reduce<string[]>(
        (row, own) => [
          ...row,
          show(measureRun([own, ...argv], folder, { seconds: 60, heap: 2000 })),
        ],
        [what, `\`${command}\``],
      )
    }),
  )
}

/** The folders to check, without and with mistakes, and the programs that check them. */
type FleetPrograms = Readonly<
  Record<'own' | 'faulty' | 'program' | 'ajv' | 'small', string> & { base: string | undefined }
>

/** Lists the programs to run on many files, by name. */
function listPrograms({
  own,
  faulty,
  program,
  base,
  ajv,
  small,
}: FleetPrograms): Record<string, readonly string[]> {
  const apart = ['--check', 'none', '--no-fleet']
  const validate = (schema: string, folder = own): string[] => {
    const flags = ['--spec=draft2020', '--strict=false', '--all-errors', '-s', schema]
    return [ajv, 'validate', ...flags, '-d', join(folder, '*.yaml')]
  }
  const schema = resolve('src/generated/schema.json')
  const listCommands = (cli: string, prefix: string): Record<string, readonly string[]> => ({
    [`${prefix}each file by itself`]: [cli, 'lint', own, '--format', 'compact', ...apart],
    [`${prefix}three findings a file`]: [cli, 'lint', faulty, '--format', 'json', ...apart],
    [`${prefix}three findings a file, in one job`]: [
      ...[cli, 'lint', faulty, '--format', 'json', '--jobs', '1'],
      ...apart,
    ],
    [`${prefix}all rules`]: [cli, 'lint', own, '--format', 'compact'],
    [`${prefix}all rules, with the lines and fixes`]: [cli, 'lint', own],
  })
  return {
    'ajv-cli, our JSON Schema': validate(schema),
    'ajv-cli, three findings a file': validate(schema, faulty),
    'ajv-cli, a small schema': validate(small),
    ...listCommands(program, ''),
    ...(base !== undefined && listCommands(base, 'base, ')),
  }
}

/**
 * Measures and writes every table of docs/performance.md: `npm run bench -- [--base REF] [--rounds
 * COUNT]`. Installs the programs to compare with and builds the base; all programs run in turn.
 */
export async function measure(argv: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...argv],
    options: { base: { type: 'string' }, rounds: { type: 'string', default: '7' } },
  })
  const rounds = Number(values.rounds)
  const { ajv, yamlServer } = installPeers()
  const base = values.base === undefined ? undefined : buildBase(values.base)
  const program = resolve('dist/cli.cjs')
  const folder = mkdtempSync(join(tmpdir(), 'routerfile-figures-'))
  const files = writeFiles(join(folder, 'files'), 1000)
  const small = join(folder, 'small.json')
  writeFileSync(small, JSON.stringify(smallSchema))
  const one = join(files, 'router-1.yaml')
  const cold = measureInTurn(
    {
      '`node -e 0`': ['-e', '0'],
      '`lint FILE`': [program, 'lint', one],
      '`lint FILE --format json`': [program, 'lint', one, '--format', 'json'],
      '`effective FILE`': [program, 'effective', one],
      ...(base !== undefined && { 'base, `lint FILE`': [base, 'lint', one] }),
    },
    folder,
    3 * rounds,
  )
  const measureMany = (count: number, times: number): Map<string, Measured> => {
    const own = writeFiles(join(folder, `many-${count}`), count)
    const faulty = writeFiles(join(folder, `faulty-${count}`), count, addMistakes)
    return measureInTurn(listPrograms({ own, faulty, program, base, ajv, small }), folder, times)
  }
  const many = measureMany(1000, rounds)
  const fleet = measureMany(10_000, Math.ceil(rounds / 3))
  const filesGrowth = formatGrowth('files', [10, 100, 1000, 10_000], (count) =>
    measureRun(
      [
        program,
        'lint',
        writeFiles(join(folder, `files-${count}`), count),
        '--format',
        'compact',
        '--jobs',
        '1',
      ],
      folder,
    ),
  )
  const linesGrowth = formatGrowth('lines', [10, 100, 1000, 10_000, 100_000], (count) => {
    writeFileSync(join(folder, 'lines.yml'), createFileWithDialers(count))
    return measureRun([program, 'lint', join(folder, 'lines.yml'), '--format', 'compact'], folder)
  })
  const cacheTable = formatCache(program, folder, Math.ceil(rounds / 2))
  const latencyTable = await formatLatency(yamlServer, rounds)
  const hostileTable = formatHostile(program, base, folder)
  rmSync(folder, { recursive: true })
  const [processor] = cpus()
  writeFileSync(
    page,
    `<!-- Made by \`npm run bench\`; do not edit. -->

# Performance

Measured on ${processor?.model ?? 'an unknown processor'}, ${cpus().length} processors, ${(totalmem() / 2 ** 30).toFixed(0)} GB, with Node ${process.version}. All programs of a table run in turn, so that a slow moment of the machine hits all of them; compare the ratios. \`npm run bench\` writes this page${base === undefined ? '; `npm run bench -- --base REF` puts the figures of another commit beside it' : `; base is \`${values.base ?? ''}\``}.

## One file, from a cold start

${rounds * 3} runs of each.

${formatMeasured(cold, '`node`')}

## 1,000 files of ${readTemplate().split('\n').length} lines

${rounds} runs of each. [ajv-cli](https://github.com/ajv-validator/ajv-cli) ${peers['ajv-cli']} validates the files against a JSON Schema: it reports wrong types, but knows nothing about variables, addresses, ports, certificates, releases and effects.

${formatMeasured(many, 'the first')}

## 10,000 files

${formatCount(Math.ceil(rounds / 3), 'run')} of each.

${formatMeasured(fleet, 'the first')}

## The second run

Medians of ${formatCount(Math.ceil(rounds / 2), 'run')}.

${cacheTable}

## In an editor

The time from an action to its answer, also for [yaml-language-server](https://github.com/redhat-developer/yaml-language-server) ${peers['yaml-language-server']} with our JSON Schema; each figure is the smaller of two medians of ${rounds} runs. \`nothing\` is a completion in a file that is not open.

${latencyTable}

## Growth with the number of files

${filesGrowth}

## Growth with the length of a file

${linesGrowth}

## Hostile files

${hostileTable}
`,
  )
  run('npx', ['prettier', '--write', page])
  console.log(`${page} is written`)
}
