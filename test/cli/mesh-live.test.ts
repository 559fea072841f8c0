import { describe, expect, test } from 'vitest'
import { compareNetwork } from '../../src/cli/commands/mesh/live.js'
import { formatText } from '../../src/cli/commands/mesh/text.js'
import { formatRunning } from '../../src/generate/running.js'
import { liveLinks, liveRouters } from '../../src/management/client/index.js'
import {
  createClientOf,
  readRecordedAnswers,
  recordedReleases,
} from '../support/recorded-network.js'

async function compareRecorded(
  release: (typeof recordedReleases)[number],
  change: (answers: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
) {
  const { client } = createClientOf(change(readRecordedAnswers(release)))
  const routers = await liveRouters(client)
  const running = routers.flatMap((router) =>
    router.config
      ? [
          {
            router,
            config: router.config,
            release,
            path: `live:${router.name}`,
            text: formatRunning(router.config, { target: release }),
          },
        ]
      : [],
  )
  const { mesh, comparison } = compareNetwork({ routers, running }, await liveLinks(client))
  return { comparison, text: formatText(mesh, comparison, { width: 80, isVerbose: false }) }
}

describe.each(recordedReleases)('a recorded network of %s', (release) => {
  test('has the links that are predicted', async () => {
    const { comparison, text } = await compareRecorded(release, (answers) => answers)
    expect(comparison).toEqual({
      real: [{ between: ['hub1', 'leaf1'], protocol: 'tls' }],
      missing: [],
      unexpected: [],
    })
    expect(text).toMatch(/1 link up: as predicted\.\n$/)
  })

  test('says which predicted link is missing', async () => {
    const { comparison, text } = await compareRecorded(release, (answers) => ({
      ...answers,
      'GET /fabric/v1/links': { data: [], meta: { pagination: { limit: 9, offset: 0, totalCount: 0 } } },
    }))
    expect(comparison.missing).toEqual([{ between: ['hub1', 'leaf1'], protocol: 'tls' }])
    expect(text).toMatch(/0 links up: 1 missing, 0 unexpected\.\n {2}missing {2}hub1 - leaf1 \(tls\)\n$/)
  })

  test('predicts nothing about routers that do not answer', async () => {
    const { comparison, text } = await compareRecorded(release, (answers) => ({
      ...answers,
      'POST /fabric/v1/inspections': { success: true, errors: null, values: [] },
    }))
    expect(comparison).toEqual({ real: [], missing: [], unexpected: [] })
    expect(text).toContain('hub1 (did not report its configuration)')
  })
})
