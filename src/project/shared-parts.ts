import type { Router } from '../lint/fleet/rule.js'
import type { CachedReport, CachedResult } from './cached-result.js'
import type { MachineAnswers } from './machine-answers.js'

export type ResultEntry = readonly [path: string, results: readonly CachedResult[]]

/**
 * A report whose router has indexes of `parts` instead of lists and maps. Every number in the router is such an index,
 * because no field of a router is itself a number.
 */
type PackedReport = Omit<CachedReport, 'router'> & { router?: Record<string, unknown> }

type PackedResult = Omit<CachedResult, 'report' | 'embedded' | 'answers'> & {
  report?: PackedReport
  embedded?: readonly PackedReport[]
  answers?: number
}

/** The content of a cache file. Its structure is not validated further, because the file is signed. */
type PackedResults = {
  /** The parts to which results refer by index. */
  parts: readonly unknown[]
  results: readonly (readonly [path: string, results: readonly PackedResult[]])[]
}

/**
 * Formats results as JSON and writes equal parts only once. In a fleet, most files have the same sockets and depend on
 * the same facts about the machine; without sharing, these would be half of the result of a file without findings.
 */
export function formatResults(entries: readonly ResultEntry[]): string {
  const partNumbers = new Map<string, number>()
  const getPartNumber = (part: unknown): number => {
    const text = JSON.stringify(part)
    const number = partNumbers.get(text) ?? partNumbers.size
    partNumbers.set(text, number)
    return number
  }
  const packReport = ({ router, ...report }: CachedReport): PackedReport => ({
    ...report,
    ...(router && {
      router: mapFields(router, (value) =>
        typeof value === 'object' ? getPartNumber(value) : value,
      ),
    }),
  })
  const pack = ({ report, embedded, answers, ...result }: CachedResult): PackedResult => ({
    ...result,
    ...(report && { report: packReport(report) }),
    ...(embedded && { embedded: embedded.map(packReport) }),
    ...(answers && { answers: getPartNumber(answers) }),
  })
  const results = entries.map(([path, list]) => [path, list.map(pack)])
  return `{"parts":[${[...partNumbers.keys()].join()}],"results":${JSON.stringify(results)}}`
}

export function parseResults(content: string): ResultEntry[] {
  const packedReports: unknown = JSON.parse(content)
  if (!isPacked(packedReports)) return []
  const { parts, results } = packedReports
  const unpackReport = ({ router, ...report }: PackedReport): CachedReport => {
    if (!router) return report
    for (const name in router) {
      const value = router[name]
      if (typeof value === 'number') router[name] = parts[value]
    }
    return isRouter(router) ? { ...report, router } : report
  }
  const unpack = ({ report, embedded, answers, ...result }: PackedResult): CachedResult => {
    const unpackedAnswers = answers === undefined ? undefined : parts[answers]
    return {
      ...result,
      ...(report && { report: unpackReport(report) }),
      ...(embedded && { embedded: embedded.map(unpackReport) }),
      ...(isAnswers(unpackedAnswers) && { answers: unpackedAnswers }),
    }
  }
  return results.map(([path, list]) => [path, list.map(unpack)])
}

const mapFields = (fields: object, change: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, change(value)]))

const isPacked = (value: unknown): value is PackedResults =>
  typeof value === 'object' && value !== null && 'parts' in value && 'results' in value

const isRouter = (value: Record<string, unknown> | Router): value is Router => 'advertised' in value

const isAnswers = (value: unknown): value is MachineAnswers =>
  typeof value === 'object' && value !== null && 'found' in value
