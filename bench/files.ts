import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDocument as parseYaml } from 'yaml'
import { parseDocument } from '../src/document/document.js'
import { lint } from '../src/index.js'
import { compare, node } from './time.js'

const show = (what: string, medians: ReadonlyMap<string, number>): void => {
  const parse = medians.get('parse') ?? Number.NaN
  const peer = medians.get('yaml') ?? Number.NaN
  for (const [name, value] of medians) {
    console.log(
      `${what} ${name.padEnd(5)} ${value.toFixed(0)} ms, ${(value / parse).toFixed(2)} times parsing, ${(value / peer).toFixed(2)} times parsing with yaml`,
    )
  }
}

/**
 * Measures linting `count` files as a multiple of parsing them with our parser, and with the package `yaml`: as
 * commands that start, read the files and exit, and in one process with the texts in memory. With the path of ajv-cli,
 * also compares the commands with validation by our JSON Schema.
 */
export function measure([
  path = 'fixtures/loaded/public.yaml',
  count = '1000',
  rounds = '11',
  ajv,
]: readonly string[]): void {
  const base = readFileSync(path, 'utf8')
  // As in a real fleet, each router has its own host name.
  const texts = Array.from({ length: Number(count) }, (_, index) =>
    base
      .replace(/\n/, `\n# router ${index}\n`)
      .replaceAll('router.example.com', `r${index}.example.com`),
  )
  const folder = mkdtempSync(join(tmpdir(), 'routerfile-'))
  texts.forEach((text, index) => writeFileSync(join(folder, `router-${index}.yaml`), text))
  const commands = {
    parse: node('.cache/run/bench/parse.js', folder),
    yaml: node('.cache/run/bench/parse.js', folder, 'yaml'),
    lint: node('dist/cli.cjs', 'lint', folder, '--format', 'compact'),
    ...(ajv && {
      ajv: node(
        ajv,
        'validate',
        '--spec=draft2020',
        '--strict=false',
        '-s',
        'src/generated/schema.json',
        '-d',
        join(folder, '*.yaml'),
      ),
    }),
  }
  const all = (run: (text: string) => unknown) => () => texts.forEach((text) => void run(text))
  show('command', compare(commands, Number(rounds)))
  show(
    'memory ',
    compare(
      { parse: all(parseDocument), yaml: all(parseYaml), lint: all((text) => lint(text)) },
      Number(rounds),
    ),
  )
  rmSync(folder, { recursive: true })
}
