import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import type { Finding } from '../../../web/playground/findings.js'
import { takeFolderFindings } from '../../../web/playground/findings.js'

const doc = Text.of(['v: 3', 'link:', '  listeners: []'])

const createFinding = (rule: string, line: number): Finding => ({
  ...{ rule, line, from: doc.line(line).from, to: doc.line(line).to },
  ...{ severity: 'warning', message: rule, fixes: [] },
})

test.each<[severities: Readonly<Record<string, string>>, found: string[]]>([
  [{}, ['3 fleet-here warning', '3 unknown-key warning']],
  [{ 'fleet-here': 'error' }, ['3 fleet-here error', '3 unknown-key warning']],
  [{ 'fleet-here': 'off' }, ['3 unknown-key warning']],
])(
  'a file of a folder has the findings of comparing it with that folder, not with open files: %j',
  (severities, expected) => {
    const own = [createFinding('fleet-open', 1), createFinding('unknown-key', 3)]
    const ofFolder = [createFinding('fleet-here', 3), createFinding('unknown-key', 1)]
    const found = takeFolderFindings(own, ofFolder, { doc, severities })
    expect(found.map(({ line, rule, severity }) => `${line} ${rule} ${severity}`).sort()).toEqual(
      expected,
    )
    expect(found.find(({ rule }) => rule === 'fleet-here')?.from ?? 13).toBe(13)
  },
)
