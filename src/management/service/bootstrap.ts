import { randomBytes } from 'node:crypto'
import type { OperatingSystem } from '../../generated/management/shapes.js'
import { builtInConfigTypes } from './built-in-config-types.js'
import { createRecords, openEntityStore } from './entity-store.js'
import type {
  ReadTransaction,
  Records,
  WriteTransaction,
  BaseRecord,
  EntityRecords,
} from './call/records.js'
import { createBase } from './call/records.js'
import type { IdGenerator } from './call/identifiers.js'
import { createIdGenerator } from './call/identifiers.js'
import type { PasswordHasher } from './call/context.js'
import { createPasswordHasher } from './auth/passwords.js'
import { newAuthenticatorFields } from './entities/authenticators.js'
import { StoreError } from './store/format.js'

export type Administrator = { username: string; password: string }

export type BootstrapDeps = {
  now: number
  idGenerator: IdGenerator
  passwordHasher: PasswordHasher
}

export const isInitialized = (records: Records): Promise<boolean> =>
  records.read((reader) => reader.count('identities') > 0)

/** Writes the initial records of a new controller and its administrator in one transaction. */
export async function initialize(
  records: Records,
  { username, password }: Administrator,
  { now, idGenerator, passwordHasher }: BootstrapDeps,
): Promise<void> {
  const passwordHash = await passwordHasher.hash(password)
  const identityId = idGenerator.short()
  await records.write((writer) => {
    writeInitialRecords(writer, now)
    writer.put('identities', { ...createBase(identityId, now), ...defaultAdmin })
    writer.put('authenticators', {
      ...createBase(idGenerator.long(), now),
      ...createPasswordFields(identityId),
      username,
      passwordHash,
    })
  })
}

const createPasswordFields = (
  identity: string,
): Omit<EntityRecords['authenticators'], keyof BaseRecord> => ({
  ...newAuthenticatorFields,
  method: 'updb',
  identity,
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

/** Returns the user name of the stored administrator if its password differs from `password`, or else undefined. */
export async function findUserWithOtherPassword(
  { read }: Records,
  password: string,
  { verify }: PasswordHasher,
): Promise<string | undefined> {
  const authenticator = (await read(findDefaultAdmin))?.authenticator
  return authenticator && !(await verify(password, authenticator.passwordHash))
    ? authenticator.username
    : undefined
}

/**
 * Sets a new password for the administrator in the store of a folder, ends the administrator's sessions, and enables
 * the administrator again. Returns the administrator's user name: the stored name, or `username` if there was no
 * password before. Throws a StoreError if the folder cannot be used, or has no administrator.
 */
export async function resetPassword(
  folder: string,
  { username, password }: Administrator,
): Promise<string> {
  const [now, idGenerator] = [Date.now(), createIdGenerator(randomBytes)]
  const passwordHasher = await createPasswordHasher(randomBytes)
  const store = await openEntityStore({ folder })
  try {
    const passwordHash = await passwordHasher.hash(password)
    return await createRecords(store).write((records) => {
      const { identity, authenticator } = findDefaultAdmin(records) ?? {}
      if (!identity) throw new StoreError(`\`${folder}\` has no records of an administrator`)
      records.put('identities', { ...identity, disabledAt: null, disabledUntil: null })
      for (const { id } of [...records.find('apiSessions', 'identity', identity.id)])
        records.remove('apiSessions', id)
      const { username: name = username } = records.put('authenticators', {
        ...(authenticator ?? {
          ...createBase(idGenerator.long(), now),
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

/** Writes the initial records of a new controller, except its administrator. */
function writeInitialRecords(records: WriteTransaction, now: number): void {
  const baseFields = { createdAt: now, updatedAt: now, tags: {} }
  for (const name of ['Default', 'Router'])
    records.put('identityTypes', { id: name, name, ...baseFields })
  for (const type of builtInConfigTypes) records.put('configTypes', { ...type, ...baseFields })
  for (const type of initialPostureCheckTypes)
    records.put('postureCheckTypes', { ...type, version: '', ...baseFields })
  records.put('authPolicies', {
    id: 'default',
    name: 'Default',
    ...baseFields,
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

/** The posture check types and their operating systems. As on controllers, there is no type for MFA checks. */
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
