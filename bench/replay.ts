import { resolve } from 'node:path'
import { createService } from '../src/management/service/index.js'

/**
 * Replays recorded scenarios against the service: `npm run bench replay [https] REPLAY_MODULE FOLDER|FILE...`. The
 * module is the `replay.mjs` that comes with the recordings. Calls the service in this process; with `https`, over the
 * network.
 */
export async function measure([first = '', ...rest]: readonly string[]): Promise<void> {
  const isOverHttps = first === 'https'
  const [program = '', ...files] = isOverHttps ? rest : [first, ...rest]
  const credentials = { username: 'admin', password: 'admin-pass' }
  const service = await createService({
    data: ':memory:',
    admin: credentials,
    cors: '*',
    ...(!isOverHttps && { address: 'service.test' }),
  })
  const { replay, socketTransport } = await import(resolve(program))
  const send = isOverHttps ? socketTransport({ insecure: true }) : undefined
  const base = isOverHttps
    ? (await service.listen({ port: 0 })).url
    : 'https://service.test/edge/management/v1'
  const total = await replay({
    ...(send ? { send } : { fetch: service.fetch }),
    base,
    files,
    release: '2.0.3',
    prefer: 'spec',
    credentials,
    onScenario: report,
  })
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  send?.close()
  await service.close()
}

type Scenario = {
  name: string
  steps: {
    name: string
    outcome: string
    request?: string
    status?: number
    diffs?: { path: string; expected: unknown; actual: unknown }[]
  }[]
}

const short = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 200)

function report({ name, steps }: Scenario): void {
  for (const step of steps) {
    if (step.outcome !== 'failed') continue
    const diffs = (step.diffs ?? [])
      .slice(0, 4)
      .map(
        ({ path, expected, actual }) => `${path} expected ${short(expected)} came ${short(actual)}`,
      )
    console.log(`${name} / ${step.name}: ${step.request} -> ${step.status}: ${diffs.join('; ')}`)
  }
}
