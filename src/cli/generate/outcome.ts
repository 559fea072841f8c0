import type { Streams } from '../command.js'
import { replaceFile } from '../replace-file.js'

/** What became of a router of many. */
export type Outcome = {
  state: 'made' | 'replaced' | 'unchanged' | 'skipped' | 'failed'
  /** Where it stands: in a list, or its record. */
  from: string
  name?: string | undefined
  id?: string | undefined
  /** The router file, and the file with its token where it has one. */
  path?: string | undefined
  token?: string | undefined
  /** Until when the token counts. */
  expires?: string | undefined
  /** What was done to its record. */
  record?: 'made' | 're-enrolled' | undefined
  /** Why it failed or was skipped. */
  why?: string | undefined
  warnings?: readonly string[]
}

const states = ['made', 'replaced', 'unchanged', 'skipped', 'failed'] as const

const words = {
  made: 'made',
  replaced: 'replaced',
  unchanged: 'as they were',
  skipped:
    'left alone, as another file is there (--diff shows the difference, --force replaces it)',
  failed: 'failed',
} as const

export const lineOf = ({ state, path = '', record, why }: Outcome): string =>
  `${state.padEnd(9)} ${path}${record === undefined ? '' : ` (record ${record})`}${why === undefined ? '' : `: ${why}`}\n`

/** How many routers there were, and what became of them. */
export function summaryOf(outcomes: readonly Outcome[], isDry: boolean): string {
  const count = (has: (outcome: Outcome) => boolean): number => outcomes.filter(has).length
  const made = count(({ record }) => record === 'made')
  const renewed = count(({ record }) => record === 're-enrolled')
  const doubtful = count(({ warnings = [] }) => warnings.length > 0)
  const parts = states
    .map((state) => [count((outcome) => outcome.state === state), words[state]] as const)
    .filter(([number]) => number > 0)
    .map(([number, text]) => `${number} ${text}`)
  const more = [
    made > 0 && `${made} ${made === 1 ? 'record' : 'records'} made`,
    renewed > 0 && `${renewed} re-enrolled`,
    doubtful > 0 && `${doubtful} with warnings (--report has them)`,
  ].filter((text) => text !== false)
  return `${outcomes.length} router${outcomes.length === 1 ? '' : 's'}: ${[parts.join(', '), ...more].filter((text) => text !== '').join('; ')}${isDry ? ' (nothing is written)' : ''}`
}

/** Writes what became of all routers as JSON, to a file or, as `-`, to standard output. */
export function writeReport(path: string, outcomes: readonly Outcome[], { out }: Streams): void {
  const counts = Object.fromEntries(
    states.map((state) => [state, outcomes.filter((outcome) => outcome.state === state).length]),
  )
  const text = `${JSON.stringify({ version: 1, counts, routers: outcomes }, undefined, 2)}\n`
  if (path === '-') out(text)
  else replaceFile(path, text, 0o644)
}
