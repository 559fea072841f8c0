import { contract } from '../../generated/management/contract.js'
import type { Store } from './store/store.js'
import { StoreError } from './store/format.js'
import type { Administrator, BootstrapDeps } from './bootstrap.js'
import { findUserWithOtherPassword, initialize, isInitialized } from './bootstrap.js'
import { createRecords } from './entity-store.js'
import { loadAuthority, loadServerKeys } from './entities/keys.js'
import type { EntityRecords, Records } from './call/records.js'
import type {
  KeyPair,
  ServiceContext,
  RunningRouter,
  PasswordHasher,
  SigningKey,
} from './call/context.js'
import type { IdGenerator, RandomBytes } from './call/identifiers.js'
import { createMaintenance, createSessions } from './call/runtime-state.js'
import { renewConfigTypes } from './built-in-config-types.js'
import { createSchemaChecker } from './schemas/schemas.js'
import { fetchRemoteKeys } from './auth/fetch-keys.js'
import { createCodeThrottle } from './auth/code-throttle.js'
import { createKeySets } from './auth/key-sets.js'
import { openSigningKey } from './pki/signing-key.js'
import { writeSnapshot } from './backup.js'

/** Options of `createService`: where it keeps records, who administers it, and how others reach it. */
export type ServiceOptions = {
  /** The folder of the records, or `:memory:` to keep them in memory only. */
  data: string
  /**
   * The administrator of a new service, or a function that returns it; required if the store has no records, otherwise
   * ignored. The function is only called for a new service, so that it can ask for a password or make one.
   */
  admin?: Administrator | (() => Administrator)
  /** The current time; default: the system clock. */
  clock?: () => Date
  /** Creates the ids and tokens of new records; default: random ids and tokens. */
  ids?: IdGenerator
  /** Returns random bytes; default: random bytes of the operating system. */
  random?: RandomBytes
  /**
   * Host and port of the service in tokens; default: the address on which it listens, or `localhost:1280` before it
   * does.
   */
  address?: string
  /**
   * The controller address that routers dial, for enrollment tokens, such as `tls:ctrl.example.com:6262`; default:
   * none.
   */
  ctrlAddress?: string
  /**
   * Returns the simulated running routers; called for each request of the fabric API. Without this option, the service
   * does not provide the fabric API.
   */
  runningRouters?: () => Promise<readonly RunningRouter[]>
  /**
   * Whether the service may fetch keys of external JWT signers from this machine, and from link-local and private
   * addresses; default: false.
   */
  allowLocalKeys?: boolean
  /**
   * Called with the user name of the stored administrator if its password differs from the password in `admin`. Never
   * called if `admin` is a function, because that function is not called for an existing service.
   */
  onOtherPassword?: (username: string) => void
  /**
   * Called when this version first opens records of an older version and updates the built-in config types, with the
   * names of configs that their updated type does not accept. These configs stay unchanged.
   */
  onRefusedConfigs?: (names: readonly string[]) => void
  /** The origin whose web pages may use the service, or `*` for any; default: none. */
  cors?: string
}

type ServiceContextOptions = ServiceOptions &
  Required<Pick<ServiceOptions, 'clock' | 'ids' | 'random'>> & { passwordHasher: PasswordHasher }

type OpenedServiceContext = {
  context: ServiceContext
  /** Loads the server key and certificate for these hosts, or issues new ones if there are none or they expire soon. */
  issueServerKeys: (hosts: readonly [string, ...string[]]) => Promise<KeyPair>
  /**
   * Sets the host and port of the service, unless the option `address` sets them, and the key that signs tokens, unless
   * it is undefined.
   */
  setAddress: (address: string, signingKey: SigningKey | undefined) => void
}

/**
 * Opens the context that all handlers share. Writes the initial records into a new store; throws a StoreError if the
 * store is new and `admin` is missing.
 */
export async function openServiceContext(
  store: Store<EntityRecords>,
  options: ServiceContextOptions,
): Promise<OpenedServiceContext> {
  const { data, clock, ids, random, passwordHasher, address, ctrlAddress, runningRouters } = options
  const records = createRecords(store)
  const now = (): number => clock().getTime()
  const deps = { now: now(), idGenerator: ids, random, passwordHasher }
  await prepareAdministrator(records, options, deps)
  const schemaChecker = createSchemaChecker()
  const refusedConfigs = await renewConfigTypes(records, { now: deps.now, schemaChecker })
  if (refusedConfigs.length > 0) options.onRefusedConfigs?.(refusedConfigs)
  const authority = await loadAuthority(records, deps)
  const issueServerKeys: OpenedServiceContext['issueServerKeys'] = (hosts) =>
    loadServerKeys(records, authority, { hosts, deps: { now: now(), random } })
  const current = {
    address: address ?? 'localhost:1280',
    signingKey: openSigningKey(await issueServerKeys(['localhost', '127.0.0.1', '::1'])),
  }
  const context: ServiceContext = {
    ...records,
    contract,
    now,
    idGenerator: ids,
    random,
    passwordHasher,
    sessions: createSessions(),
    keySets: createKeySets({ fetch: options.allowLocalKeys ? fetch : fetchRemoteKeys, clock }),
    codeThrottle: createCodeThrottle(now),
    schemaChecker,
    maintenance: createMaintenance(),
    snapshot: async () => (data === ':memory:' ? undefined : writeSnapshot(store, data, clock())),
    startedAt: deps.now,
    ...(runningRouters && { runningRouters }),
    ...(options.cors !== undefined && { cors: options.cors }),
    authority,
    get signingKey() {
      return current.signingKey
    },
    address: () => current.address,
    controllers: ctrlAddress === undefined ? null : [ctrlAddress],
  }
  return {
    context,
    issueServerKeys,
    setAddress: (host, signingKey) =>
      void Object.assign(current, { address: address ?? host, ...(signingKey && { signingKey }) }),
  }
}

/**
 * Writes the initial records of a new service. For an existing service, calls `onOtherPassword` if the administrator's
 * password differs from the password in `admin`, unless `admin` is a function.
 */
async function prepareAdministrator(
  records: Records,
  { admin, onOtherPassword }: ServiceOptions,
  deps: BootstrapDeps,
): Promise<void> {
  if (!(await isInitialized(records))) {
    const administrator = typeof admin === 'function' ? admin() : admin
    if (!administrator)
      throw new StoreError(
        'a new service needs `admin`: the user name and password of its administrator',
      )
    await initialize(records, administrator, deps)
  } else if (onOtherPassword && typeof admin === 'object') {
    const name = await findUserWithOtherPassword(records, admin.password, deps.passwordHasher)
    if (name !== undefined) onOtherPassword(name)
  }
}
