import type { CheckedAnswers } from '../../../generate/answers.js'
import { readEnrollment } from '../../../generate/enrollment.js'
import type {
  Client,
  EdgeRouter,
  EdgeRouterCreate,
  Filter,
  Router,
} from '../../../management/client/index.js'
import { ManagementError } from '../../../management/client/index.js'
import type { TextField } from '../../../management/client/filter.js'
import { once } from '../../../document/lazy.js'
import { UsageError } from '../../errors.js'
import { escapeControls } from '../../ui/text.js'
import type { Diagnostic } from '../../../document/diagnostic.js'
import { generateFrom } from '../../../generate/generate.js'
import type { ControllerOptions } from '../../connection/flags.js'
import type { Renewal } from './flags.js'

/** The resources of a client that are needed to register routers. */
export type Registrar = Pick<Client, 'controllers' | 'edgeRouters' | 'transitRouters'>

export type RecordSettings = NonNullable<CheckedAnswers['edgeRouter']>

/** A router record of the controller, with its fields named as in `edgeRouter` of an answers file. */
export type RecordEntry = {
  record: RecordSettings & { id: string; name: string }
  isFabric: boolean
  /** When its enrollment expires, in ms since 1970. */
  expires: number | undefined
}

type AnyRouter = Pick<
  Router,
  'id' | 'name' | 'isVerified' | 'enrollmentJwt' | 'enrollmentToken' | 'enrollmentExpiresAt'
> & { disabled: boolean; noTraversal: boolean | null; cost: number | null }

function toEntry(
  { enrollmentJwt = null, enrollmentToken = null, enrollmentExpiresAt, ...router }: AnyRouter,
  edgeFields: Partial<RecordSettings>,
  isFabric: boolean,
): RecordEntry {
  const { id, name, isVerified, disabled, noTraversal, cost } = router
  const sharedFields = { id, name, isVerified, disabled, noTraversal, cost }
  const expiry = Date.parse(enrollmentExpiresAt ?? '')
  return {
    record: { ...sharedFields, enrollmentJwt, enrollmentToken, ...edgeFields },
    isFabric,
    expires: Number.isNaN(expiry)
      ? readEnrollment(enrollmentJwt ?? '', 0).enrollment?.expires
      : expiry,
  }
}

export const toEdgeEntry = (router: EdgeRouter): RecordEntry =>
  toEntry(
    router,
    {
      isTunnelerEnabled: router.isTunnelerEnabled,
      hostname: router.hostname,
      roleAttributes: router.roleAttributes,
    },
    false,
  )

/** Only edge routers can have a tunneler. */
const toFabricEntry = (router: Router): RecordEntry =>
  toEntry(router, { isTunnelerEnabled: false }, true)

type NameTest = (fields: Record<'id' | 'name', TextField>) => Filter

const listEntries = async (
  { edgeRouters, transitRouters }: Registrar,
  isFabric: boolean,
  query: { where: NameTest; limit: number },
): Promise<RecordEntry[]> =>
  isFabric
    ? (await transitRouters.list(query)).data.map(toFabricEntry)
    : (await edgeRouters.list(query)).data.map(toEdgeEntry)

/** The router with a name or id; edge routers take precedence. Throws a `UsageError` if there is none, or several. */
export async function findRecordEntry(client: Registrar, word: string): Promise<RecordEntry> {
  const where: NameTest = ({ id, name }) => id.eq(word).or(name.eq(word))
  const edges = await listEntries(client, false, { where, limit: 2 })
  const found = edges.length > 0 ? edges : await listEntries(client, true, { where, limit: 2 })
  const [entry, other] = found
  if (!entry)
    throw new UsageError(
      `--from-record ${word}: no router has this name or id; names are case-sensitive`,
    )
  if (other)
    throw new UsageError(
      `--from-record ${word}: one router has this id, and another one this name; give the id of the other, \`${found.find(({ record }) => record.id !== word)?.record.id ?? ''}\`, or rename it`,
    )
  return entry
}

export async function findEntries(
  client: Registrar,
  names: readonly string[],
  isFabric: boolean,
): Promise<Map<string, RecordEntry>> {
  if (names.length === 0) return new Map()
  const where: NameTest = ({ name }) => name.in(names)
  const entries = await listEntries(client, isFabric, { where, limit: 500 })
  return new Map(entries.map((entry) => [entry.record.name, entry]))
}

const toRecordBody = (
  name: string,
  {
    isTunnelerEnabled,
    roleAttributes,
    cost,
    noTraversal,
    disabled,
    appData,
    configs,
    ctrlChanListeners,
  }: RecordSettings,
): EdgeRouterCreate => ({
  name,
  ...(isTunnelerEnabled !== undefined && { isTunnelerEnabled }),
  ...(roleAttributes && { roleAttributes }),
  ...(cost !== undefined && { cost }),
  ...(noTraversal !== undefined && { noTraversal }),
  ...(disabled !== undefined && { disabled }),
  ...(appData && { appData }),
  ...(configs && { configs }),
  ...(ctrlChanListeners && { ctrlChanListeners }),
})

/**
 * Creates the record of a router. If another client created it in the meantime, or the response to an earlier attempt
 * was lost, the existing record is used: names are unique, so there is never a second one.
 */
