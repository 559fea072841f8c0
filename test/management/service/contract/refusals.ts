import { expect } from 'vitest'
import type { Client } from '../../../../src/management/client/index.js'
import { ManagementError } from '../../../../src/management/client/index.js'
import type { Context, Scenario, Step } from './scenario.js'

/** A call that fails, and what the client is told. */
type Row = readonly [
  call: (client: Client, context: Context) => PromiseLike<unknown>,
  told: Partial<ManagementError>,
]

const service = { name: 'well', encryptionRequired: true }

const field = (name: string, more: object = {}): Partial<ManagementError> => ({
  status: 400,
  code: 'COULD_NOT_VALIDATE',
  field: expect.objectContaining({ field: name, ...more }),
})

/** What the types keep callers from; those who come from elsewhere send it nonetheless. */
const untyped = (value: unknown) => JSON.parse(JSON.stringify(value))

const rows: Readonly<Record<string, Row>> = {
  'a record that is not there': [
    ({ services }) => services.get('nope'),
    {
      status: 404,
      code: 'NOT_FOUND',
      operation: 'services.get',
      request: 'GET /services/{id}',
      requestId: expect.stringMatching(/.+/),
    },
  ],
  'a change of a record that is not there': [
    ({ services }) => services.patch('nope', { name: 'x' }),
    { status: 404, code: 'NOT_FOUND' },
  ],
  'a name that is taken': [
    ({ services }) => services.create(service),
    field('name', { value: 'well' }),
  ],
  'a name that is missing': [
    ({ services }) => services.create(untyped({ encryptionRequired: true })),
    field('name'),
  ],
  'a value of another type': [
    ({ services }) => services.create(untyped({ ...service, name: 7 })),
    { status: 400, code: 'COULD_NOT_PARSE_BODY' },
  ],
  'a value that is out of bounds': [
    ({ edgeRouters }) => edgeRouters.create({ name: 'north', cost: 65_536 }),
    field('cost'),
  ],
  'a word that is none of those allowed': [
    ({ servicePolicies }) =>
      servicePolicies.create(untyped({ name: 'x', type: 'Call', semantic: 'AnyOf' })),
    field('type'),
  ],
  'a reference to nothing': [
    ({ configs }) => configs.create({ name: 'x', configTypeId: 'nope', data: {} }),
    field('type', { value: 'nope' }),
  ],
  'a role that is none': [
    ({ servicePolicies }) =>
      servicePolicies.create({
        name: 'x',
        type: 'Dial',
        semantic: 'AnyOf',
        serviceRoles: ['well'],
      }),
    field('serviceRoles'),
  ],
  'data that are not as their type wants them': [
    async ({ configs, configTypes }) =>
      configs.create({
        name: 'x',
        data: { port: 'eighty' },
        configTypeId: (
          await configTypes.create({
            name: 'pump',
            schema: { properties: { port: { type: 'integer' } } },
          })
        ).id,
      }),
    { status: 400, code: 'COULD_NOT_VALIDATE', cause: expect.anything() },
  ],
  'a filter that is none': [
    ({ services }) => services.list({ filter: 'name == "x"' }),
    { status: 400, code: 'INVALID_FILTER' },
  ],
  'a filter of a field that is not there': [
    ({ services }) => services.list({ filter: 'colour = "red"' }),
    { status: 400, code: 'INVALID_FILTER' },
  ],
  'an order that is none': [
    ({ services }) => services.list({ filter: 'true sort by colour' }),
    { status: 400, code: 'INVALID_FILTER' },
  ],
  'a certificate that is none': [
    ({ cas }) =>
      cas.create({
        name: 'x',
        certPem: 'x',
        identityRoles: [],
        isAuthEnabled: true,
        isAutoCaEnrollmentEnabled: true,
        isOttCaEnrollmentEnabled: true,
      }),
    { status: 400 },
  ],
  'a wrong password': [
    (_, { client }) =>
      client({ credentials: { username: 'admin', password: 'a-wrong-password' } }).session(),
    { status: 401, code: 'INVALID_AUTH', operation: 'authentication.authenticate' },
  ],
  'a user that is not there, in the same words': [
    (_, { client }) =>
      client({ credentials: { username: 'nobody', password: 'a-wrong-password' } }).session(),
    { status: 401, code: 'INVALID_AUTH' },
  ],
  'a session that is none': [
    (_, { client }) => client({ credentials: { token: 'none' } }).services.list(),
    { status: 401, code: 'UNAUTHORIZED' },
  ],
  'a certificate where there is none': [
    (_, { client }) => client({ credentials: { certificate: true } }).session(),
    { status: 401, code: 'INVALID_AUTH' },
  ],
  'a deletion of the administrator': [
    async ({ currentIdentity, identities }) => identities.delete((await currentIdentity.get()).id),
    { status: 400, code: 'ENTITY_CAN_NOT_BE_DELETED' },
  ],
  'an operation that the release does not have yet, without sending it': [
    (_, { client }) =>
      client({ release: '1.6', credentials: { token: 'none' } }).revocations.list(),
    { status: 0, code: 'NOT_SERVED' },
  ],
  'a body that is too long': [
    ({ services }) => services.create({ ...service, tags: { long: 'x'.repeat(2 ** 20) } }),
    { status: 413, code: 'REQUEST_ENTITY_TOO_LARGE' },
  ],
}

const step =
  ([call, told]: Row): Step =>
  async (context) => {
    const error = await Promise.resolve(call(context.admin, context)).then(
      () => 'it succeeded',
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ManagementError)
    expect(error).toMatchObject(told)
  }

/** What is refused, as the client tells of it. */
export const refusals: Scenario = () => ({
  'begin with a service': async ({ admin }) => void (await admin.services.create(service)),
  ...Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [`are told of ${name}`, step(row)]),
  ),
  'leave nothing behind': async ({ admin }) =>
    expect(await admin.information.summary()).toMatchObject({
      services: 1,
      servicePolicies: 0,
      configs: 0,
      'routers.edge': 0,
      cas: 0,
    }),
})
