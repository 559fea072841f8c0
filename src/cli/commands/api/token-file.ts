import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Client } from '../../../management/client/index.js'
import type { Operation } from '../../../management/operation.js'
import { getString } from '../../../management/plain.js'
import { contract } from '../../../generated/management/contract.js'
import { isPlainObject } from '../../../document/record.js'
import { describeError, findStats } from '../../../project/disk.js'
import { UsageError } from '../../errors.js'
import { getOperationName, getMethod } from './operation-names.js'

const resourcesWithTokens: ReadonlySet<string> = new Set([
  'edgeRouters',
  'enrollments',
  'identities',
  'routers',
  'transitRouters',
])

export const createsToken = ({ resource, name }: Operation): boolean =>
  name === 'create' && resourcesWithTokens.has(resource)

/** Refuses a token file that exists already, or whose directory does not exist, before anything is sent. */
export function checkTokenFile(path: string): void {
  if (findStats(path))
    throw new UsageError(`--jwt-out ${path}: the file exists; name a new one, or remove it`)
  if (!findStats(dirname(path))?.isDirectory())
    throw new UsageError(`--jwt-out ${path}: there is no directory \`${dirname(path)}\``)
}

/** Writes the enrollment token of a new record into a file that only the user can read. */
export async function writeEnrollmentToken(
  path: string,
  { operation, client, id }: { operation: Operation; client: Client; id: string },
): Promise<void> {
  const getOperation = contract.operations.find(
    ({ resource, name }) => resource === operation.resource && name === 'get',
  )
  const record: unknown = getOperation ? await getMethod(client, getOperation)(id) : undefined
  const token = findToken(record)
  const outcome = `${getOperationName(operation)} made \`${id}\``
  if (token === undefined)
    throw new UsageError(`--jwt-out ${path}: ${outcome}, but it has no enrollment token`)
  try {
    writeFileSync(path, token, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    throw new UsageError(`--jwt-out ${path}: ${outcome}, but ${describeError(error)}`)
  }
}

/** The token of a router, of an enrollment, or of the first open enrollment of an identity. */
function findToken(record: unknown): string | undefined {
  const token = getString(record, 'enrollmentJwt') ?? getString(record, 'jwt')
  const enrollment: unknown = isPlainObject(record) ? record['enrollment'] : undefined
  const enrollments = isPlainObject(enrollment) ? Object.values(enrollment) : []
  return token ?? enrollments.flatMap((openEnrollment) => getString(openEnrollment, 'jwt') ?? [])[0]
}
