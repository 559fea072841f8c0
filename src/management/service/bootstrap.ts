import { randomBytes } from 'node:crypto'
import type { OperatingSystem } from '../../generated/management/shapes.js'
import { createRecords, openEntityStore } from './entity-store.js'
import type { ReadTransaction, Records, WriteTransaction } from './service-context.js'
import type { Identifiers } from './identifiers.js'
import { createIdentifiers } from './identifiers.js'
import type { Passwords } from './auth/passwords.js'
import { createPasswords } from './auth/passwords.js'
import { StoreError } from './store/format.js'
import type { BaseRecord, EntityRecords } from './entities/records.js'

/** The administrator of a new service. */
export type Administrator = { username: string; password: string }

export type BootstrapDeps = { now: number; ids: Identifiers; passwords: Passwords }

const createBase = (id: string, now: number): BaseRecord => ({
  id,
  createdAt: now,
  updatedAt: now,
  tags: {},
})

/** Whether the initial records exist. */
export const isInitialized = (records: Records): Promise<boolean> =>
  records.read((reading) => reading.count('identities') > 0)

/** Writes the initial records of a new controller and its administrator in one transaction. */
export async function initialize(
  records: Records,
  { username, password }: Administrator,
  { now, ids, passwords }: BootstrapDeps,
): Promise<void> {
  const passwordHash = await passwords.hash(password)
  const identity = ids.short()
  await records.write((writing) => {
    writeInitialRecords(writing, now)
    writing.put('identities', { ...createBase(identity, now), ...defaultAdmin })
    writing.put('authenticators', {
      ...createBase(ids.long(), now),
      ...createPasswordFields(identity),
      username,
      passwordHash,
    })
  })
}

const createPasswordFields = (
  identity: string,
): Omit<EntityRecords['authenticators'], keyof BaseRecord> => ({
  method: 'updb',
  identity,
  isIssuedByNetwork: false,
  isExtendRequested: false,
  isKeyRollRequested: false,
  extendRequestedAt: null,
  failures: 0,
})

type DefaultAdmin = {
  identity: EntityRecords['identities']
  authenticator: EntityRecords['authenticators'] | undefined
}

function findDefaultAdmin(records: ReadTransaction): DefaultAdmin | undefined {
  const identity = [...records.list('identities')].find(({ isDefaultAdmin }) => isDefaultAdmin)
  const authenticator =
    identity &&
    [...records.find('authenticators', 'identity', identity.id)].find(
      ({ method }) => method === 'updb',
    )
  return identity && { identity, authenticator }
}

/** The user name of the stored administrator, if its password differs from this one. */
export async function findOtherPassword(
  { read }: Records,
  password: string,
  { verify }: Passwords,
): Promise<string | undefined> {
  const authenticator = (await read(findDefaultAdmin))?.authenticator
  return authenticator && !(await verify(password, authenticator.passwordHash))
    ? authenticator.username
    : undefined
}

/**
 * Gives the administrator of a folder a new password, ends its sessions, and enables it again.
 * Throws a StoreError if the folder cannot be used. Returns the user name.
 */
export async function resetPassword(
  folder: string,
  { username, password }: Administrator,
): Promise<string> {
  const [now, ids] = [Date.now(), createIdentifiers(randomBytes)]
  const passwords = await createPasswords(randomBytes)
  const store = await openEntityStore({ folder })
  try {
    const passwordHash = await passwords.hash(password)
    return await createRecords(store).write((records) => {
      const { identity, authenticator } = findDefaultAdmin(records) ?? {}
      if (!identity) throw new StoreError(`\`${folder}\` has no records of an administrator`)
      records.put('identities', { ...identity, disabledAt: null, disabledUntil: null })
      for (const { id } of [...records.find('apiSessions', 'identity', identity.id)])
        records.remove('apiSessions', id)
      const { username: name = username } = records.put('authenticators', {
        ...(authenticator ?? {
          ...createBase(ids.long(), now),
          ...createPasswordFields(identity.id),
          username,
        }),
        passwordHash,
        failures: 0,
        updatedAt: now,
      })
      return name
    })
  } finally {
    await store.close()
  }
}

