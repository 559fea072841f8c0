import { readFileSync } from 'node:fs'
import type { Client, Fetch } from '../../src/management/client/index.js'
import { createClient } from '../../src/management/client/index.js'
import { toRecord } from '../../src/document/record.js'
import { sessionRecord, standalone } from './controller.js'

/** The releases with recorded responses. */
export const recordedReleases = ['1.6.20', '2.0.3'] as const

const sendJson = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

/** Reads the responses of a real controller to the three requests of the fabric API, by method and path. */
export const readRecordedAnswers = (
  release: (typeof recordedReleases)[number],
): Readonly<Record<string, unknown>> =>
  toRecord(JSON.parse(readFileSync(`fixtures/live/answers-${release}.json`, 'utf8')))

/**
 * Creates a client of a fake controller that accepts every login and returns these responses; 404 for other requests.
 */
export function createClientOf(answers: Readonly<Record<string, unknown>>): {
  client: Client
  asked: string[]
} {
  const asked: string[] = []
  const fetch: Fetch = async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.endsWith('/authenticate')) return sendJson({ data: sessionRecord('t'), meta: {} })
    const name = `${request.method} ${pathname}`
    asked.push(`${name} ${await request.text()}`.trim())
    return name in answers ? sendJson(answers[name]) : new Response('', { status: 404 })
  }
  const client = createClient({
    url: 'https://ctrl.example.com:1280',
    fetch: standalone(fetch),
    credentials: { username: 'admin', password: 'a-good-password' },
  })
  return { client, asked }
}
