import { contract } from '../../../generated/management/contract.js'
import type { Client, Listing } from '../../../management/client/index.js'
import { isForbidden, ManagementError } from '../../../management/client/index.js'
import type { Operation } from '../../../management/operation.js'
import { getString } from '../../../management/plain.js'
import { isUnknownRecord } from '../../connection/connect.js'
import { toKebabCase } from '../../flags.js'
import { UsageError } from '../../errors.js'
import { isPlainObject } from '../../../document/record.js'
import type { ApiRequest } from './request.js'
import { getMethod } from './operation-names.js'

/**
 * Sends a request for the record whose id is the first path value. If there is none, sends it again for the record
 * whose name is this value. So an id needs only one request, and takes precedence over an equal name.
 */
export async function callByIdOrName<Answer>(
  { operation, client }: { operation: Operation; client: Client },
  pathValues: readonly string[],
  call: (pathValues: readonly string[]) => PromiseLike<Answer>,
): Promise<Answer> {
  try {
    return await call(pathValues)
  } catch (error) {
    const [name = '', ...rest] = pathValues
    if (!(error instanceof ManagementError) || !isUnknownRecord(error)) throw error
    const records =
      name === ''
        ? []
        : await findRecords(client, operation.resource, `name = ${JSON.stringify(name)}`)
    const namesakes = records.filter((record) => getString(record, 'name') === name)
    const id = requireSingleId(
      operation.resource,
      name,
      namesakes.flatMap((record) => getString(record, 'id') ?? []),
    )
    if (id === undefined) throw error
    return call([id, ...rest])
  }
}

/** The resource that a body field or path parameter refers to by id. */
const resourceByField: Readonly<Record<string, string>> = {
  allowedSigners: 'externalJwtSigners',
  authPolicyId: 'authPolicies',
  caId: 'cas',
  configId: 'configs',
  configs: 'configs',
  configTypeId: 'configTypes',
  edgeRouterRoles: 'edgeRouters',
  enrollAuthPolicyId: 'authPolicies',
  identity: 'identities',
  identityId: 'identities',
  identityRoles: 'identities',
  postureCheckRoles: 'postureChecks',
  requireExtJwtSigner: 'externalJwtSigners',
  router: 'routers',
  service: 'services',
  serviceId: 'services',
  serviceRoles: 'services',
}

/** Fields that contain further API fields; maps in other fields may have keys that users chose. */
const nestedFields: ReadonlySet<string> = new Set(['primary', 'secondary', 'extJwt'])

/**
 * Replaces names with ids in the body and in the path of a request: `@name` in roles, and the values of fields that
 * refer to records.
 */
export async function resolveNames<
  RequestPart extends Pick<ApiRequest, 'operation' | 'body' | 'pathValueSets'>,
>(request: RequestPart, client: Client): Promise<RequestPart> {
  const { operation, body, pathValueSets } = request
  const idCache = new Map<string, Promise<string>>()
  const findId = (resource: string, text: string): Promise<string> => {
    const key = `${resource} ${text}`
    const id = idCache.get(key) ?? findIdOrName(client, resource, text)
    idCache.set(key, id)
    return id
  }
  const resolveText = async (field: string, text: string): Promise<string> => {
    const resource = Object.hasOwn(resourceByField, field) ? resourceByField[field] : undefined
    if (resource === undefined || text === '') return text
    if (!field.endsWith('Roles')) return findId(resource, text)
    // The roles of a CA are attributes for its identities, so `@name` there does not refer to a record.
    return text.startsWith('@') && operation.resource !== 'cas'
      ? `@${await findId(resource, text.slice(1))}`
      : text
  }
  const resolveField = async (field: string, value: unknown): Promise<unknown> => {
    if (typeof value === 'string') return resolveText(field, value)
    if (Array.isArray(value))
      return Promise.all(value.map((item: unknown) => resolveField(field, item)))
    return isPlainObject(value) && (field === '' || nestedFields.has(field))
      ? Object.fromEntries(
          await Promise.all(
            Object.entries(value).map(
              async ([name, inner]) => [name, await resolveField(name, inner)] as const,
            ),
          ),
        )
      : value
  }
  return {
    ...request,
    body: typeof body === 'string' ? body : await resolveField('', body),
    pathValueSets: await Promise.all(
      pathValueSets.map((pathValues) =>
        Promise.all(
          // The first path value is the record itself, which `callByIdOrName` finds.
          pathValues.map(async (text, index) =>
            index === 0 ? text : resolveText(operation.parameters[index] ?? '', text),
          ),
        ),
      ),
    ),
  }
}

/** The id of the record with this id or name; if there is none, the string itself, which the controller will refuse. */
export async function findIdOrName(
  client: Client,
  resource: string,
  text: string,
): Promise<string> {
  const quotedText = JSON.stringify(text)
  const records = await findRecords(client, resource, `id = ${quotedText} or name = ${quotedText}`)
  const ids = records.flatMap((record) => getString(record, 'id') ?? [])
  return ids.includes(text) ? text : (requireSingleId(resource, text, ids) ?? text)
}

/** The only id; undefined if there is none. Throws a `UsageError` if there are several. */
function requireSingleId(
  resource: string,
  name: string,
  [id, ...others]: readonly string[],
): string | undefined {
  if (id !== undefined && others.length > 0)
    throw new UsageError(
      `${toKebabCase(resource)}: several records are named "${name}"; use one of their ids: ${[id, ...others].join(', ')}`,
    )
  return id
}

/** The first ten records that a filter finds; none for a resource whose records have no names or cannot be listed. */
async function findRecords(client: Client, resource: string, filter: string): Promise<unknown[]> {
  const list = contract.operations.find(
    (operation) =>
      operation.resource === resource && operation.name === 'list' && operation.answer === 'page',
  )
  if (!list) return []
  try {
    const answer: unknown = await getMethod(client, list)({ filter, limit: 10 })
    const records: unknown = isPlainObject(answer) ? answer['data'] : undefined
    return Array.isArray(records) ? records.map((record: unknown) => record) : []
  } catch (error) {
    if (isUnlistable(error)) return []
    throw error
  }
}

/**
 * Whether an error means that the controller cannot list the records by name: they have no names, an older release has
 * no such list, or the caller lacks the right to list, but may use an id.
 */
const isUnlistable = (error: unknown): boolean =>
  error instanceof ManagementError && ([400, 404].includes(error.status) || isForbidden(error))

/** All records that a filter finds. */
export async function listRecords(
  client: Client,
  list: Operation,
  filter: string,
): Promise<unknown[]> {
  const listing = getMethod(client, list)({ filter })
  if (!isListing(listing)) throw new Error(`${list.resource}.${list.name} is not a list`)
  return listing.all()
}

export const isListing = (value: unknown): value is Listing<unknown> =>
  isPlainObject(value) && typeof value['pages'] === 'function'
