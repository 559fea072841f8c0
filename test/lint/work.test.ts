import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import * as behavior from '../../src/config/upgrade/behavior.js'
import { json } from '../../src/cli/formats/json.js'
import * as diagnostics from '../../src/document/diagnostic.js'
import * as secrets from '../../src/document/secrets.js'
import * as edits from '../../src/edit/edits.js'
import { rules } from '../../src/generated/rules.js'
import { complete, hover } from '../../src/language/index.js'
import { viewOf } from '../../src/language/view.js'
import * as observed from '../../src/lint/findings.js'
import * as outlines from '../../src/recognition/outline.js'
import * as schema from '../../src/schema/read.js'
import { findModel } from '../../src/schema/model.js'
import { inspect, visibleDiagnostics } from '../../src/lint/lint.js'
import { getRuleSeverity } from '../../src/lint/rule.js'
import { computeFixes } from '../../src/project/reports.js'
import { lintTemplate } from '../../src/template/lint-template.js'
import * as parsing from '../../src/yaml/parse.js'
import * as reparsing from '../../src/yaml/reparse.js'
import { countWork } from '../support/count-work.js'
import { startInProcess } from '../support/in-process-server.js'
import { folderWith, runHere } from '../support/program.js'

const plain = readFileSync('fixtures/loaded/public.yaml', 'utf8')

/** The same with three keys that are not known. */
const misspelled = plain.replace(
  'forwarder:\n',
  (section) =>
    `${section}  linkDialWorkerCuont: 8\n  rateLimitedWrkerCount: 8\n  idleTxIntreval: 8\n`,
)

/** So many different files, of which each is like most router files. */
const createFiles = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `r${index}.yml`,
      plain.replaceAll('router.example.com', `r${index}.example.com`),
    ]),
  )

const fileCount = 5

/** What is counted, by name; the counts are those since now. */
function startCounting(): Record<string, () => number> {
  const counted = {
    parses: [vi.spyOn(parsing, 'parseYaml'), vi.spyOn(parsing, 'parseYamlWithoutErrors')],
    reparses: [vi.spyOn(reparsing, 'reparseYaml')],
    outlines: [vi.spyOn(outlines, 'outline')],
    walks: [vi.spyOn(schema, 'readDocument')],
    comparisons: [vi.spyOn(behavior, 'addBehaviorChanges')],
    messages: [vi.spyOn(observed, 'createFindings')],
    diagnostics: [vi.spyOn(diagnostics, 'toDiagnostics')],
    fixes: [vi.spyOn(edits, 'createFix'), vi.spyOn(edits, 'createRemovalFix')],
  }
  const checks = rules.flatMap((rule) => (rule.check ? [vi.spyOn(rule, 'check')] : []))
  return {
    rules: () => checks.reduce((sum, { mock }) => sum + mock.calls.length, 0),
    ...Object.fromEntries(
      Object.entries(counted).map(([name, spies]) => [
        name,
        () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0),
      ]),
    ),
  }
}

const countAll = (counts: Record<string, () => number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count()]))