export async function createRouterRecord(
  client: Registrar,
  name: string,
  { requestedSettings, isFabric }: { requestedSettings: RecordSettings; isFabric: boolean },
): Promise<{ entry: RecordEntry; isCreated: boolean }> {
  try {
    const edgeRouterBody = toRecordBody(name, requestedSettings)
    const { roleAttributes: _, isTunnelerEnabled: __, appData: ___, ...body } = edgeRouterBody
    const { edgeRouters, transitRouters } = client
    const entry = isFabric
      ? toFabricEntry(await transitRouters.get((await transitRouters.create(body)).id))
      : toEdgeEntry(await edgeRouters.get((await edgeRouters.create(edgeRouterBody)).id))
    return { entry, isCreated: true }
  } catch (error) {
    const mayExist =
      error instanceof ManagementError &&
      (error.status === 0 || (error.status === 400 && error.field?.field === 'name'))
    const entry = mayExist ? (await findEntries(client, [name], isFabric)).get(name) : undefined
    if (entry) return { entry, isCreated: false }
    throw error
  }
}

export type EnrollmentState = 'enrolled' | 'open' | 'expired' | 'closed'

/**
 * `open` or `expired` if the record has a token; otherwise `enrolled` if the router is verified, or `closed`. `now` is
 * in ms since 1970.
 */
export function getEnrollmentState(
  { record: { enrollmentJwt, isVerified }, expires }: RecordEntry,
  now: number,
): EnrollmentState {
  if (enrollmentJwt) return expires !== undefined && expires <= now ? 'expired' : 'open'
  return isVerified ? 'enrolled' : 'closed'
}

/**
 * Returns the record if the router has a valid token, or is enrolled and `renewal` is not `all`; otherwise requests a
 * new token. Throws a `UsageError` if a new token is needed, but `renewal` is `none` or the API cannot renew the token
 * of this router.
 */
export async function ensureEnrollment(
  client: Registrar,
  entry: RecordEntry,
  { renewal, isDry, now }: { renewal: Renewal; isDry: boolean; now: number },
): Promise<{ entry: RecordEntry; isRenewed: boolean }> {
  const {
    record: { id },
    isFabric,
    expires,
  } = entry
  const name = escapeControls(entry.record.name)
  const state = getEnrollmentState(entry, now)
  if (state === 'open' || (state === 'enrolled' && renewal !== 'all'))
    return { entry, isRenewed: false }
  if (renewal === 'none')
    throw new UsageError(
      `${state === 'expired' ? `the enrollment token of \`${name}\` expired at ${new Date(expires ?? 0).toISOString()}` : `\`${name}\` is not enrolled, and its record has no enrollment token`}; --re-enroll=expired requests a new one`,
    )
  if (isFabric)
    throw new UsageError(
      `\`${name}\` is not an edge router, and the API can re-enroll only those; delete the record and create it again`,
    )
  if (isDry)
    return {
      entry: { ...entry, record: { ...entry.record, enrollmentJwt: null, enrollmentToken: null } },
      isRenewed: true,
    }
  await client.edgeRouters.reEnroll(id)
  return { entry: toEdgeEntry(await client.edgeRouters.get(id)), isRenewed: true }
}

/**
 * Creates a function that asks the API for the addresses of the controllers, but only once. An old release, or a
 * controller without a cluster, may list none.
 */
export const createControllerLookup = (client: Registrar): (() => Promise<string[]>) =>
  once(async () => {
    try {
      return (await client.controllers.list().all()).flatMap(({ ctrlAddress }) => ctrlAddress || [])
    } catch (error) {
      if (error instanceof ManagementError && [404, 501].includes(error.status)) return []
      throw error
    }
  })

/** Adds a record to answers. Controllers come from the answers, otherwise from the token, otherwise from the API. */
export async function applyRecord(
  answers: CheckedAnswers,
  { record, isFabric }: RecordEntry,
  controllers: () => Promise<string[]>,
): Promise<CheckedAnswers> {
  const jwt = answers.jwt ?? record.enrollmentJwt ?? undefined
  const hasControllers =
    answers.controllers !== undefined ||
    (jwt !== undefined && (readEnrollment(jwt, 0).enrollment?.controllers.length ?? 0) > 0)
  const apiControllers = hasControllers ? [] : await controllers()
  return {
    ...answers,
    ...(isFabric && answers.preset === undefined && { preset: 'fabric' as const }),
    ...(apiControllers.length > 0 && { controllers: apiControllers }),
    edgeRouter: record,
  }
}

/** Placeholder for the controllers that the token will name. */
const placeholderController = 'controller.invalid:6262'

/**
 * Returns the errors that prevent generating the file of a router, whatever its token will contain. Called before
 * creating a record or invalidating its certificate.
 */
export const findAnswerErrors = (
  answers: CheckedAnswers,
  { enrollmentJwt: _, enrollmentToken: __, ...edgeRouter }: RecordSettings,
): Diagnostic[] =>
  generateFrom({
    ...answers,
    controllers: answers.controllers ?? [placeholderController],
    edgeRouter,
  }).diagnostics.filter(({ severity }) => severity === 'error')

/**
 * Calls `work` with a client for the controller. The code that connects is only loaded here, because most runs do not
 * need it.
 */
export async function withController<Value>(
  connection: ControllerOptions,
  work: (client: Client) => Promise<Value>,
): Promise<Value> {
  const connectModule = await import('../../connection/connect.js')
  return connectModule.withClient(connection, work)
}
