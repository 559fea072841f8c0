import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'

/** A request that failed a check, and the response. */
export type SchemathesisFinding = {
  check: string
  /** Method and path, with its parameters in braces. */
  operation: string
  status: number
  /** Code, field and reason of the error; empty if there is no error. */
  answer: string
  /** The path and query as sent, then the body. */
  request: string
}

/** The result of a run; `lost` counts requests whose session was ended by another request of the run. */
export type Run = {
  findings: SchemathesisFinding[]
  requests: number
  lost: number
  operations: number
  errors: string[]
  logins: number
  lostItsLogin: boolean
}

type Coded = { $base64: string } | null

type Interaction = {
  request: { method: string; uri: string; headers: Record<string, string[]>; body: Coded }
  response: { status_code: number; content: Coded } | null
}

type Case = { value: { method: string; path: string; meta?: { generation?: { mode?: string } } } }

type Recorder = {
  cases?: Record<string, Case>
  checks?: Record<string, { name: string; status: string }[]>
  interactions?: Record<string, Interaction>
}

type Line = {
  LoadingFinished?: { statistic: { operations: { selected: number } } }
  ScenarioFinished?: { recorder: Recorder }
  NonFatalError?: unknown
  FatalError?: unknown
  EngineFinished?: { payload: { reauth_count: number; reauth_broke: boolean } }
}

/** The sessions of a run. Its requests are numbered from 1. */
type Sessions = {
  /** The number of the last successful request in each session, by the token of the session. */
  lastAccepted: Map<string, number>
  /** Valid requests that the service answered with 401. */
  refused: { session: string; request: number; finding: SchemathesisFinding }[]
}

const toText = (coded: Coded): string =>
  coded ? Buffer.from(coded.$base64, 'base64').toString() : ''

function toAnswer(text: string): string {
  if (!text.startsWith('{"error"')) return ''
  const { code, cause = {} } = JSON.parse(text).error
  return [code, cause.field, cause.reason ?? cause.message].filter(Boolean).join(' ')
}

/** Reads the report of a run in the format `ndjson`. */
export async function readRun(path: string): Promise<Run> {
  const run: Run = {
    findings: [],
    requests: 0,
    lost: 0,
    operations: 0,
    errors: [],
    logins: 0,
    lostItsLogin: false,
  }
  const sessions: Sessions = { lastAccepted: new Map(), refused: [] }
  for await (const text of createInterface({ input: createReadStream(path) })) {
    const line: Line = JSON.parse(text)
    if (line.LoadingFinished) run.operations = line.LoadingFinished.statistic.operations.selected
    if (line.NonFatalError ?? line.FatalError) run.errors.push(text.slice(0, 400))
    if (line.EngineFinished)
      Object.assign(run, {
        logins: line.EngineFinished.payload.reauth_count,
        lostItsLogin: line.EngineFinished.payload.reauth_broke,
      })
    if (line.ScenarioFinished) addScenario(line.ScenarioFinished.recorder, run, sessions)
  }
  const isLive = ({ session, request }: Sessions['refused'][number]): boolean =>
    (sessions.lastAccepted.get(session) ?? 0) > request
  const known = sessions.refused.filter(({ session }) => sessions.lastAccepted.has(session))
  const refused = known.filter(isLive)
  return {
    ...run,
    lost: known.length - refused.length,
    findings: [...run.findings, ...refused.map(({ finding }) => finding)],
  }
}

function addScenario(
  { cases = {}, checks = {}, interactions = {} }: Recorder,
  run: Run,
  { lastAccepted, refused }: Sessions,
): void {
  for (const [id, { request, response }] of Object.entries(interactions)) {
    run.requests += 1
    const of = cases[id]?.value
    if (!of || !response) continue
    const [session = ''] = request.headers['zt-session'] ?? []
    const { status_code: status } = response
    if (status < 300 && session !== '') lastAccepted.set(session, run.requests)
    const finding = {
      operation: `${of.method} ${of.path}`,
      status,
      answer: toAnswer(toText(response.content)),
      request: `${request.method} ${request.uri.replace(/^.*\/v1(?=\/|$)/, '')} ${toText(request.body)}`,
    }
    for (const { name, status: outcome } of checks[id] ?? [])
      if (outcome === 'failure') run.findings.push({ check: name, ...finding })
    // Schemathesis has no check for this: it accepts 401 as the response to a valid request.
    if (status === 401 && of.meta?.generation?.mode === 'positive')
      refused.push({
        session,
        request: run.requests,
        finding: { check: 'unauthorized', ...finding },
      })
  }
}