/** Rules that look for something by themselves in the standard release, if the file has what they look at. */
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

  test('one parse, one walk along the schema, one call of rules that have to look, and no fix that is not shown', async () => {
    expectAtMost(await lint('--format', 'compact'), {
      parses: fileCount,
      reparses: 0,
      outlines: 0,
      walks: fileCount,
      comparisons: 0,
      rules: fileCount * (checkingRules.length - 12),
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

describe('findings in JSON take', () => {
  test('one search of each file for secrets', async () => {
    const searches = vi.spyOn(secrets, 'createRedactor')
    const cwd = folderWith(createFiles(fileCount))
    const { out } = await runHere(['lint', '.', '--jobs', '1', '--format', 'json'], { cwd })
    expect(out).toContain('"fix"')
    expect(searches.mock.calls.length).toBeLessThanOrEqual(fileCount)
  })

  /** Lints a text and prints what was found, as often as a fleet has files; returns the work for one of them. */
  const countPerFile = async (text: string): Promise<number> => {
    const run = {
      release: '',
      version: '',
      refused: [],
      root: '/',
      startTime: new Date(0),
    }
    const style = {
      width: 80,
      usesColor: false,
      usesUnicode: false,
      usesLinks: false,
      isVerbose: false,
      maxFindings: Infinity,
    }
    const print = (index: number): void => {
      const own = text.replaceAll('router.example.com', `r${index}.example.com`)
      const found = computeFixes(visibleDiagnostics(inspect(own, {}), {}), {
        level: 'info',
        wantsFixes: true,
      })
      const report = { path: 'a.yml', text: own, release: '', diagnostics: found }
      Array.from(json.print([{ ...report, hasSecretFreeFixes: true }], run, style))
    }
    // What is computed once for all files does not count.
    print(0)
    return (await countWork(() => [1, 2, 3, 4].forEach(print))) / 4
  }

  test('so much work for each further file, and for each finding with its fix', async () => {
    const perFile = await countPerFile(plain)
    const perFinding = ((await countPerFile(misspelled)) - perFile) / 3
    expect(perFile).toBeLessThan(8000)
    expect(perFinding).toBeLessThan(300)
  })
})

test('of a file that was linted, weak maps keep only the hosts of its requests', () => {
  const countFindings = (index: number): number => {
    const text = plain
      .replaceAll('router.example.com', `r${index}.example.com`)
      .replace('mode: host', 'mode: hots')
      .replace('forwarder:\n', 'forwarder:\n  linkDialWorkerCuont: 8\n')
    const found = visibleDiagnostics(inspect(text, {}), {})
    return computeFixes(found, { level: 'info', wantsFixes: true }).length
  }
  countFindings(0)
  // V8 keeps the values of weak maps, with all that they refer to, until the next full garbage collection.
  const kept = [vi.spyOn(WeakMap.prototype, 'set'), vi.spyOn(WeakSet.prototype, 'add')]
  const counts = [1, 2, 3, 4].map(countFindings)
  const calls = kept.map(({ mock }) => mock.calls.length)
  expect(counts).toEqual([6, 6, 6, 6])
  // One for each file, and what is first needed by one of them.
  expect(calls[0]).toBeLessThan(8)
  expect(calls[1]).toBe(0)
})

/** What may become less, but not more. */
function expectAtMost(
  counts: Readonly<Record<string, number>>,
  limits: Readonly<Record<string, number>>,
): void {
  expect(Object.keys(counts).sort()).toEqual(Object.keys(limits).sort())
  expect(Object.entries(counts).filter(([name, count]) => count > (limits[name] ?? 0))).toEqual([])
}

describe('fixing plain files takes', () => {
  test('a lint of the file before and after, and one for each fix that is tried alone', async () => {
    const counts = startCounting()
    const cwd = folderWith(createFiles(fileCount))
    const { err } = await runHere(['fix', '.'], { cwd })
    expect(err).toMatch(`${3 * fileCount} findings fixed`)
    expectAtMost(countAll(counts), {
      parses: 7 * fileCount,
      reparses: 0,
      outlines: 0,
      walks: 5 * fileCount,
      comparisons: 0,
      rules: 5 * fileCount * (checkingRules.length - 12),
      messages: 5 * fileCount,
      diagnostics: 3 * fileCount,
      fixes: 3 * fileCount,
    })
  })
})

describe('comparing a plain file under all releases on the way takes', () => {
  test('one report, and one lint of the file for each of them and for each change that is tried', async () => {
    const counts = startCounting()
    const cwd = folderWith({ 'router.yml': plain })
    await runHere(['upgrade', 'router.yml', '--from', '1.6', '--to', '2.0'], { cwd })
    expectAtMost(countAll(counts), {
      parses: 7,
      reparses: 0,
      outlines: 0,
      walks: 11,
      comparisons: 1,
      rules: 11 * (checkingRules.length - 12),
      messages: 11,
      diagnostics: 11,
      fixes: 0,
    })
  })
})

describe('fixing a plain file for a release takes', () => {
  test('a report of each text on the way, and one of what is left', async () => {
    const counts = startCounting()
    const cwd = folderWith({ 'router.yml': plain })
    await runHere(['upgrade', 'router.yml', '--from', '1.6', '--to', '2.0', '--fix'], { cwd })
    expectAtMost(countAll(counts), {
      parses: 28,
      reparses: 0,
      outlines: 0,
      walks: 44,
      comparisons: 4,
      rules: 44 * (checkingRules.length - 12),
      messages: 44,
      diagnostics: 44,
      fixes: 0,
    })
  })
})

describe('linting a template takes', () => {
  test('one parse and one walk for each of its two renderings', () => {
    const counts = startCounting()
    const template = `${plain}{% if tunnel %}\nmetrics: {}\n{% endif %}\n`
    const { diagnostics: found } = lintTemplate(template, 'jinja', {})
    expect(found.length).toBeGreaterThan(0)
    expectAtMost(countAll(counts), {
      parses: 2,
      reparses: 0,
      outlines: 0,
      walks: 2,
      comparisons: 0,
      rules: 2 * rules.filter(({ check }) => check).length,
      messages: 2,
      diagnostics: 3,
      fixes: 0,
    })
  })

  test('of a chart one recognition, and after the first rendering only rules whose findings may be common', () => {
    const chart = readFileSync('fixtures/templates/helm/configmap.yaml', 'utf8')
    const counts = startCounting()
    const { diagnostics: found } = lintTemplate(chart, 'go', {})
    expect(found).toHaveLength(2)
    expectAtMost(countAll(counts), {
      parses: 126,
      reparses: 0,
      outlines: 1,
      walks: 125,
      comparisons: 0,
      rules: 2 * checkingRules.length,
      messages: 125,
      diagnostics: 126,
      fixes: 0,
    })
  })
})

describe('an edit in an editor takes', () => {
  test('one parse of the part that changed, one walk, and one call of rules that have to look', async () => {
    const client = await startInProcess()
    const uri = 'file:///router.yml'
    const findings = client.next('textDocument/publishDiagnostics')
    client.open(uri, plain, 'openziti-router')
    await findings
    const counts = startCounting()
    const next = client.next('textDocument/publishDiagnostics')
    client.change(uri, 2, plain.replace('interval: 30s', 'interval: 3s'))
    await next
    expectAtMost(countAll(counts), {
      parses: 0,
      reparses: 1,
      outlines: 0,
      walks: 1,
      comparisons: 0,
      rules: checkingRules.length - 17,
      messages: 1,
      diagnostics: 1,
      fixes: 0,
    })
  })

  test('one parse of the part that changed and one walk for a hover right after it, and no diagnostic', () => {
    const before = viewOf(misspelled)
    expect(before.diagnostics().length).toBeGreaterThan(0)
    const counts = startCounting()
    const changed = misspelled.replace('interval: 30s', 'interval: 3s')
    const view = viewOf(changed, {}, { before })
    expect(hover(view, changed.indexOf('3s'))?.contents).toContain('3s')
    expect(complete(view, changed.indexOf('3s')).length).toBeGreaterThan(0)
    const { diagnostics: shown, reparses, walks } = countAll(counts)
    expect({ shown, reparses, walks }).toEqual({ shown: 0, reparses: 1, walks: 1 })
    expect(view.diagnostics().length).toBe(viewOf(changed).diagnostics().length)
  })

  test('one parse for completion, and no work for hover, symbols, folding ranges and tokens', async () => {
    const client = await startInProcess()
    const uri = 'file:///router.yml'
    const findings = client.next('textDocument/publishDiagnostics')
    client.open(uri, plain, 'openziti-router')
    await findings
    const counts = startCounting()
    const textDocument = { uri }
    const position = { line: 3, character: 2 }
    await client.connection.sendRequest('textDocument/hover', { textDocument, position })
    await client.connection.sendRequest('textDocument/completion', { textDocument, position })
    await client.connection.sendRequest('textDocument/documentSymbol', { textDocument })
    await client.connection.sendRequest('textDocument/foldingRange', { textDocument })
    await client.connection.sendRequest('textDocument/semanticTokens/full', { textDocument })
    const none = {
      reparses: 0,
      outlines: 0,
      walks: 0,
      comparisons: 0,
      rules: 0,
      messages: 0,
      diagnostics: 0,
    }
    expect(countAll(counts)).toEqual({ ...none, parses: 1, fixes: 0 })
  })
})
