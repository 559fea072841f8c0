import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Diagnostic } from '../../../src/document/diagnostic.js'
import * as edit from '../../../src/edit/edit.js'
import * as edits from '../../../src/edit/edits.js'
import { viewOf } from '../../../src/language/view.js'
import { catalog } from '../../../src/lint/catalog.js'
import { completeExample } from '../../../src/lint/example.js'
import { lint } from '../../../src/lint/lint.js'
import { rules } from '../../../src/generated/rules.js'
import { yaml } from '../../support/yaml.js'

const misspelled = yaml`
  v: 3
  forwarder:
    linkDialWorkercount: 8
`

/** What the rules find in their examples. */
const findInExamples = (): Diagnostic[] =>
  rules.flatMap(({ id, severity, examples }) =>
    examples.bad.flatMap((example) => {
      const { text, ...options } = completeExample(example)
      return lint(text.replaceAll(/ *#! .*$/gm, ''), { ...options, rules: { [id]: severity } })
    }),
  )

const findFirst = (text: string): Diagnostic => {
  const found = lint(text).find(({ rule }) => rule === 'unknown-key')
  if (!found) throw new Error('the key is not found')
  return found
}

describe('a fix', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('is not worked out by a lint that shows none', () => {
    const createFix = vi.spyOn(edits, 'createFix')
    const createRemovalFix = vi.spyOn(edits, 'createRemovalFix')
    const countCalls = (): number =>
      createFix.mock.calls.length + createRemovalFix.mock.calls.length
    const found = findInExamples()
    expect(found.length).toBeGreaterThan(catalog.length)
    expect(found.map(({ rule, severity, message }) => [rule, severity, message])).not.toEqual([])
    expect(countCalls()).toBe(0)
    const fixes = found.filter(({ fix }) => fix !== undefined)
    expect(fixes.length).toBeGreaterThan(30)
    expect(countCalls()).toBeGreaterThanOrEqual(fixes.length / 2)
  })

  test('takes one edit of the text, and two where a value moves to another list', () => {
    const made = [vi.spyOn(edits, 'createFix'), vi.spyOn(edits, 'createRemovalFix')]
    const edited = [
      vi.spyOn(edit, 'addAllEntries'),
      vi.spyOn(edit, 'addEntry'),
      vi.spyOn(edit, 'addItem'),
      vi.spyOn(edit, 'copyEntry'),
      vi.spyOn(edit, 'moveEntry'),
      vi.spyOn(edit, 'removeAt'),
      vi.spyOn(edit, 'renameKey'),
      vi.spyOn(edit, 'replaceScalar'),
    ]
    const countCalls = (spies: readonly { mock: { calls: unknown[] } }[]): number =>
      spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
    const work = findInExamples().map((found) => {
      const before = [countCalls(made), countCalls(edited)] as const
      const { rule, fix } = found
      return {
        rule,
        hasFix: fix !== undefined,
        fixes: countCalls(made) - before[0],
        edits: countCalls(edited) - before[1],
      }
    })
    const limits = { 'ip-among-names': 2 }
    const tooMuch = work.filter(
      ({ rule, fixes, edits: count }) => fixes > 1 || count > (Object(limits)[rule] ?? 1),
    )
    expect(tooMuch).toEqual([])
    expect(work.filter(({ edits: count }) => count > 0).length).toBeGreaterThan(25)
  })

  test('is worked out once, and plain data from then on', () => {
    const createFix = vi.spyOn(edits, 'createFix')
    const found = findFirst(misspelled)
    expect(createFix).not.toHaveBeenCalled()
    expect(found.fix).toBe(found.fix)
    expect(createFix).toHaveBeenCalledTimes(1)
    expect(Object.getOwnPropertyDescriptor(found, 'fix')).toHaveProperty('value')
  })

  test.each([
    ['JSON', (found: Diagnostic): unknown => JSON.parse(JSON.stringify(found))],
    ['structuredClone', (found: Diagnostic): unknown => structuredClone(found)],
    ['a spread', (found: Diagnostic): unknown => ({ ...found })],
  ])('is in the copy that %s makes', (_, copy) => {
    expect(copy(findFirst(misspelled))).toHaveProperty(
      'fix.title',
      'rename `linkDialWorkercount` to `linkDialWorkerCount`',
    )
  })

  test('is absent where its edits cannot be made', () => {
    const found = lint(yaml`
      v: 3
      ctrl:
        endpoint: nonsense
    `).find(({ rule }) => rule === 'bad-format')
    expect(found?.fix).toBeUndefined()
    expect(found && 'fix' in found).toBe(false)
  })

  test('stays lazy and the same where the severity is another one', () => {
    const createFix = vi.spyOn(edits, 'createFix')
    const [found] = lint(misspelled, { rules: { 'unknown-key': 'info' } }).filter(
      ({ rule }) => rule === 'unknown-key',
    )
    expect(createFix).not.toHaveBeenCalled()
    expect(found).toMatchObject({ severity: 'info', fix: findFirst(misspelled).fix })
  })

  test('fits its own text, though a later version has taken over what was read of it', () => {
    const text = `${misspelled}ctrl:
  endpoint: tls:ctrl.example.com:6262
edge:
  heartbeatIntervalSeconds: 60
metrics:
  reportInterval: 60
`
    const before = viewOf(text)
    const diagnostics = before.diagnostics()
    viewOf(text.replace('Seconds: 60', 'Seconds: 600'), {}, { before })
    expect(before.document.isSuperseded).toBe(true)
    expect(structuredClone(diagnostics)).toEqual(structuredClone(viewOf(text).diagnostics()))
  })
})
