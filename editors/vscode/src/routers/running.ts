/** How a file differs from the configuration that its router runs, as in `routerfile drift --format json`. */
export type RunningState =
  'effect' | 'broken' | 'no-file' | 'not-running' | 'unanswered' | 'text' | 'same'

/** The result for a router, a file, or both. */
export type RunningResult = {
  state: RunningState
  file?: string
  router?: string
  release?: string
  /** Why the router does not report its configuration. */
  reason?: string
  /** The values that differ in effect, one line each. */
  differences: readonly string[]
}

/** The state of a router as shown to the user. */
export const runningTexts: Readonly<Record<RunningState, string>> = {
  effect: 'runs other values',
  broken: 'the file is broken',
  'no-file': 'runs without a file',
  'not-running': 'is not running',
  unanswered: 'no answer',
  text: 'runs the same in other words',
  same: 'runs the file',
}

const isState = (value: unknown): value is RunningState =>
  typeof value === 'string' && Object.hasOwn(runningTexts, value)

/** Reads the results that the command line prints, and ignores everything else. Throws if there is no JSON. */
export function readRunning(output: string): RunningResult[] {
  const parsed: unknown = JSON.parse(output)
  const results = isRecord(parsed) ? parsed['results'] : undefined
  return Array.isArray(results) ? results.flatMap(readResult) : []
}

function readResult(value: unknown): RunningResult[] {
  if (!isRecord(value)) return []
  const { state, file, router, release, reason, differences } = value
  if (!isState(state)) return []
  return [
    {
      state,
      ...(typeof file === 'string' && { file }),
      ...(typeof router === 'string' && { router }),
      ...(typeof release === 'string' && { release }),
      ...(typeof reason === 'string' && { reason }),
      differences: Array.isArray(differences) ? differences.flatMap(formatDifference) : [],
    },
  ]
}

function formatDifference(value: unknown): string[] {
  if (!isRecord(value) || !Array.isArray(value['path'])) return []
  const path = value['path'].reduce<string>(
    (text, step: unknown) =>
      typeof step === 'number' ? `${text}[${step}]` : `${text && `${text}.`}${String(step)}`,
    '',
  )
  return [
    `${path}: ${format(value['file'])} in the file, ${format(value['running'])} in the router`,
  ]
}

/** Maximum length of a value in a row. */
const maxValueLength = 80

function format(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength - 1)}…` : text
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
