import { setImmediate } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Client } from '../../../../src/management/client/index.js'
import type { Context, Scenario } from './scenario.js'
import { inMinutes, minute } from './scenario.js'

/** Waits for the search for broken references, and gives what it found. */
async function waitForResults({ database }: Client) {
  for (;;) {
    const report = await database.dataIntegrityResults()
    if (!report.inProgress) return report
    await setImmediate()
  }
}

const nobody = ({ client }: Context): Client => client({})

/** What the service says of itself, and how it is cared for. */
export const information: Scenario = () => ({
  'its version is told to everybody': async (context) => {
    const version = await nobody(context).information.version()
    expect(version).toMatchObject({
      version: 'v2.0.3',
      apiVersions: { 'edge-management': { v1: { path: '/edge/management/v1' } } },
    })
    expect(await nobody(context).information.root()).toEqual(version)
  },
  'its specifications are told to everybody': async (context) => {
    const { information: of } = nobody(context)
    expect(await of.specs()).toMatchObject([{ id: 'edge-client' }])
    expect(await of.spec('edge-management')).toMatchObject({
      id: 'edge-management',
      name: 'edge-management',
    })
    expect(JSON.parse(await of.specBody('edge-management'))).toMatchObject({
      info: { title: 'Edge management API' },
    })
  },
  'its authority is told to everybody': async (context) =>
    expect(
      Buffer.from(await nobody(context).information.wellKnownCas(), 'base64').length,
    ).toBeGreaterThan(300),
  'its capabilities are told to everybody': async (context) =>
    expect(await nobody(context).information.enumeratedCapabilities()).toContain('OIDC_AUTH'),
  'its network is told by a token': async (context) =>
    expect(await nobody(context).enrollments.networkJwts()).toMatchObject([
      { name: 'default', token: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/) },
    ]),
  'what is in it is told to nobody but those who have a session': async (context) => {
    expect(await context.admin.information.summary()).toMatchObject({
      identities: 1,
      authenticators: 1,
      services: 0,
    })
    await expect(nobody(context).information.summary()).rejects.toMatchObject({
      status: 401,
      code: 'UNAUTHORIZED',
    })
  },
  'its types of identities are listed': async ({ admin }) => {
    const { data } = await admin.identityTypes.list({ sort: 'name' })
    expect(data.map(({ name }) => name)).toEqual(['Default', 'Router'])
    expect(await admin.identityTypes.get('Router')).toEqual(data[1])
  },
  'its types of posture checks are listed': async ({ admin }) => {
    const { data } = await admin.postureCheckTypes.list({ limit: -1 })
    expect(data.map(({ id }) => id).sort()).toEqual([
      'DOMAIN',
      'MAC',
      'OS',
      'PROCESS',
      'PROCESS_MULTI',
    ])
    expect(
      (await admin.postureCheckTypes.get('OS')).operatingSystems.map(({ type }) => type),
    ).toContain('Windows')
  },
  'it is the only controller': async ({ admin }) =>
    expect((await admin.controllers.list()).data).toEqual([]),
  'its records are searched for broken references': async ({ admin }) => {
    await admin.database.checkDataIntegrity()
    expect(await waitForResults(admin)).toMatchObject({
      inProgress: false,
      fixingErrors: false,
      tooManyErrors: false,
      results: [],
    })
  },
  'and mended': async (context) => {
    await context.admin.database.fixDataIntegrity()
    expect(await waitForResults(context.admin)).toMatchObject({
      fixingErrors: true,
      results: [],
      endTime: inMinutes(context, 0),
    })
  },
  'a snapshot of them is made, once a minute': async ({ admin, pass }) => {
    await admin.database.createSnapshot()
    await expect(admin.database.createSnapshot()).rejects.toMatchObject({ status: 429 })
    pass(minute)
    await admin.database.createSnapshot()
  },
})

const settings: Readonly<Record<string, (client: Client) => PromiseLike<unknown>>> = {
  'settings of controllers are not listed': ({ controllerSettings }) => controllerSettings.list(),
  'settings of a controller are not made': ({ controllerSettings }) =>
    controllerSettings.create({ controllerId: 'x' }),
  'settings of a controller are not given': ({ controllerSettings }) => controllerSettings.get('x'),
  'settings of a controller have no effect': ({ controllerSettings }) =>
    controllerSettings.effective('x'),
  'settings of a controller are not replaced': ({ controllerSettings }) =>
    controllerSettings.replace('x', {}),
  'settings of a controller are not changed': ({ controllerSettings }) =>
    controllerSettings.patch('x', {}),
  'settings of a controller are not deleted': ({ controllerSettings }) =>
    controllerSettings.delete('x'),
}

const unknown: Readonly<Record<string, (client: Client) => PromiseLike<unknown>>> = {
  'the use of role attributes of edge routers': ({ roleAttributes }) =>
    roleAttributes.edgeRouterUsage(),
  'the use of role attributes of identities': ({ roleAttributes }) =>
    roleAttributes.identityUsage(),
  'the use of role attributes of posture checks': ({ roleAttributes }) =>
    roleAttributes.postureCheckUsage(),
  'the use of role attributes of services': ({ roleAttributes }) => roleAttributes.serviceUsage(),
  'the capabilities of routers': ({ information: of }) => of.enumeratedRouterCapabilities(),
}

const refused = (calls: typeof settings, error: object): ReturnType<Scenario> =>
  Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      ({ admin }) => expect(Promise.resolve(call(admin))).rejects.toMatchObject(error),
    ]),
  )

/** What is in the contract, and in no release. */
export const unserved: Scenario = () => ({
  ...refused(settings, { status: 501 }),
  ...refused(unknown, { status: 404 }),
})
