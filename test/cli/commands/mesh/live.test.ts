import { describe, expect, test } from 'vitest'
import { compareWithLinks } from '../../../../src/cli/commands/mesh/live.js'
import { formatMeshText } from '../../../../src/cli/commands/mesh/text.js'
import { formatRunning, toReportedConfig } from '../../../../src/generate/running.js'
import { liveLinks, liveRouters } from '../../../../src/management/client/index.js'
import {
  createClientOf,
  readRecordedAnswers,
  recordedReleases,
} from '../../../support/recorded-network.js'
import { startNetwork } from '../../../support/network.js'
import { folderWith, runHere } from '../../../support/program.js'

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
  const { mesh, comparison } = compareWithLinks(
    { routers, runningFiles: running },
    await liveLinks(client),
  )
  return { comparison, text: formatMeshText(mesh, comparison, { width: 80, isVerbose: false }) }
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
      'GET /fabric/v1/links': {
        data: [],
        meta: { pagination: { limit: 9, offset: 0, totalCount: 0 } },
      },
    }))
    expect(comparison.missing).toEqual([{ between: ['hub1', 'leaf1'], protocol: 'tls' }])
    expect(text).toMatch(
      /0 links up: 1 missing, 0 unexpected\.\n {2}missing {2}hub1 - leaf1 \(tls\)\n$/,
    )
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

test('mesh --live asks the controller', async () => {
  const listener = '{ binding: transport, bind: "tls:0.0.0.0:6000", advertise: "tls:NAME:6000" }'
  const files = {
    north: `link: { dialers: [{ binding: transport }], listeners: [${listener}] }`,
    south: `link: { dialers: [{ binding: transport, groups: [south] }] }`,
    west: `link: { dialers: [{ binding: transport }] }`,
  }
  const { url } = await startNetwork({
    runningRouters: async () =>
      Object.entries(files).map(([name, text]) => ({
        name,
        file: `${name}.yml`,
        version: 'v2.0.3',
        config: toReportedConfig(text, {}) ?? {},
      })),
  })
  const env = {
    HOME: '/nonexistent',
    ROUTERFILE_URL: url,
    ROUTERFILE_USERNAME: 'admin',
    ROUTERFILE_PASSWORD: 'orchard-gate',
  }
  const { out, err, code } = await runHere(['mesh', '--live', '--format', 'json'], {
    env,
    cwd: folderWith({}),
  })
  expect({ err, code }).toEqual({ err: '', code: 0 })
  expect(JSON.parse(out)).toMatchObject({
    routers: [{ name: 'north', file: 'live:north' }, { name: 'south' }, { name: 'west' }],
    links: [{ between: ['north', 'west'], protocol: 'tls', certain: true }],
    live: {
      real: [{ between: ['north', 'west'], protocol: 'tls' }],
      missing: [],
      unexpected: [],
    },
  })
})
