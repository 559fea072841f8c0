import type {
  AppData,
  AuthPolicyPrimary,
  AuthPolicySecondary,
  EnvInfo,
  ExternalIdClaim,
  OperatingSystem,
  Process,
  ProcessMulti,
  SdkInfo,
  Tags,
} from '../../../generated/management/shapes.js'
import type { StoreKinds as StoredKinds, StoredRecord } from '../store/records.js'

/** What all stored records have; times in ms since 1970. */
export type BaseRecord = {
  id: string
  createdAt: number
  updatedAt: number
  tags: NonNullable<Tags>
  isSystem?: boolean
}

type NamedRecord = BaseRecord & { name: string }
/** `matching` has the semantics that lists of roles are matched by, each that of the moment when the list changed last; without one, that of the policy. */
export type Semantics = { semantic: string; matching?: Record<string, string> }
type PolicyRecord = NamedRecord & Semantics

/** The enrollment of a router that has not enrolled yet is a record of `enrollments`. */
type AnyRouterRecord = NamedRecord & {
  cost: number
  noTraversal: boolean
  disabled: boolean
  isVerified: boolean
  fingerprint: string | null
  certPem: string | null
  unverifiedFingerprint: string | null
  unverifiedCertPem: string | null
  configs: string[] | null
  ctrlChanListeners: Record<string, string[]> | null
}

/** The records of each kind as they are stored. Secrets are stored as hashes only. */
export type EntityRecords = {
  apiSessions: BaseRecord & {
    tokenHash: string
    identity: string
    authenticator: string
    ipAddress: string
    configTypes: string[]
    lastActivityAt: number
    mfaRequired: boolean
    mfaComplete: boolean
    /** Opened by what does not vouch for administrators. */
    isUntrusted?: true
  }
  authPolicies: NamedRecord & { primary: AuthPolicyPrimary; secondary: AuthPolicySecondary }
  authenticators: BaseRecord & {
    method: string
    identity: string
    username?: string
    passwordHash?: string
    certPem?: string
    fingerprint?: string
    isIssuedByNetwork: boolean
    waitingCertPem?: string
    waitingFingerprint?: string
    isExtendRequested: boolean
    isKeyRollRequested: boolean
    lastExtendRolledKeys?: boolean
    extendRequestedAt: number | null
    failures: number
  }
  cas: NamedRecord & {
    certPem: string
    fingerprint: string
    isVerified: boolean
    verificationToken: string
    isAuthEnabled: boolean
    isAutoCaEnrollmentEnabled: boolean
    isOttCaEnrollmentEnabled: boolean
    identityRoles: string[] | null
    identityNameFormat: string
    externalIdClaim?: ExternalIdClaim
    /** Made or changed by one who is no administrator, so that it does not vouch for those who are. */
    isUntrusted?: true
  }
  configTypes: NamedRecord & { schema: Readonly<Record<string, unknown>> | null }
  configs: NamedRecord & { configTypeId: string; data: Record<string, unknown> }
  edgeRouterPolicies: PolicyRecord & {
    edgeRouterRoles: string[] | null
    identityRoles: string[] | null
  }
  enrollments: BaseRecord & {
    method: 'ott' | 'ottca' | 'updb' | 'erott' | 'trott'
    token: string
    jwt?: string
    expiresAt: number
    identity?: string
    edgeRouter?: string
    transitRouter?: string
    caId?: string
    username?: string
  }
  externalJwtSigners: NamedRecord & {
    issuer: string
    audience: string
    kid: string | null
    certPem: string | null
    jwksEndpoint: string | null
    fingerprint: string | null
    commonName: string
    notBefore: number | null
    notAfter: number | null
    enabled: boolean
    claimsProperty: string
    useExternalId: boolean
    externalAuthUrl: string | null
    clientId: string | null
    scopes: string[] | null
    targetToken: string
    enrollAuthPolicyId: string
    enrollAttributeClaimsSelector: string
    enrollNameClaimsSelector: string
    enrollToCertEnabled: boolean
    enrollToTokenEnabled: boolean
    /** As with CAs. */
    isUntrusted?: true
  }
  identities: NamedRecord & {
    typeId: string
    isAdmin: boolean
    isDefaultAdmin: boolean
    authPolicyId: string
    externalId: string | null
    roleAttributes: string[]
    appData: NonNullable<AppData>
    defaultHostingCost: number
    defaultHostingPrecedence: string
    serviceHostingCosts: Record<string, number>
    serviceHostingPrecedences: Record<string, string>
    permissions: string[] | null
    envInfo: EnvInfo
    sdkInfo: SdkInfo
    disabledAt: number | null
    disabledUntil: number | null
    serviceConfigs: { service: string; config: string }[]
  }
  identityTypes: NamedRecord
  /** The service's own keys; they have no part in the API. */
  keys: BaseRecord & { certPem: string; keyPem: string }
  mfas: BaseRecord & {
    identity: string
    isVerified: boolean
    secret: string
    recoveryCodes: string[]
    lastStep: number | null
    failures: number
    failedAt: number
  }
  postureCheckTypes: NamedRecord & { version: string; operatingSystems: OperatingSystem[] }
  postureChecks: NamedRecord & {
    typeId: string
    roleAttributes: string[]
    domains?: string[]
    macAddresses?: string[]
    process?: Process
    processes?: ProcessMulti[]
    semantic?: string
    operatingSystems?: OperatingSystem[]
    timeoutSeconds?: number
    promptOnWake?: boolean
    promptOnUnlock?: boolean
    ignoreLegacyEndpoints?: boolean
  }
  revocations: BaseRecord & { type: string; expiresAt: number }
  /** Edge routers and routers share their names. */
  routers: AnyRouterRecord & {
    isEdge: boolean
    isTunnelerEnabled: boolean
    roleAttributes: string[] | null
    appData: NonNullable<AppData>
  }
  serviceEdgeRouterPolicies: PolicyRecord & {
    edgeRouterRoles: string[] | null
    serviceRoles: string[] | null
  }
  servicePolicies: PolicyRecord & {
    type: string
    identityRoles: string[] | null
    serviceRoles: string[] | null
    postureCheckRoles: string[] | null
  }
  services: NamedRecord & {
    encryptionRequired: boolean
    configs: string[] | null
    roleAttributes: string[] | null
    terminatorStrategy: string
    maxIdleTimeMillis: number
  }
  sessions: BaseRecord & {
    token: string
    type: string
    apiSession: string
    identity: string
    service: string
  }
  terminators: BaseRecord & {
    service: string
    router: string
    binding: string
    address: string
    identity: string
    identitySecret?: string
    cost: number
    precedence: string
  }
}