const defaultAdmin: Omit<EntityRecords['identities'], keyof BaseRecord> = {
  name: 'Default Admin',
  typeId: 'Default',
  isAdmin: true,
  isDefaultAdmin: true,
  authPolicyId: 'default',
  externalId: null,
  roleAttributes: [],
  appData: {},
  defaultHostingCost: 0,
  defaultHostingPrecedence: 'default',
  serviceHostingCosts: {},
  serviceHostingPrecedences: {},
  permissions: null,
  envInfo: {},
  sdkInfo: {},
  disabledAt: null,
  disabledUntil: null,
  serviceConfigs: [],
}

/** The initial records of a new controller, except its administrator. */
function writeInitialRecords(records: WriteTransaction, now: number): void {
  const common = { createdAt: now, updatedAt: now, tags: {} }
  for (const name of ['Default', 'Router'])
    records.put('identityTypes', { id: name, name, ...common })
  for (const type of initialConfigTypes) records.put('configTypes', { ...type, ...common })
  for (const type of initialPostureCheckTypes)
    records.put('postureCheckTypes', { ...type, version: '', ...common })
  records.put('authPolicies', {
    id: 'default',
    name: 'Default',
    ...common,
    primary: {
      cert: { allowed: true, allowExpiredCerts: true },
      extJwt: { allowed: true, allowedSigners: [] },
      updb: {
        allowed: true,
        lockoutDurationMinutes: 0,
        maxAttempts: 0,
        minPasswordLength: 5,
        requireMixedCase: false,
        requireNumberChar: false,
        requireSpecialChar: false,
      },
    },
    secondary: { requireTotp: false },
  })
}

const windows: OperatingSystem = { type: 'Windows', versions: ['10', '2000', '7', '8', 'Vista'] }
const linux: OperatingSystem = { type: 'Linux', versions: ['4.14', '4.19', '5.4', '5.9'] }
const android: OperatingSystem = { type: 'Android', versions: ['10', '11', '9'] }
const macOS: OperatingSystem = { type: 'macOS', versions: ['10.15', '11.0'] }
const iOS: OperatingSystem = { type: 'iOS', versions: ['11', '12'] }

const withoutVersions = ({ type }: OperatingSystem): OperatingSystem => ({ type, versions: null })

/**
 * The posture check types and their operating systems; as on controllers, MFA is not one of them.
 */
const initialPostureCheckTypes: readonly {
  id: string
  name: string
  operatingSystems: OperatingSystem[]
}[] = [
  {
    id: 'OS',
    name: 'Operating System Check',
    operatingSystems: [android, linux, windows, iOS, macOS],
  },
  { id: 'PROCESS', name: 'Process Check', operatingSystems: [linux, windows, macOS] },
  { id: 'DOMAIN', name: 'Windows Domain Check', operatingSystems: [windows] },
  { id: 'MAC', name: 'MAC Address Check', operatingSystems: [android, linux, windows, macOS] },
  {
    id: 'PROCESS_MULTI',
    name: 'Process Multi Check',
    operatingSystems: [linux, windows, macOS].map(withoutVersions),
  },
]

type Json = Readonly<Record<string, unknown>>

const text = { type: 'string' }
const flag = { type: 'boolean' }
const port = { type: 'integer', minimum: 0, maximum: 65535 }
const cost = { type: 'integer', minimum: 0, maximum: 65535 }
const protocol = { type: 'string', enum: ['tcp', 'udp'] }
const precedence = { type: 'string', enum: ['default', 'required', 'failed'] }
const duration = { type: 'string', pattern: '[0-9]+(h|m|s|ms)' }
const seconds = { type: 'integer', minimum: 0, maximum: 2147483647 }
const constantTrue = { type: 'boolean', enum: [true] }

const closedObject = (properties: Json, required: readonly string[] = []): Json => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
})
const uniqueList = (items: Json): Json => ({
  type: 'array',
  items,
  minItems: 1,
  uniqueItems: true,
})

const portRange = closedObject({ low: port, high: port }, ['low', 'high'])
const address = { type: 'string' }

