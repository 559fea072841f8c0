import type { Router } from '../lint/fleet/rule.js'
import type { CachedReport, CachedResult } from './cached-result.js'
import type { MachineAnswers } from './machine-answers.js'

/** The results for the files of a cache, by path. */
export type ResultEntry = readonly [path: string, results: readonly CachedResult[]]

/** A report with numbers for the lists and maps of its router, which is unambiguous: a router has no numeric fields. */
type PackedReport = Omit<CachedReport, 'router'> & { router?: Readonly<Record<string, unknown>> }

type PackedResult = Omit<CachedResult, 'report' | 'embedded' | 'answers'> & {
  report?: PackedReport
  embedded?: readonly PackedReport[]
  answers?: number
}

/** The content of a cache file. It can be trusted: the key signs it. */
type Packed = {
  /** What results refer to by its number. */
  parts: readonly unknown[]
  results: readonly (readonly [path: string, results: readonly PackedResult[]])[]
}

/**
 * Results as JSON, in which equal parts are written once: most files of a fleet have the same sockets and asked the
 * machine the same, which is half of the result of a file without findings.
 */
export function formatResults(entries: readonly ResultEntry[]): string {
  const numbers = new Map<string, number>()
  const share = (part: unknown): number => {
    const text = JSON.stringify(part)
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
  const packReport = ({ router, ...report }: CachedReport): PackedReport => ({
    ...report,
    ...(router && {
      router: mapFields(router, (value) => (typeof value === 'object' ? share(value) : value)),
    }),
  })
  const pack = ({ report, embedded, answers, ...result }: CachedResult): PackedResult => ({
    ...result,
    ...(report && { report: packReport(report) }),
    ...(embedded && { embedded: embedded.map(packReport) }),
    ...(answers && { answers: share(answers) }),
  })
  const results = entries.map(([path, list]) => [path, list.map(pack)])
  return `{"parts":[${[...numbers.keys()].join()}],"results":${JSON.stringify(results)}}`
}

/** The results in a file of the cache; none if it has another form. */
export function parseResults(content: string): ResultEntry[] {
  const read: unknown = JSON.parse(content)
  if (!isPacked(read)) return []
  const { parts, results } = read
  const unpackReport = ({ router, ...report }: PackedReport): CachedReport => {
    const whole =
      router && mapFields(router, (value) => (typeof value === 'number' ? parts[value] : value))
    return isRouter(whole) ? { ...report, router: whole } : report
  }
  const unpack = ({ report, embedded, answers, ...result }: PackedResult): CachedResult => {
    const whole = answers === undefined ? undefined : parts[answers]
    return {
      ...result,
      ...(report && { report: unpackReport(report) }),
      ...(embedded && { embedded: embedded.map(unpackReport) }),
      ...(isAnswers(whole) && { answers: whole }),
    }
  }
  return results.map(([path, list]) => [path, list.map(unpack)])
}

const mapFields = (fields: object, change: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]))

const isPacked = (value: unknown): value is Packed =>
  typeof value === 'object' && value !== null && 'parts' in value && 'results' in value

const isRouter = (value: Readonly<Record<string, unknown>> | undefined): value is Router =>
  value !== undefined && 'advertised' in value

const isAnswers = (value: unknown): value is MachineAnswers =>
  typeof value === 'object' && value !== null && 'found' in value
