import { contract } from '../../generated/management/contract.js'
import type { Operation } from '../../management/operation.js'
import { chosen, direct, typeOf } from './shape.js'

/** The columns of a table by what its records are: what tells them apart, then what one looks for. */
const columns: Readonly<Record<string, string>> = {
  ApiSession: 'id identity.name ipAddress lastActivityAt createdAt',
  AuthPolicy:
    'name id primary.cert.allowed primary.updb.allowed primary.extJwt.allowed secondary.requireTotp',
  Authenticator: 'id method identity.name username fingerprint',
  Ca: 'name id isVerified isAuthEnabled isAutoCaEnrollmentEnabled isOttCaEnrollmentEnabled fingerprint',
  Config: 'name id configType.name createdAt',
  ConfigType: 'name id createdAt',
  Controller: 'name id ctrlAddress isOnline lastJoinedAt',
  EdgeRouter: 'name id isOnline isVerified isTunnelerEnabled roleAttributes cost',
  EdgeRouterPolicy: 'name id semantic edgeRouterRoles identityRoles',
  Enrollment: 'id method identity.name edgeRouter.name transitRouter.name expiresAt',
  ExternalJwtSigner: 'name id enabled issuer audience',
  Identity: 'name id type.name isAdmin hasApiSession hasEdgeRouterConnection roleAttributes',
  PostureCheck: 'name id typeId roleAttributes',
  Revocation: 'id type expiresAt',
  Router: 'name id isOnline isVerified disabled cost',
  Service: 'name id encryptionRequired terminatorStrategy roleAttributes',
  ServiceEdgeRouterPolicy: 'name id semantic edgeRouterRoles serviceRoles',
  ServicePolicy: 'name id type semantic serviceRoles identityRoles postureCheckRoles',
  Session: 'id type service.name identityId createdAt',
  Terminator: 'id service.name router.name binding address cost precedence',
}

/** As many fields as that are shown of what has no columns of its own. */
const most = 6

/** The columns for the records of a list, as paths; `[]` where the records are bare values. */
export function columnsOf({ shape }: Operation): string[] {
  const name = shape?.$ref?.slice('#/$defs/'.length) ?? ''
  const own = columns[name]
  if (own !== undefined) return own.split(' ')
  const { properties = {} } = shape ? chosen(contract.shapes[name] ?? shape, undefined) : {}
  const plain = Object.entries(properties)
    .filter(([, field]) =>
      ['string', 'boolean', 'integer', 'number'].includes(typeOf(direct(field)) ?? ''),
    )
    .map(([key]) => key)
  return [
    'name',
    'id',
    ...plain.filter((key) => !['name', 'id', 'createdAt', 'updatedAt'].includes(key)),
  ]
    .filter((key) => plain.includes(key))
    .slice(0, most)
}

/** The columns that every kind of record may have, for the test that each exists. */
export const knownColumns: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(columns).map(([name, paths]) => [name, paths.split(' ')]),
)
