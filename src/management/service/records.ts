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
} from '../../generated/management/shapes.js'

/** What all stored records have; times in ms since 1970. */
export type Base = {
  id: string
  createdAt: number
  updatedAt: number
  tags: NonNullable<Tags>
  isSystem?: boolean
}

type Named = Base & { name: string }
/** `matching` has the semantics that lists of roles are matched by, each that of the moment when the list changed last; without one, that of the policy. */
export type Semantics = { semantic: string; matching?: Record<string, string> }
type Policy = Named & Semantics

/** The enrollment of a router that has not enrolled yet is a record of `enrollments`. */
type AnyRouter = Named & {
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
export type Kinds = {
  apiSessions: Base & {
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
  authPolicies: Named & { primary: AuthPolicyPrimary; secondary: AuthPolicySecondary }
  authenticators: Base & {
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
  cas: Named & {
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
  configTypes: Named & { schema: Readonly<Record<string, unknown>> | null }
  configs: Named & { configTypeId: string; data: Record<string, unknown> }
  edgeRouterPolicies: Policy & { edgeRouterRoles: string[] | null; identityRoles: string[] | null }
  enrollments: Base & {
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
  externalJwtSigners: Named & {
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
  identities: Named & {
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
  identityTypes: Named
  /** The service's own keys; they have no part in the API. */
  keys: Base & { certPem: string; keyPem: string }
  mfas: Base & {
    identity: string
    isVerified: boolean
    secret: string
    recoveryCodes: string[]
    lastStep: number | null
    failures: number
    failedAt: number
  }
  postureCheckTypes: Named & { version: string; operatingSystems: OperatingSystem[] }
  postureChecks: Named & {
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
  revocations: Base & { type: string; expiresAt: number }
  /** Edge routers and routers share their names. */
  routers: AnyRouter & {
    isEdge: boolean
    isTunnelerEnabled: boolean
    roleAttributes: string[] | null
    appData: NonNullable<AppData>
  }
  serviceEdgeRouterPolicies: Policy & {
    edgeRouterRoles: string[] | null
    serviceRoles: string[] | null
  }
  servicePolicies: Policy & {
    type: string
    identityRoles: string[] | null
    serviceRoles: string[] | null
    postureCheckRoles: string[] | null
  }
  services: Named & {
    encryptionRequired: boolean
    configs: string[] | null
    roleAttributes: string[] | null
    terminatorStrategy: string
    maxIdleTimeMillis: number
  }
  sessions: Base & {
    token: string
    type: string
    apiSession: string
    identity: string
    service: string
  }
  terminators: Base & {
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

export type KindName = keyof Kinds
