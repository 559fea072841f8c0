import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDocument } from '../src/document.js'
import { lint } from '../src/index.js'
import { compare, node } from './time.js'

const show = (what: string, medians: ReadonlyMap<string, number>): void => {
  const parse = medians.get('parse') ?? Number.NaN
  for (const [name, value] of medians) console.log(`${what} ${name.padEnd(5)} ${value.toFixed(0)} ms, ${(value / parse).toFixed(2)} times parsing`)
}

/**
 * Time of linting 1,000 files as a multiple of the time of parsing them: as commands, which start, read the files and
 * end, and in one process, with the texts in memory.
 */
export function measure([path = 'fixtures/loaded/public.yaml', count = '1000', rounds = '11']: readonly string[]): void {
  const base = readFileSync(path, 'utf8')
  const texts = Array.from({ length: Number(count) }, (_, index) => base.replace(/\n/, `\n# router ${index}\n`))
  const folder = mkdtempSync(join(tmpdir(), 'routerfile-'))
  texts.forEach((text, index) => writeFileSync(join(folder, `router-${index}.yaml`), text))
  show('command', compare({ parse: node('.cache/bench/parse.js', folder), lint: node('dist/cli.cjs', 'lint', folder, '--format', 'compact') }, Number(rounds)))
  show('memory ', compare({ parse: () => texts.forEach((text) => void parseDocument(text)), lint: () => texts.forEach((text) => void lint(text)) }, Number(rounds)))
  rmSync(folder, { recursive: true })
}