export type EntityName = keyof EntityRecords

/** Records by what a field holds; by each, where it holds several; not at all where it holds nothing. */
const indexBy =
  (field: string) =>
  (record: StoredRecord): string | string[] | undefined => {
    const value = record[field]
    return typeof value === 'string' && value !== ''
      ? value
      : Array.isArray(value)
        ? value.filter((item) => typeof item === 'string')
        : typeof value === 'boolean'
          ? String(value)
          : undefined
  }

const indexedBy = (
  ...fields: string[]
): { indexes: Record<string, ReturnType<typeof indexBy>> } => ({
  indexes: Object.fromEntries(fields.map((field) => [field, indexBy(field)])),
})

/** The kinds of records, and what they are found by. */
export const indexes: StoredKinds & Record<EntityName, StoredKinds[string]> = {
  apiSessions: indexedBy('tokenHash', 'identity', 'authenticator'),
  authPolicies: indexedBy('name'),
  authenticators: indexedBy('identity', 'username', 'fingerprint'),
  cas: indexedBy('name', 'fingerprint'),
  configTypes: indexedBy('name'),
  configs: indexedBy('name', 'configTypeId'),
  edgeRouterPolicies: indexedBy('name'),
  enrollments: indexedBy('token', 'identity', 'edgeRouter', 'transitRouter', 'caId'),
  externalJwtSigners: indexedBy('name', 'issuer', 'kid', 'fingerprint'),
  identities: indexedBy('name', 'externalId', 'authPolicyId', 'roleAttributes'),
  identityTypes: indexedBy('name'),
  keys: {},
  mfas: indexedBy('identity'),
  postureCheckTypes: indexedBy('name'),
  postureChecks: indexedBy('name', 'roleAttributes'),
  revocations: {},
  routers: indexedBy('name', 'isEdge', 'fingerprint', 'roleAttributes'),
  serviceEdgeRouterPolicies: indexedBy('name'),
  servicePolicies: indexedBy('name'),
  services: indexedBy('name', 'configs', 'roleAttributes'),
  sessions: indexedBy('apiSession', 'identity', 'service'),
  terminators: indexedBy('service', 'router'),
}
