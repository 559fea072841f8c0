import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import type { Finding } from '../../../web/playground/findings.js'
import { joinFixes, listProposedFixes } from '../../../web/playground/fixes.js'

const uri = 'inmemory://playground/router.yml'
const doc = Text.of(['one: 1', 'two: 2', 'three: 3'])

const createFix = (line: number, start: number, end: number, newText: string, isSafe = true) => ({
  title: newText,
  isSafe,
  edit: {
    changes: {
      [uri]: [
        { range: { start: { line, character: start }, end: { line, character: end } }, newText },
      ],
    },
  },
})

const createFinding = (line: number, fixes: Finding['fixes']): Finding => ({
  from: 0,
  to: 1,
  line,
  severity: 'warning',
  rule: 'unknown-key',
  message: 'Unknown key',
  fixes,
})

test('of each finding the first fix is proposed, and the same change once', () => {
  const rename = createFix(0, 0, 3, 'uno', false)
  const proposed = listProposedFixes([
    createFinding(1, [rename, createFix(0, 0, 6, '')]),
    createFinding(1, [rename]),
    createFinding(2, []),
    createFinding(3, [createFix(2, 0, 5, 'tre')]),
  ])
  expect(proposed.map(({ title, line, isSafe }) => [title, line, isSafe])).toEqual([
    ['uno', 1, false],
    ['tre', 3, true],
  ])
})

test('fixes about the same place are not made together', () => {
  const fixes = [createFix(2, 0, 5, 'tre'), createFix(0, 0, 3, 'uno'), createFix(0, 1, 2, 'x')]
  expect(joinFixes(fixes, uri, doc)).toEqual({
    changes: [
      { from: 0, to: 3, insert: 'uno' },
      { from: 14, to: 19, insert: 'tre' },
    ],
    count: 2,
  })
})
