import { formatPath } from '../../../document/diagnostic.js'
import type { RunningDifference } from '../../../generate/compare-running.js'
import type { Json } from '../../../schema/key.js'
import { escapeControls, toSafeJson } from '../../ui/text.js'
import type { DriftResult, DriftState } from './compare.js'

/** The states, worst first, with their words. */
const stateWords: Readonly<Record<DriftState, string>> = {
  effect: 'differs in effect',
  broken: 'file is broken',
  'no-file': 'runs without a file',
  'not-running': 'not running',
  unanswered: 'no answer',
  text: 'differs in text only',
  same: 'same',
}

/** States of several files and routers. */
const pluralStates: Readonly<Record<DriftState, string>> = {
  ...stateWords,
  effect: 'differ in effect',
  broken: 'files are broken',
  'no-file': 'run without a file',
  text: 'differ in text only',
}

const driftStates: ReadonlySet<DriftState> = new Set(['effect', 'broken', 'no-file', 'not-running'])

/** Whether files and routers have drifted apart; equivalent spellings are not drift. */
export const isDrift = ({ state }: DriftResult): boolean => driftStates.has(state)

const states = [
  'effect',
  'broken',
  'no-file',
  'not-running',
  'unanswered',
  'text',
  'same',
] as const satisfies readonly DriftState[]

const sortWorstFirst = (results: readonly DriftResult[]): DriftResult[] =>
  states.flatMap((state) => results.filter((result) => result.state === state))

const countStates = (results: readonly DriftResult[]): [DriftState, number][] =>
  states.map((state) => [state, results.filter((result) => result.state === state).length])

/** One JSON document, for programs. */
export function formatDriftJson(results: readonly DriftResult[]): string {
  const summary = Object.fromEntries(countStates(results))
  return `${toSafeJson({ version: 1, results: sortWorstFirst(results), summary }, 2)}\n`
}

/** A line for each file and router, with the values that differ below it. */
export function formatDriftText(results: readonly DriftResult[]): string {
  const width = Math.max(...Object.values(stateWords).map((words) => words.length))
  const lines = sortWorstFirst(results).flatMap((result) => [
    `${stateWords[result.state].padEnd(width)}  ${escapeControls(formatPlace(result))}`,
    ...(result.differences ?? []).map(
      (difference) => `    ${escapeControls(formatDifference(difference))}`,
    ),
  ])
  const counts = countStates(results).flatMap(([state, count]) =>
    count > 0 ? [`${count} ${count === 1 ? stateWords[state] : pluralStates[state]}`] : [],
  )
  return `${[...lines, counts.join(', ') || 'no routers and no files'].join('\n')}\n`
}

function formatPlace({ file, router, release }: DriftResult): string {
  if (router === undefined) return `${file ?? ''} (the network has no router of this name)`
  const running = `live:${router}${release === undefined ? '' : ` (${release})`}`
  return file === undefined ? running : `${file}  ${running}`
}

const formatDifference = ({ path, file, running }: RunningDifference): string =>
  `${formatPath(path)}: ${formatValue(file)} in the file, ${formatValue(running)} in the router`

/** Longer values are cut. */
const maxLength = 80

function formatValue(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text
}
