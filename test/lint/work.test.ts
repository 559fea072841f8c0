import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as diagnostics from '../../src/document/diagnostic.js'
import * as edits from '../../src/edit/edits.js'
import { rules } from '../../src/generated/rules.js'
import * as host from '../../src/lint/host.js'
import * as observed from '../../src/lint/observed.js'
import * as outlines from '../../src/recognition/outline.js'
import * as schema from '../../src/schema/read.js'
import { findModel } from '../../src/schema/model.js'
import { getRuleSeverity } from '../../src/lint/rule.js'
import * as parsing from '../../src/yaml/parse.js'
import * as reparsing from '../../src/yaml/reparse.js'
import * as warming from '../../server/warm-up.js'
import { startInProcess } from '../support/in-process-server.js'
import { folderWith, runHere } from '../support/program.js'

const plain = readFileSync('fixtures/loaded/public.yaml', 'utf8')

/** So many different files, of which each is like most router files. */
const createFiles = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `r${index}.yml`,
      plain.replaceAll('router.example.com', `r${index}.example.com`),
    ]),
  )

const fileCount = 20

/** What is counted, by name; the counts are those since now. Servers of other tests may still read an example. */
function startCounting(): Record<string, () => number> {
  const counted = {
    parses: [vi.spyOn(parsing, 'parseYaml'), vi.spyOn(parsing, 'parseSoundYaml')],
    reparses: [vi.spyOn(reparsing, 'reparseYaml')],
    outlines: [vi.spyOn(outlines, 'outline')],
    walks: [vi.spyOn(schema, 'readDocument')],
    messages: [vi.spyOn(observed, 'createFindings')],
    diagnostics: [vi.spyOn(diagnostics, 'toDiagnostics')],
    fixes: [vi.spyOn(edits, 'createFix'), vi.spyOn(edits, 'offerRemoval')],
  }
  const steps = vi.spyOn(host, 'runUnmeasured')
  const ids = new Set<string>(rules.map(({ id }) => id))
  return {
    rules: () => steps.mock.calls.filter(([step]) => ids.has(step)).length,
    ...Object.fromEntries(
      Object.entries(counted).map(([name, spies]) => [
        name,
        () =>
          spies.reduce(
            (sum, { mock }) => sum + mock.calls.filter(([text]) => text !== warming.example).length,
            0,
          ),
      ]),
    ),
  }
}

const countAll = (counts: Record<string, () => number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count()]))

/** Rules that look for something by themselves in the standard release. */
const checkingRules = rules.filter(
  (rule) => rule.check && getRuleSeverity(rule, findModel(undefined)?.release ?? '') !== 'off',
)

afterEach(() => {
  vi.restoreAllMocks()
})

describe('linting a plain file takes', () => {
  const lint = async (...flags: readonly string[]): Promise<Record<string, number>> => {
    const counts = startCounting()
    const cwd = folderWith(createFiles(fileCount))
    const { err } = await runHere(['lint', '.', '--jobs', '1', ...flags], { cwd })
    expect(err).toBe('')
    return countAll(counts)
  }

  test('one parse, one walk along the schema, one call of each rule, and no fix that is not shown', async () => {
    expect(await lint('--format', 'compact')).toEqual({
      parses: fileCount,
      reparses: 0,
      outlines: 0,
      walks: fileCount,
      rules: fileCount * checkingRules.length,
      messages: fileCount,
      diagnostics: fileCount,
      fixes: 0,
    })
  })

  test('one fix for each finding that is shown with one', async () => {
    const { fixes, ...others } = await lint()
    // The octal number, and the deprecated place of the request; its fix is tried out.
    expect(fixes).toBeLessThanOrEqual(4 * fileCount)
    expect(others).toMatchObject({ outlines: 0, walks: fileCount })
  })
})

describe('an edit in an editor takes', () => {
  test('one parse of the part that changed, one walk, and one call of each rule', async () => {
    // The server reads an example of its own when it has nothing to do.
    vi.spyOn(warming, 'warmUp').mockResolvedValue()
    const client = await startInProcess()
    const uri = 'file:///router.yml'
    const findings = client.next('textDocument/publishDiagnostics')
    client.open(uri, plain, 'openziti-router')
    await findings
    const counts = startCounting()
    const next = client.next('textDocument/publishDiagnostics')
    client.change(uri, 2, plain.replace('interval: 30s', 'interval: 3s'))
    await next
    expect(countAll(counts)).toEqual({
      parses: 0,
      reparses: 1,
      outlines: 0,
      walks: 1,
      rules: checkingRules.length,
      messages: 1,
      diagnostics: 1,
      fixes: 0,
    })
  })
})