/** The action of a host when a health check of a hosted service passes, fails or changes. */
const action = closedObject(
  {
    trigger: { type: 'string', enum: ['fail', 'pass', 'change'] },
    consecutiveEvents: { type: 'integer', minimum: 0, maximum: 65535 },
    duration,
    action: {
      type: 'string',
      pattern: '(mark (un)?healthy|increase cost [0-9]+|decrease cost [0-9]+|send event)',
    },
  },
  ['trigger', 'action'],
)
const actions = { type: 'array', items: action, minItems: 1, maxItems: 20 }
const checks = {
  portChecks: {
    type: 'array',
    items: closedObject({ address: text, interval: duration, timeout: duration, actions }, [
      'interval',
      'timeout',
      'address',
    ]),
  },
  httpChecks: {
    type: 'array',
    items: closedObject(
      {
        url: text,
        method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH'] },
        body: text,
        interval: duration,
        timeout: duration,
        expectStatus: { type: 'integer', minimum: 100, maximum: 599 },
        expectInBody: text,
        actions,
      },
      ['interval', 'timeout', 'url'],
    ),
  },
}

/**
 * A schema that requires exactly one of two fields: `own` is a fixed value; `forward` takes the
 * value that the client dials, restricted to `allowed`.
 */
const requireExactlyOne = (own: string, forward: string, allowed: string): Json => ({
  oneOf: [
    { required: [own], not: { required: [forward] } },
    { required: [forward, allowed], not: { required: [own] } },
  ],
})

const hosting = {
  protocol,
  forwardProtocol: constantTrue,
  allowedProtocols: uniqueList(protocol),
  address,
  forwardAddress: constantTrue,
  allowedAddresses: uniqueList(address),
  forwardAddressTranslations: {
    type: 'array',
    items: closedObject(
      { from: text, to: text, prefixLength: { type: 'integer', minimum: 0, maximum: 128 } },
      ['from', 'to', 'prefixLength'],
    ),
    minItems: 1,
    uniqueItems: true,
  },
  port,
  forwardPort: constantTrue,
  allowedPortRanges: uniqueList(portRange),
  allowedSourceAddresses: uniqueList(address),
  listenOptions: closedObject({
    connectTimeout: duration,
    connectTimeoutSeconds: seconds,
    maxConnections: { type: 'integer', minimum: 1 },
    identity: text,
    bindUsingEdgeIdentity: flag,
    cost,
    precedence,
  }),
  proxy: closedObject({ type: { type: 'string', enum: ['http'] }, address: text }, [
    'type',
    'address',
  ]),
  ...checks,
}
const terminator = {
  ...closedObject(hosting),
  allOf: [
    requireExactlyOne('protocol', 'forwardProtocol', 'allowedProtocols'),
    requireExactlyOne('address', 'forwardAddress', 'allowedAddresses'),
    requireExactlyOne('port', 'forwardPort', 'allowedPortRanges'),
  ],
}

/**
 * The built-in config types of a controller, for clients and hosts of services, and for routers.
 */
const initialConfigTypes: readonly { id: string; name: string; schema: Json }[] = [
  {
    id: 'f2dd2df0-9c04-4b84-a91e-71437ac229f1',
    name: 'ziti-tunneler-client.v1',
    schema: closedObject({ hostname: text, port }, ['hostname', 'port']),
  },
  {
    id: 'cea49285-6c07-42cf-9f52-09a9b115c783',
    name: 'ziti-tunneler-server.v1',
    schema: closedObject(
      {
        hostname: text,
        port,
        protocol: { type: ['string', 'null'], enum: ['tcp', 'udp', null] },
        ...checks,
      },
      ['hostname', 'port'],
    ),
  },
  {
    id: 'g7cIWbcGg',
    name: 'intercept.v1',
    schema: closedObject(
      {
        protocols: uniqueList(protocol),
        addresses: uniqueList(address),
        portRanges: uniqueList(portRange),
        dialOptions: closedObject({ identity: text, connectTimeoutSeconds: seconds }),
        sourceIp: text,
        allowedSourceAddresses: uniqueList(address),
      },
      ['protocols', 'addresses', 'portRanges'],
    ),
  },
  { id: 'NH5p4FpGR', name: 'host.v1', schema: terminator },
  {
    id: 'host.v2',
    name: 'host.v2',
    schema: closedObject({ terminators: { type: 'array', items: terminator, minItems: 1 } }, [
      'terminators',
    ]),
  },
  {
    id: 'interfaces.v1',
    name: 'interfaces.v1',
    schema: closedObject({ interfaces: { type: 'array', items: text } }, ['interfaces']),
  },
  {
    id: 'proxy.v1',
    name: 'proxy.v1',
    schema: closedObject(
      { port: { ...port, minimum: 1 }, protocols: uniqueList(protocol), binding: text },
      ['port', 'protocols'],
    ),
  },
]
