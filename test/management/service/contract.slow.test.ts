import { describe, expect, test } from 'vitest'
import { contract } from '../../../src/generated/management/contract.js'
import { scenarios } from './contract/index.js'
import type { Scenario } from './contract/scenario.js'
import type { Answers, Reached } from './contract/ways.js'
import { all } from './contract/ways.js'

/** What no release serves, which is answered as it is on controllers. */
const unserved: ReadonlyMap<string, number> = new Map([
  ...['list', 'create', 'get', 'effective', 'replace', 'patch', 'delete'].map(
    (name) => [`controllerSettings.${name}`, 501] as const,
  ),
  ...[
    'roleAttributes.edgeRouterUsage',
    'roleAttributes.identityUsage',
    'roleAttributes.postureCheckUsage',
    'roleAttributes.serviceUsage',
    'information.enumeratedRouterCapabilities',
  ].map((name) => [name, 404] as const),
])

/** What cannot succeed with this service, how it is refused, and why. */
const impossible: ReadonlyMap<string, readonly [status: number, reason: string]> = new Map([
  [
    'sessions.get',
    [
      404,
      'sessions with services are opened by endpoints, at an API that only a controller with routers has',
    ],
  ],
  [
    'sessions.delete',
    [
      404,
      'sessions with services are opened by endpoints, at an API that only a controller with routers has',
    ],
  ],
  [
    'currentApiSession.createTotpToken',
    [400, 'it is for sessions of OpenID Connect, which only a controller opens'],
  ],
])

/** Takes the steps of a scenario with a service of its own, and says at which it failed. */
async function play(scenario: Scenario, { context, between, close }: Reached): Promise<void> {
  try {
    for (const [sentence, step] of Object.entries(scenario())) {
      await step(context).catch((error: unknown) => {
        if (error instanceof Error) error.message = `${sentence}: ${error.message}`
        throw error
      })
      await between()
    }
  } finally {
    await close()
  }
}

describe.each(all)('a service %s', (_, reach) => {
  const answers: Answers = new Map()

  describe.concurrent('serves', () => {
    test.each(Object.entries(scenarios))('%s', async (__, scenario) =>
      play(scenario, await reach(answers)),
    )
  })

  test('answers every operation of the API to the client', () => {
    const expected = contract.operations.map(({ resource, name, status }): [string, number] => [
      `${resource}.${name}`,
      unserved.get(`${resource}.${name}`) ?? impossible.get(`${resource}.${name}`)?.[0] ?? status,
    ])
    expect(
      expected
        .filter(([operation, status]) => !answers.get(operation)?.has(status))
        .map(
          ([operation, status]) =>
            `${operation} ${status}, ${[...(answers.get(operation) ?? [])].join(' ')}`,
        ),
    ).toEqual([])
    expect(expected.length).toBeGreaterThan(200)
  })
})
