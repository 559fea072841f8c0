// Made by `npm run derive`; do not edit.

export type Tags = {
  [k: string]: string | boolean | number | null
} | null
export type AppData = {
  [k: string]: unknown
} | null
export type AuthQueryFormat = 'numeric' | 'alpha' | 'alphaNumeric'
export type AuthQueryProvider = 'ziti' | 'url'
export type AuthQueryType = 'MFA' | 'TOTP' | 'EXT-JWT'
export type Password = string
export type Username = string
export type Capability = 'OIDC_AUTH' | 'HA_CONTROLLER' | 'OIDC_AUTH_WITH_CSR'
export type Semantic = 'AllOf' | 'AnyOf'
export type TargetToken = 'ACCESS' | 'ID' | null
export type TerminatorCost = number
export type TerminatorPrecedence = 'default' | 'required' | 'failed'
export type IdentityKind = 'User' | 'Device' | 'Service' | 'Router' | 'Default'
export type OsType = 'Windows' | 'WindowsServer' | 'Android' | 'iOS' | 'Linux' | 'macOS'
export type PolicyType = 'Dial' | 'Bind'
export type PostureCheck = DomainPostureCheck | MacPostureCheck | MfaPostureCheck | OsPostureCheck | ProcessPostureCheck | ProcessMultiPostureCheck
export type PostureCheckCreate =
  DomainPostureCheckCreate | MacPostureCheckCreate | MfaPostureCheckCreate | OsPostureCheckCreate | ProcessPostureCheckCreate | ProcessMultiPostureCheckCreate
export type PostureCheckKind = 'OS' | 'PROCESS' | 'DOMAIN' | 'MAC' | 'MFA' | 'PROCESS_MULTI'
export type PostureCheckPatch =
  DomainPostureCheckPatch | MacPostureCheckPatch | MfaPostureCheckPatch | OsPostureCheckPatch | ProcessPostureCheckPatch | ProcessMultiPostureCheckPatch
export type PostureCheckReplace =
  | DomainPostureCheckReplace
  | MacPostureCheckReplace
  | MfaPostureCheckReplace
  | OsPostureCheckReplace
  | ProcessPostureCheckReplace
  | ProcessMultiPostureCheckReplace
export type RevocationType = 'JTI' | 'IDENTITY' | 'API_SESSION'

export interface ApiAddress {
  url?: string
  version?: string
}
/**
 * What a caller holds after authenticating; it ends when it is not used for a while.
 */
export interface ApiSession {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  authQueries: AuthQuery[]
  authenticatorId: string
  cachedLastActivityAt?: string
  configTypes: string[]
  identity: EntityReference
  identityId: string
  improperClientCertChain?: boolean
  ipAddress: string
  isCertExtendRequested?: boolean
  isCertExtendable: boolean
  isCertKeyRollRequested?: boolean
  isMfaComplete: boolean
  isMfaRequired: boolean
  lastActivityAt?: string
  token: string
}
export interface Links {
  [k: string]: Link
}
export interface Link {
  comment?: string
  href: string
  method?: string
}
export interface AuthQuery {
  clientId?: string | null
  format?: 'numeric' | 'alpha' | 'alphaNumeric' | (string & {})
  httpMethod?: string
  httpUrl?: string
  id?: string
  isTotpEnrolled?: boolean
  maxLength?: number
  minLength?: number
  provider: 'ziti' | 'url' | (string & {})
  scopes?: string[] | null
  typeId?: 'MFA' | 'TOTP' | 'EXT-JWT' | (string & {})
}
export interface EntityReference {
  _links?: Links
  entity?: string
  id?: string
  name?: string
}
export interface ApiSessionPostureData {
  endpointState?: PostureDataEndpointState
  mfa: PostureDataMfa
  sdkInfo?: SdkInfo
}
export interface PostureDataEndpointState {
  unlockedAt: string
  wokenAt: string
}
export interface PostureDataMfa {
  apiSessionId: string
  passedAt: string
  passedMfa: boolean
  passedOnUnlock: boolean
  passedOnWake: boolean
}
export interface SdkInfo {
  appId?: string
  appVersion?: string
  branch?: string
  revision?: string
  type?: string
  version?: string
}
export interface ApiVersion {
  apiBaseUrls?: string[]
  path: string
  version?: string
}
/**
 * Which ways of authenticating an identity may use, and which second factors it must.
 */
export interface AuthPolicy {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  name: string
  primary: AuthPolicyPrimary
  secondary: AuthPolicySecondary
}
export interface AuthPolicyPrimary {
  cert: AuthPolicyPrimaryCert
  extJwt: AuthPolicyPrimaryExtJwt
  updb: AuthPolicyPrimaryUpdb
}
export interface AuthPolicyPrimaryCert {
  allowExpiredCerts: boolean
  allowed: boolean
}
export interface AuthPolicyPrimaryExtJwt {
  allowed: boolean
  allowedSigners: string[]
}
export interface AuthPolicyPrimaryUpdb {
  allowed: boolean
  lockoutDurationMinutes: number
  maxAttempts: number
  minPasswordLength: number
  requireMixedCase: boolean
  requireNumberChar: boolean
  requireSpecialChar: boolean
}
export interface AuthPolicySecondary {
  requireExtJwtSigner?: string | null
  requireTotp: boolean
}
/**
 * What is written of an authentication policy.
 */
export interface AuthPolicyCreate {
  name: string
  primary: AuthPolicyPrimary
  secondary: AuthPolicySecondary
  tags?: Tags
}
/**
 * What is written of an authentication policy.
 */
export interface AuthPolicyPatch {
  name?: string | null
  primary?: {
    cert?: {
      allowExpiredCerts?: boolean | null
      allowed?: boolean | null
    } | null
    extJwt?: {
      allowed?: boolean | null
      allowedSigners?: string[] | null
    } | null
    updb?: {
      allowed?: boolean | null
      lockoutDurationMinutes?: number | null
      maxAttempts?: number | null
      minPasswordLength?: number | null
      requireMixedCase?: boolean | null
      requireNumberChar?: boolean | null
      requireSpecialChar?: boolean | null
    } | null
  }
  secondary?: {
    requireExtJwtSigner?: string | null
    requireTotp?: boolean | null
  } | null
  tags?: Tags
}
/**
 * What is written of an authentication policy.
 */
export interface AuthPolicyReplace {
  name: string
  primary: AuthPolicyPrimary
  secondary: AuthPolicySecondary
  tags?: Tags
}
export interface Authentication {
  configTypes?: string[]
  envInfo?: EnvInfo
  password?: Password
  sdkInfo?: SdkInfo
  username?: Username
}
export interface EnvInfo {
  arch?: string
  domain?: string
  hostname?: string
  os?: string
  osRelease?: string
  osVersion?: string
}
/**
 * A password or a certificate with which an identity authenticates.
 */
export interface Authenticator {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  certPem?: string
  extendRequestedAt?: string | null
  fingerprint?: string
  identity: EntityReference
  identityId: string
  isExtendRequested?: boolean
  isIssuedByNetwork?: boolean
  isKeyRollRequested?: boolean
  lastAuthResolvedToRoot?: boolean
  lastExtendRolledKeys?: boolean
  method: string
  username?: string
}
/**
 * What is written of an authenticator.
 */
export interface AuthenticatorCreate {
  certPem?: string
  identityId: string
  method: string
  password?: string
  tags?: Tags
  username?: string
}
/**
 * What is written of an authenticator.
 */
export interface AuthenticatorPatch {
  password?: Password | null
  tags?: Tags
  username?: Username | null
}
/**
 * What is written of an authenticator.
 */
export interface AuthenticatorReplace {
  password: Password
  tags?: Tags
  username: Username
}
/**
 * An authority outside of the network whose certificates identities may enroll or authenticate with.
 */
export interface Ca {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  certPem: string
  externalIdClaim?: ExternalIdClaim
  fingerprint: string
  identityNameFormat: string
  identityRoles: string[] | null
  isAuthEnabled: boolean
  isAutoCaEnrollmentEnabled: boolean
  isOttCaEnrollmentEnabled: boolean
  isVerified: boolean
  name: string
  verificationToken?: string
}
export interface ExternalIdClaim {
  index: number | null
  location: 'COMMON_NAME' | 'SAN_URI' | 'SAN_EMAIL' | null | (string & {})
  matcher: 'ALL' | 'PREFIX' | 'SUFFIX' | 'SCHEME' | null | (string & {})
  matcherCriteria: string | null
  parser: 'NONE' | 'SPLIT' | null | (string & {})
  parserCriteria: string | null
}
/**
 * What is written of a certificate authority.
 */
export interface CaCreate {
  certPem: string
  externalIdClaim?: ExternalIdClaim
  identityNameFormat?: string
  identityRoles: string[]
  isAuthEnabled: boolean
  isAutoCaEnrollmentEnabled: boolean
  isOttCaEnrollmentEnabled: boolean
  name: string
  tags?: Tags
}
/**
 * What is written of a certificate authority.
 */
export interface CaPatch {
  externalIdClaim?: {
    index?: number | null
    location?: 'COMMON_NAME' | 'SAN_URI' | 'SAN_EMAIL' | null
    matcher?: 'ALL' | 'PREFIX' | 'SUFFIX' | 'SCHEME' | null
    matcherCriteria?: string | null
    parser?: 'NONE' | 'SPLIT' | null
    parserCriteria?: string | null
  }
  identityNameFormat?: string | null
  identityRoles?: string[]
  isAuthEnabled?: boolean | null
  isAutoCaEnrollmentEnabled?: boolean | null
  isOttCaEnrollmentEnabled?: boolean | null
  name?: string | null
  tags?: Tags
}
/**
 * What is written of a certificate authority.
 */
export interface CaReplace {
  externalIdClaim?: ExternalIdClaim
  identityNameFormat: string
  identityRoles: string[]
  isAuthEnabled: boolean
  isAutoCaEnrollmentEnabled: boolean
  isOttCaEnrollmentEnabled: boolean
  name: string
  tags?: Tags
}
export interface CertificateExtension {
  clientCertCsr: string
}
export interface CertificateExtensionRequest {
  rollKeys?: boolean
}
export interface CertificateExtensionVerification {
  clientCert: string
}
/**
 * Settings that a service hands to those who use it, shaped by a config type.
 */
export interface Config {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  configType: EntityReference
  configTypeId: string
  data: {}
  name: string
}
/**
 * What is written of a config.
 */
export interface ConfigCreate {
  configTypeId: string
  data: {}
  name: string
  tags?: Tags
}
/**
 * What is written of a config.
 */
export interface ConfigPatch {
  data?: {}
  name?: string
  tags?: Tags
}
/**
 * What is written of a config.
 */
export interface ConfigReplace {
  data: {}
  name: string
  tags?: Tags
}
/**
 * A kind of config, with the JSON Schema that configs of it are checked against.
 */
export interface ConfigType {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  name: string
  schema: {} | null
  target?: 'service' | 'router' | null | (string & {})
}
/**
 * What is written of a config type.
 */
export interface ConfigTypeCreate {
  name: string
  schema?: {}
  tags?: Tags
  target?: 'service' | 'router' | null
}
/**
 * What is written of a config type.
 */
export interface ConfigTypePatch {
  name?: string
  schema?: {}
  tags?: Tags
}
/**
 * What is written of a config type.
 */
export interface ConfigTypeReplace {
  name: string
  schema?: {}
  tags?: Tags
}
/**
 * A member of the controller cluster.
 */
export interface Controller {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  apiAddresses?: {
    [k: string]: ApiAddress[]
  }
  certPem: string
  ctrlAddress?: string | null
  fingerprint: string
  isOnline: boolean
  isPreferredLeader?: boolean
  lastJoinedAt: string
  name: string
}
/**
 * Settings of one controller or of all; in the contract, served by no release so far.
 */
export interface ControllerSetting {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  oidc?: {
    postLogoutUris?: string[]
    redirectUris?: string[]
  }
}
/**
 * What is written of a controller setting.
 */
export interface ControllerSettingCreate {
  controllerId: string
  oidc?: {
    postLogoutUris?: string[]
    redirectUris?: string[]
  }
  tags?: Tags
}
export interface ControllerSettingEffective {
  _links: Links
  createdAt: string
  effective?: ControllerSettings
  id: string
  instance?: ControllerSettings
  tags?: Tags
  updatedAt: string
}
export interface ControllerSettings {
  oidc?: {
    postLogoutUris?: string[]
    redirectUris?: string[]
  }
}
/**
 * What is written of a controller setting.
 */
export interface ControllerSettingPatch {
  oidc?: {
    postLogoutUris?: string[]
    redirectUris?: string[]
  }
  tags?: Tags
}
/**
 * What is written of a controller setting.
 */
export interface ControllerSettingReplace {
  oidc?: {
    postLogoutUris?: string[]
    redirectUris?: string[]
  }
  tags?: Tags
}
export interface Created {
  _links: Links
  id: string
}
/**
 * The session that the request is made with.
 */
export interface CurrentApiSession {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  authQueries: AuthQuery[]
  authenticatorId: string
  cachedLastActivityAt?: string
  configTypes: string[]
  expirationSeconds: number
  expiresAt: string
  identity: EntityReference
  identityId: string
  improperClientCertChain?: boolean
  ipAddress: string
  isCertExtendRequested?: boolean
  isCertExtendable: boolean
  isCertKeyRollRequested?: boolean
  isMfaComplete: boolean
  isMfaRequired: boolean
  lastActivityAt?: string
  token: string
}
export interface DataIntegrityResult {
  description: string
  fixed: boolean
}
export interface DataIntegrityResults {
  endTime: string
  error: string | null
  fixingErrors: boolean
  inProgress: boolean
  results: DataIntegrityResult[] | null
  startTime: string
  tooManyErrors: boolean
}
/**
 * What must be true of an endpoint before a service policy lets it through.
 */
export interface DomainPostureCheck {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  name: string
  roleAttributes: string[] | null
  typeId: 'DOMAIN'
  version: number
  domains: string[]
}
/**
 * What is written of a posture check.
 */
export interface DomainPostureCheckCreate {
  domains: string[]
  name: string
  roleAttributes?: string[] | null
  tags?: Tags
  typeId: 'DOMAIN'
}
/**
 * What is written of a posture check.
 */
export interface DomainPostureCheckPatch {
  domains?: string[]
  name?: string
  roleAttributes?: string[] | null
  tags?: Tags
  typeId: 'DOMAIN'
}
/**
 * What is written of a posture check.
 */
export interface DomainPostureCheckReplace {
  domains: string[]
  name: string
  roleAttributes?: string[] | null
  tags?: Tags
  typeId: 'DOMAIN'
}
/**
 * A router that identities connect to.
 */
export interface EdgeRouter {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  appData?: AppData
  certPem?: string | null
  configs?: string[] | null
  cost: number | null
  ctrlChanListeners?: {
    [k: string]: string[]
  }
  disabled: boolean
  enrollmentCreatedAt?: string | null
  enrollmentExpiresAt?: string | null
  enrollmentJwt?: string | null
  enrollmentToken?: string | null
  fingerprint?: string | null
  hostname: string
  interfaces?: NetworkInterface[] | null
  isOnline: boolean
  isTunnelerEnabled: boolean
  isVerified: boolean
  name: string
  noTraversal: boolean | null
  roleAttributes: string[] | null
  supportedProtocols: {
    [k: string]: string
  }
  syncStatus: string
  unverifiedCertPem?: string | null
  unverifiedFingerprint?: string | null
  versionInfo?: VersionInfo
}
export interface NetworkInterface {
  addresses?: string[]
  hardwareAddress: string
  index: number
  isBroadcast: boolean
  isLoopback: boolean
  isMulticast: boolean
  isRunning: boolean
  isUp: boolean
  mtu: number
  name: string
}
export interface VersionInfo {
  arch: string
  buildDate: string
  os: string
  revision: string
  version: string
}
/**
 * What is written of an edge router.
 */
export interface EdgeRouterCreate {
  appData?: AppData
  configs?: string[]
  cost?: number | null
  ctrlChanListeners?: {
    [k: string]: string[]
  } | null
  disabled?: boolean | null
  isTunnelerEnabled?: boolean
  name: string
  noTraversal?: boolean | null
  roleAttributes?: string[] | null
  tags?: Tags
}
/**
 * What is written of an edge router.
 */
export interface EdgeRouterPatch {
  appData?: AppData
  configs?: string[]
  cost?: number | null
  ctrlChanListeners?: {
    [k: string]: string[]
  } | null
  disabled?: boolean | null
  isTunnelerEnabled?: boolean
  name?: string | null
  noTraversal?: boolean | null
  roleAttributes?: string[] | null
  tags?: Tags
}
/**
 * Which identities may connect to which edge routers.
 */
export interface EdgeRouterPolicy {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  edgeRouterRoles: string[] | null
  edgeRouterRolesDisplay: NamedRole[]
  identityRoles: string[] | null
  identityRolesDisplay: NamedRole[]
  isSystem: boolean
  name: string
  semantic: 'AllOf' | 'AnyOf' | (string & {})
}
export interface NamedRole {
  name?: string
  role?: string
}
/**
 * What is written of an edge router policy.
 */
export interface EdgeRouterPolicyCreate {
  edgeRouterRoles?: string[]
  identityRoles?: string[]
  name: string
  semantic: Semantic
  tags?: Tags
}
/**
 * What is written of an edge router policy.
 */
export interface EdgeRouterPolicyPatch {
  edgeRouterRoles?: string[]
  identityRoles?: string[]
  name?: string
  semantic?: Semantic
  tags?: Tags
}
/**
 * What is written of an edge router policy.
 */
export interface EdgeRouterPolicyReplace {
  edgeRouterRoles?: string[]
  identityRoles?: string[]
  name: string
  semantic: Semantic
  tags?: Tags
}
/**
 * What is written of an edge router.
 */
export interface EdgeRouterReplace {
  appData?: AppData
  configs?: string[]
  cost?: number | null
  ctrlChanListeners?: {
    [k: string]: string[]
  } | null
  disabled?: boolean | null
  isTunnelerEnabled?: boolean
  name: string
  noTraversal?: boolean | null
  roleAttributes?: string[] | null
  tags?: Tags
}
/**
 * An outstanding invitation: who holds its token may register as its identity or router.
 */
export interface Enrollment {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  ca?: EntityReference | null
  caId?: string | null
  edgeRouter?: EntityReference
  edgeRouterId?: string
  expiresAt: string
  identity?: EnrollmentIdentity
  identityId?: string
  jwt?: string
  method: 'ott' | 'ottca' | 'updb' | 'erott' | 'trott' | (string & {})
  token: string
  transitRouter?: EntityReference
  transitRouterId?: string
  username?: string
}
/**
 * What stands for the identity that an enrollment is for; `urlName` is what its kind is called in paths.
 */
export interface EnrollmentIdentity {
  _links?: Links
  entity?: string
  id?: string
  name?: string
  urlName?: string
}
/**
 * What is written of an enrollment.
 */
export interface EnrollmentCreate {
  caId?: string | null
  expiresAt: string
  identityId: string
  method: 'ott' | 'ottca' | 'updb'
  username?: string | null
}
export interface EnrollmentRefresh {
  expiresAt: string
}
export interface ExtendedCertificates {
  ca?: string
  clientCert?: string
}
/**
 * An issuer of tokens outside of the network with which identities may authenticate.
 */
export interface ExternalJwtSigner {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  audience: string
  certPem: string | null
  claimsProperty: string
  clientId: string | null
  commonName: string
  enabled: boolean
  enrollAttributeClaimsSelector?: string
  enrollAuthPolicyId?: string
  enrollNameClaimsSelector?: string
  enrollToCertEnabled?: boolean
  enrollToTokenEnabled?: boolean
  externalAuthUrl: string | null
  fingerprint: string | null
  issuer: string
  jwksEndpoint: string | null
  kid: string | null
  name: string
  notAfter: string
  notBefore: string
  scopes: string[] | null
  targetToken: 'ACCESS' | 'ID' | null | (string & {}) | null
  useExternalId: boolean
}
/**
 * What is written of an external JWT signer.
 */
export interface ExternalJwtSignerCreate {
  audience: string | null
  certPem?: string | null
  claimsProperty?: string | null
  clientId?: string | null
  enabled: boolean
  enrollAttributeClaimsSelector?: string
  enrollAuthPolicyId?: string
  enrollNameClaimsSelector?: string
  enrollToCertEnabled?: boolean
  enrollToTokenEnabled?: boolean
  externalAuthUrl?: string | null
  issuer: string
  jwksEndpoint?: string | null
  kid?: string | null
  name: string
  scopes?: string[] | null
  tags?: Tags
  targetToken?: (TargetToken | null) | null
  useExternalId?: boolean | null
}
/**
 * What is written of an external JWT signer.
 */
export interface ExternalJwtSignerPatch {
  audience?: string | null
  certPem?: string | null
  claimsProperty?: string | null
  clientId?: string | null
  enabled?: boolean | null
  enrollAttributeClaimsSelector?: string | null
  enrollAuthPolicyId?: string | null
  enrollNameClaimsSelector?: string | null
  enrollToCertEnabled?: boolean | null
  enrollToTokenEnabled?: boolean | null
  externalAuthUrl?: string | null
  issuer?: string | null
  jwksEndpoint?: string | null
  kid?: string | null
  name?: string | null
  scopes?: string[]
  tags?: Tags
  targetToken?: (TargetToken | null) | null
  useExternalId?: boolean | null
}
/**
 * What is written of an external JWT signer.
 */
export interface ExternalJwtSignerReplace {
  audience: string | null
  certPem?: string | null
  claimsProperty?: string | null
  clientId?: string | null
  enabled: boolean
  enrollAttributeClaimsSelector?: string | null
  enrollAuthPolicyId?: string | null
  enrollNameClaimsSelector?: string | null
  enrollToCertEnabled?: boolean | null
  enrollToTokenEnabled?: boolean | null
  externalAuthUrl?: string | null
  issuer: string
  jwksEndpoint?: string | null
  kid?: string | null
  name: string
  scopes?: string[] | null
  tags?: Tags
  targetToken?: (TargetToken | null) | null
  useExternalId?: boolean | null
}
export interface FailedServiceRequest {
  apiSessionId?: string
  policyFailures?: PolicyFailure[]
  serviceId?: string
  serviceName?: string
  sessionType?: 'Dial' | 'Bind' | (string & {})
  when?: string
}
export interface PolicyFailure {
  checks?: PostureCheckFailure[]
  policyId?: string
  policyName?: string
}
export interface PostureCheckFailure {
  postureCheckId: string
  postureCheckName: string
  postureCheckType: string
}
/**
 * Whoever or whatever authenticates to the network.
 */
export interface Identity {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  appData?: AppData
  authPolicy: EntityReference
  authPolicyId: string
  authenticators: IdentityAuthenticators
  defaultHostingCost: TerminatorCost
  defaultHostingPrecedence?: 'default' | 'required' | 'failed' | (string & {})
  disabled: boolean
  disabledAt?: string | null
  disabledUntil?: string | null
  edgeRouterConnectionStatus: 'online' | 'offline' | 'unknown' | (string & {})
  enrollment: IdentityEnrollments
  envInfo: EnvInfo
  externalId: string | null
  hasApiSession: boolean
  hasEdgeRouterConnection: boolean
  interfaces?: NetworkInterface[] | null
  isAdmin: boolean
  isDefaultAdmin: boolean
  isMfaEnabled: boolean
  name: string
  permissions:
    | 'admin_readonly'
    | 'auth-policy'
    | 'auth-policy.read'
    | 'auth-policy.create'
    | 'auth-policy.update'
    | 'auth-policy.delete'
    | 'ca'
    | 'ca.read'
    | 'ca.create'
    | 'ca.update'
    | 'ca.delete'
    | 'config'
    | 'config.read'
    | 'config.create'
    | 'config.update'
    | 'config.delete'
    | 'config-type'
    | 'config-type.read'
    | 'config-type.create'
    | 'config-type.update'
    | 'config-type.delete'
    | 'edge-router-policy'
    | 'edge-router-policy.read'
    | 'edge-router-policy.create'
    | 'edge-router-policy.update'
    | 'edge-router-policy.delete'
    | 'enrollment'
    | 'enrollment.read'
    | 'enrollment.create'
    | 'enrollment.update'
    | 'enrollment.delete'
    | 'external-jwt-signer'
    | 'external-jwt-signer.read'
    | 'external-jwt-signer.create'
    | 'external-jwt-signer.update'
    | 'external-jwt-signer.delete'
    | 'identity'
    | 'identity.read'
    | 'identity.create'
    | 'identity.update'
    | 'identity.delete'
    | 'ops'
    | 'ops.read'
    | 'ops.update'
    | 'ops.delete'
    | 'posture-check'
    | 'posture-check.read'
    | 'posture-check.create'
    | 'posture-check.update'
    | 'posture-check.delete'
    | 'router'
    | 'router.read'
    | 'router.create'
    | 'router.update'
    | 'router.delete'
    | 'service'
    | 'service.read'
    | 'service.create'
    | 'service.update'
    | 'service.delete'
    | 'service-edge-router-policy'
    | 'service-edge-router-policy.read'
    | 'service-edge-router-policy.create'
    | 'service-edge-router-policy.update'
    | 'service-edge-router-policy.delete'
    | 'service-policy'
    | 'service-policy.read'
    | 'service-policy.create'
    | 'service-policy.update'
    | 'service-policy.delete'
    | 'terminator'
    | 'terminator.read'
    | 'terminator.create'
    | 'terminator.update'
    | 'terminator.delete'
    | (string & {})[]
    | null
  roleAttributes: string[] | null
  sdkInfo: SdkInfo
  serviceHostingCosts: {
    [k: string]: TerminatorCost
  }
  serviceHostingPrecedences: {
    [k: string]: 'default' | 'required' | 'failed' | (string & {})
  }
  type: EntityReference
  typeId: string
}
export interface IdentityAuthenticators {
  cert?: {
    fingerprint?: string
    id?: string
  }
  updb?: {
    id?: string
    username?: string
  }
}
export interface IdentityEnrollments {
  ott?: {
    expiresAt?: string
    id?: string
    jwt?: string
    token?: string
  }
  ottca?: {
    ca?: EntityReference
    caId?: string
    expiresAt?: string
    id?: string
    jwt?: string
    token?: string
  }
  updb?: {
    expiresAt?: string
    id?: string
    jwt?: string
    token?: string
  }
}
/**
 * What is written of an identity.
 */
export interface IdentityCreate {
  appData?: AppData
  authPolicyId?: string | null
  defaultHostingCost?: TerminatorCost
  defaultHostingPrecedence?: TerminatorPrecedence
  enrollment?: {
    ott?: boolean
    ottca?: string
    updb?: string
  }
  externalId?: string | null
  isAdmin: boolean
  name: string
  permissions?:
    | (
        | 'admin_readonly'
        | 'auth-policy'
        | 'auth-policy.read'
        | 'auth-policy.create'
        | 'auth-policy.update'
        | 'auth-policy.delete'
        | 'ca'
        | 'ca.read'
        | 'ca.create'
        | 'ca.update'
        | 'ca.delete'
        | 'config'
        | 'config.read'
        | 'config.create'
        | 'config.update'
        | 'config.delete'
        | 'config-type'
        | 'config-type.read'
        | 'config-type.create'
        | 'config-type.update'
        | 'config-type.delete'
        | 'edge-router-policy'
        | 'edge-router-policy.read'
        | 'edge-router-policy.create'
        | 'edge-router-policy.update'
        | 'edge-router-policy.delete'
        | 'enrollment'
        | 'enrollment.read'
        | 'enrollment.create'
        | 'enrollment.update'
        | 'enrollment.delete'
        | 'external-jwt-signer'
        | 'external-jwt-signer.read'
        | 'external-jwt-signer.create'
        | 'external-jwt-signer.update'
        | 'external-jwt-signer.delete'
        | 'identity'
        | 'identity.read'
        | 'identity.create'
        | 'identity.update'
        | 'identity.delete'
        | 'ops'
        | 'ops.read'
        | 'ops.update'
        | 'ops.delete'
        | 'posture-check'
        | 'posture-check.read'
        | 'posture-check.create'
        | 'posture-check.update'
        | 'posture-check.delete'
        | 'router'
        | 'router.read'
        | 'router.create'
        | 'router.update'
        | 'router.delete'
        | 'service'
        | 'service.read'
        | 'service.create'
        | 'service.update'
        | 'service.delete'
        | 'service-edge-router-policy'
        | 'service-edge-router-policy.read'
        | 'service-edge-router-policy.create'
        | 'service-edge-router-policy.update'
        | 'service-edge-router-policy.delete'
        | 'service-policy'
        | 'service-policy.read'
        | 'service-policy.create'
        | 'service-policy.update'
        | 'service-policy.delete'
        | 'terminator'
        | 'terminator.read'
        | 'terminator.create'
        | 'terminator.update'
        | 'terminator.delete'
      )[]
    | null
  roleAttributes?: string[] | null
  serviceHostingCosts?: {
    [k: string]: TerminatorCost
  }
  serviceHostingPrecedences?: {
    [k: string]: TerminatorPrecedence
  }
  tags?: Tags
  type: IdentityKind
}
export interface IdentityDisable {
  durationMinutes: number
}
/**
 * What is written of an identity.
 */
export interface IdentityPatch {
  appData?: AppData
  authPolicyId?: string | null
  defaultHostingCost?: TerminatorCost
  defaultHostingPrecedence?: TerminatorPrecedence
  externalId?: string | null
  isAdmin?: boolean | null
  name?: string | null
  permissions?:
    | (
        | 'admin_readonly'
        | 'auth-policy'
        | 'auth-policy.read'
        | 'auth-policy.create'
        | 'auth-policy.update'
        | 'auth-policy.delete'
        | 'ca'
        | 'ca.read'
        | 'ca.create'
        | 'ca.update'
        | 'ca.delete'
        | 'config'
        | 'config.read'
        | 'config.create'
        | 'config.update'
        | 'config.delete'
        | 'config-type'
        | 'config-type.read'
        | 'config-type.create'
        | 'config-type.update'
        | 'config-type.delete'
        | 'edge-router-policy'
        | 'edge-router-policy.read'
        | 'edge-router-policy.create'
        | 'edge-router-policy.update'
        | 'edge-router-policy.delete'
        | 'enrollment'
        | 'enrollment.read'
        | 'enrollment.create'
        | 'enrollment.update'
        | 'enrollment.delete'
        | 'external-jwt-signer'
        | 'external-jwt-signer.read'
        | 'external-jwt-signer.create'
        | 'external-jwt-signer.update'
        | 'external-jwt-signer.delete'
        | 'identity'
        | 'identity.read'
        | 'identity.create'
        | 'identity.update'
        | 'identity.delete'
        | 'ops'
        | 'ops.read'
        | 'ops.update'
        | 'ops.delete'
        | 'posture-check'
        | 'posture-check.read'
        | 'posture-check.create'
        | 'posture-check.update'
        | 'posture-check.delete'
        | 'router'
        | 'router.read'
        | 'router.create'
        | 'router.update'
        | 'router.delete'
        | 'service'
        | 'service.read'
        | 'service.create'
        | 'service.update'
        | 'service.delete'
        | 'service-edge-router-policy'
        | 'service-edge-router-policy.read'
        | 'service-edge-router-policy.create'
        | 'service-edge-router-policy.update'
        | 'service-edge-router-policy.delete'
        | 'service-policy'
        | 'service-policy.read'
        | 'service-policy.create'
        | 'service-policy.update'
        | 'service-policy.delete'
        | 'terminator'
        | 'terminator.read'
        | 'terminator.create'
        | 'terminator.update'
        | 'terminator.delete'
      )[]
    | null
  roleAttributes?: string[] | null
  serviceHostingCosts?: {
    [k: string]: TerminatorCost
  }
  serviceHostingPrecedences?: {
    [k: string]: TerminatorPrecedence
  }
  tags?: Tags
  type?: IdentityKind
}
/**
 * What is written of an identity.
 */
export interface IdentityReplace {
  appData?: AppData
  authPolicyId?: string | null
  defaultHostingCost?: TerminatorCost
  defaultHostingPrecedence?: TerminatorPrecedence
  externalId?: string | null
  isAdmin: boolean
  name: string
  permissions?:
    | (
        | 'admin_readonly'
        | 'auth-policy'
        | 'auth-policy.read'
        | 'auth-policy.create'
        | 'auth-policy.update'
        | 'auth-policy.delete'
        | 'ca'
        | 'ca.read'
        | 'ca.create'
        | 'ca.update'
        | 'ca.delete'
        | 'config'
        | 'config.read'
        | 'config.create'
        | 'config.update'
        | 'config.delete'
        | 'config-type'
        | 'config-type.read'
        | 'config-type.create'
        | 'config-type.update'
        | 'config-type.delete'
        | 'edge-router-policy'
        | 'edge-router-policy.read'
        | 'edge-router-policy.create'
        | 'edge-router-policy.update'
        | 'edge-router-policy.delete'
        | 'enrollment'
        | 'enrollment.read'
        | 'enrollment.create'
        | 'enrollment.update'
        | 'enrollment.delete'
        | 'external-jwt-signer'
        | 'external-jwt-signer.read'
        | 'external-jwt-signer.create'
        | 'external-jwt-signer.update'
        | 'external-jwt-signer.delete'
        | 'identity'
        | 'identity.read'
        | 'identity.create'
        | 'identity.update'
        | 'identity.delete'
        | 'ops'
        | 'ops.read'
        | 'ops.update'
        | 'ops.delete'
        | 'posture-check'
        | 'posture-check.read'
        | 'posture-check.create'
        | 'posture-check.update'
        | 'posture-check.delete'
        | 'router'
        | 'router.read'
        | 'router.create'
        | 'router.update'
        | 'router.delete'
        | 'service'
        | 'service.read'
        | 'service.create'
        | 'service.update'
        | 'service.delete'
        | 'service-edge-router-policy'
        | 'service-edge-router-policy.read'
        | 'service-edge-router-policy.create'
        | 'service-edge-router-policy.update'
        | 'service-edge-router-policy.delete'
        | 'service-policy'
        | 'service-policy.read'
        | 'service-policy.create'
        | 'service-policy.update'
        | 'service-policy.delete'
        | 'terminator'
        | 'terminator.read'
        | 'terminator.create'
        | 'terminator.update'
        | 'terminator.delete'
      )[]
    | null
  roleAttributes?: string[] | null
  serviceHostingCosts?: {
    [k: string]: TerminatorCost
  }
  serviceHostingPrecedences?: {
    [k: string]: TerminatorPrecedence
  }
  tags?: Tags
  type: IdentityKind
}
/**
 * What kind of subject an identity is.
 */
export interface IdentityType {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  name?: string
}
/**
 * What must be true of an endpoint before a service policy lets it through.
 */
export interface MacPostureCheck {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  name: string
  roleAttributes: string[] | null
  typeId: 'MAC'
  version: number
  macAddresses: string[]
}
/**
 * What is written of a posture check.
 */
export interface MacPostureCheckCreate {
  macAddresses: string[]
  name: string
  roleAttributes?: string[] | null
  tags?: Tags
  typeId: 'MAC'
}
/**
 * What is written of a posture check.
 */
export interface MacPostureCheckPatch {
  macAddresses?: string[]
  name?: string
  roleAttributes?: string[] | null
  tags?: Tags
  typeId: 'MAC'
}
/**
 * What is written of a posture check.
 */
export interface MacPostureCheckReplace {
  macAddresses: string[]
  name: string
  roleAttributes?: string[] | null
  tags?: Tags
  typeId: 'MAC'
}
export interface Mfa {
  _links: Links
  createdAt: string
  id: string
  isVerified: boolean
  provisioningUrl?: string
  recoveryCodes?: string[] | null
  tags?: Tags
  updatedAt: string
}
export interface MfaCode {
  code: string
}
/**
 * What must be true of an endpoint before a service policy lets it through.
 */
export interface MfaPostureCheck {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  name: string
  roleAttributes: string[] | null
  typeId: 'MFA'
  version: number
  ignoreLegacyEndpoints?: boolean
  promptOnUnlock?: boolean
  promptOnWake?: boolean
  timeoutSeconds?: number
}
/**
 * What is written of a posture check.
 */
export interface MfaPostureCheckCreate {
  ignoreLegacyEndpoints?: boolean
  name: string
  promptOnUnlock?: boolean
  promptOnWake?: boolean
  roleAttributes?: string[] | null
  tags?: Tags
  timeoutSeconds?: number
  typeId: 'MFA'
}
/**
 * What is written of a posture check.
 */
export interface MfaPostureCheckPatch {
  ignoreLegacyEndpoints?: boolean
  name?: string
  promptOnUnlock?: boolean
  promptOnWake?: boolean
  roleAttributes?: string[] | null
  tags?: Tags
  timeoutSeconds?: number
  typeId: 'MFA'
}
/**
 * What is written of a posture check.
 */
export interface MfaPostureCheckReplace {
  ignoreLegacyEndpoints?: boolean
  name: string
  promptOnUnlock?: boolean
  promptOnWake?: boolean
  roleAttributes?: string[] | null
  tags?: Tags
  timeoutSeconds?: number
  typeId: 'MFA'
}
export interface NetworkJwt {
  name: string
  token: string
}
/**
 * Releases answer with nothing; the new codes are read with `recoveryCodes`.
 */
export interface NewRecoveryCodes {
  recoveryCodes?: string[]
}
export interface OperatingSystem {
  type: 'Windows' | 'WindowsServer' | 'Android' | 'iOS' | 'Linux' | 'macOS' | (string & {})
  versions: string[] | null
}
export interface OperatingSystemRequirement {
  type: 'Windows' | 'WindowsServer' | 'Android' | 'iOS' | 'Linux' | 'macOS' | (string & {})
  versions: string[]
}
/**
 * What must be true of an endpoint before a service policy lets it through.
 */
export interface OsPostureCheck {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  name: string
  roleAttributes: string[] | null
  typeId: 'OS'
  version: number
  operatingSystems: OperatingSystem[]
}
/**
 * What is written of a posture check.
 */
export interface OsPostureCheckCreate {
  name: string
  operatingSystems: OperatingSystemRequirement[]
  roleAttributes?: string[] | null
  tags?: Tags
  typeId: 'OS'
}
/**
 * What is written of a posture check.
 */
export interface OsPostureCheckPatch {
  name?: string
  operatingSystems?: OperatingSystemRequirement[]
  roleAttributes?: string[] | null
  tags?: Tags
  typeId: 'OS'
}
/**
 * What is written of a posture check.
 */
export interface OsPostureCheckReplace {
  name: string
  operatingSystems: OperatingSystemRequirement[]
  roleAttributes?: string[] | null
  tags?: Tags
  typeId: 'OS'
}
export interface OwnAuthenticatorPatch {
  currentPassword: Password
  password?: Password | null
  tags?: Tags
  username?: Username | null
}
export interface OwnAuthenticatorReplace {
  currentPassword: Password
  password: Password
  tags?: Tags
  username: Username
}
export interface PolicyAdvice {
  commonRouters?: RouterReference[] | null
  identity?: EntityReference
  identityId?: string
  identityRouterCount?: number
  isBindAllowed?: boolean
  isDialAllowed?: boolean
  service?: EntityReference
  serviceId?: string
  serviceRouterCount?: number
}
export interface RouterReference {
  _links?: Links
  entity?: string
  id?: string
  isOnline: boolean
  name?: string
}
/**
 * What must be true of an endpoint before a service policy lets it through.
 */
export interface ProcessPostureCheck {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  name: string
  roleAttributes: string[] | null
  typeId: 'PROCESS'
  version: number
  process: Process
}
export interface Process {
  hashes?: string[] | null
  osType: 'Windows' | 'WindowsServer' | 'Android' | 'iOS' | 'Linux' | 'macOS' | (string & {})
  path: string
  signerFingerprint?: string
}
/**
 * What must be true of an endpoint before a service policy lets it through.
 */
export interface ProcessMultiPostureCheck {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  name: string
  roleAttributes: string[] | null
  typeId: 'PROCESS_MULTI'
  version: number
  processes: ProcessMulti[]
  semantic: 'AllOf' | 'AnyOf' | (string & {})
}
export interface ProcessMulti {
  hashes?: string[]
  osType: 'Windows' | 'WindowsServer' | 'Android' | 'iOS' | 'Linux' | 'macOS' | (string & {})
  path: string
  signerFingerprints?: string[]
}
/**
 * What is written of a posture check.
 */
export interface ProcessPostureCheckCreate {
  name: string
  process: Process
  roleAttributes?: string[] | null
  tags?: Tags
  typeId: 'PROCESS'
}
/**
 * What is written of a posture check.
 */
export interface ProcessMultiPostureCheckCreate {
  name: string
  processes: ProcessMulti[]
  roleAttributes?: string[] | null
  semantic: Semantic
  tags?: Tags
  typeId: 'PROCESS_MULTI'
}
/**
 * What is written of a posture check.
 */
export interface ProcessPostureCheckPatch {
  name?: string
  process?: Process
  roleAttributes?: string[] | null
  tags?: Tags
  typeId: 'PROCESS'
}
/**
 * What is written of a posture check.
 */
export interface ProcessMultiPostureCheckPatch {
  name?: string
  processes?: ProcessMulti[]
  roleAttributes?: string[] | null
  semantic?: Semantic
  tags?: Tags
  typeId: 'PROCESS_MULTI'
}
/**
 * What is written of a posture check.
 */
export interface ProcessPostureCheckReplace {
  name: string
  process: Process
  roleAttributes?: string[] | null
  tags?: Tags
  typeId: 'PROCESS'
}
/**
 * What is written of a posture check.
 */
export interface ProcessMultiPostureCheckReplace {
  name: string
  processes: ProcessMulti[]
  roleAttributes?: string[] | null
  semantic: Semantic
  tags?: Tags
  typeId: 'PROCESS_MULTI'
}
/**
 * A kind of posture check, and the operating systems it works on.
 */
export interface PostureCheckType {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  name: string
  operatingSystems: OperatingSystem[]
  version: string | null
}
export interface PostureData {
  apiSessionPostureData: {
    [k: string]: ApiSessionPostureData
  }
  domain: PostureDataDomain
  mac: PostureDataMac
  os: PostureDataOs
  processes: PostureDataProcess[]
}
export interface PostureDataDomain {
  domain: string | null
  lastUpdatedAt: string | null
  postureCheckId: string
  timedOut: boolean
}
export interface PostureDataMac {
  addresses: string[] | null
  lastUpdatedAt: string | null
  postureCheckId: string
  timedOut: boolean
}
export interface PostureDataOs {
  build: string | null
  lastUpdatedAt: string | null
  postureCheckId: string
  timedOut: boolean
  type: string | null
  version: string | null
}
export interface PostureDataProcess {
  binaryHash?: string
  isRunning?: boolean
  lastUpdatedAt: string
  postureCheckId: string
  signerFingerprints?: string[]
  timedOut: boolean
}
export interface PostureQueries {
  isPassing: boolean
  policyId: string
  policyType?: 'Dial' | 'Bind' | 'Invalid' | (string & {})
  postureQueries: PostureQuery[]
}
export interface PostureQuery {
  _links: Links
  createdAt: string
  id: string
  isPassing: boolean
  process?: PostureQueryProcess
  processes?: PostureQueryProcess[]
  promptGracePeriodSeconds?: number
  promptOnUnlock?: boolean
  promptOnWake?: boolean
  queryType: 'OS' | 'PROCESS' | 'DOMAIN' | 'MAC' | 'MFA' | 'PROCESS_MULTI' | (string & {})
  tags?: Tags
  timeout: number
  timeoutAt?: string | null
  timeoutRemaining: number
  updatedAt: string
}
export interface PostureQueryProcess {
  osType?: 'Windows' | 'WindowsServer' | 'Android' | 'iOS' | 'Linux' | 'macOS' | (string & {})
  path?: string
}
export interface ReEnrollment {
  expiresAt: string
}
export interface RecoveryCodes {
  _links: Links
  createdAt: string
  id: string
  recoveryCodes: string[]
  tags?: Tags
  updatedAt: string
}
/**
 * Releases differ: some answer with the id, some with nothing.
 */
export interface RefreshedEnrollment {
  _links?: Links
  id?: string
}
/**
 * Tokens, sessions or identities that are no longer trusted.
 */
export interface Revocation {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  expiresAt: string
  type: 'JTI' | 'IDENTITY' | 'API_SESSION' | (string & {})
}
/**
 * What is written of a revocation.
 */
export interface RevocationCreate {
  id: string
  tags?: Tags
  type: RevocationType
}
export interface RoleAttributeSourceUsage {
  count: number
  ids?: string[]
}
export interface RoleAttributeUsage {
  roleAttribute: string
  usage: {
    [k: string]: RoleAttributeSourceUsage
  }
}
export interface RoutePath {
  routePath?: string[]
}
/**
 * A router that carries circuits; edge routers are listed as well.
 */
export interface Router {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  configs?: string[] | null
  cost: number
  ctrlChanListeners?: {
    [k: string]: string[]
  }
  disabled: boolean
  enrollmentCreatedAt?: string | null
  enrollmentExpiresAt?: string | null
  enrollmentJwt?: string | null
  enrollmentToken?: string | null
  fingerprint: string | null
  interfaces?: NetworkInterface[] | null
  isOnline: boolean
  isVerified: boolean
  name: string
  noTraversal: boolean
  unverifiedCertPem?: string | null
  unverifiedFingerprint?: string | null
}
/**
 * What is written of a router.
 */
export interface RouterCreate {
  configs?: string[]
  cost?: number | null
  ctrlChanListeners?: {
    [k: string]: string[]
  } | null
  disabled?: boolean | null
  name: string
  noTraversal?: boolean | null
  tags?: Tags
}
/**
 * What is written of a router.
 */
export interface RouterPatch {
  configs?: string[]
  cost?: number | null
  ctrlChanListeners?: {
    [k: string]: string[]
  } | null
  disabled?: boolean | null
  name?: string
  noTraversal?: boolean | null
  tags?: Tags
}
/**
 * What is written of a router.
 */
export interface RouterReplace {
  configs?: string[]
  cost?: number | null
  ctrlChanListeners?: {
    [k: string]: string[]
  } | null
  disabled?: boolean | null
  name: string
  noTraversal?: boolean | null
  tags?: Tags
}
/**
 * What applications bind and dial by its name.
 */
export interface Service {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  config: {
    [k: string]: {
      [k: string]: unknown
    }
  } | null
  configs: string[] | null
  encryptionRequired: boolean
  maxIdleTimeMillis: number
  name: string
  permissions: 'Dial' | 'Bind' | 'Invalid' | (string & {})[] | null
  postureQueries: PostureQueries[]
  roleAttributes: string[] | null
  terminatorStrategy: string
}
export interface ServiceConfig {
  config: EntityReference
  configId: string
  service: EntityReference
  serviceId: string
}
export interface ServiceConfigAssignment {
  configId: string
  serviceId: string
}
/**
 * What is written of a service.
 */
export interface ServiceCreate {
  configs?: string[]
  encryptionRequired: boolean
  maxIdleTimeMillis?: number
  name: string
  roleAttributes?: string[]
  tags?: Tags
  terminatorStrategy?: string
}
/**
 * Over which edge routers a service may be used.
 */
export interface ServiceEdgeRouterPolicy {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  edgeRouterRoles: string[] | null
  edgeRouterRolesDisplay: NamedRole[]
  name: string
  semantic: 'AllOf' | 'AnyOf' | (string & {})
  serviceRoles: string[] | null
  serviceRolesDisplay: NamedRole[]
}
/**
 * What is written of a service edge router policy.
 */
export interface ServiceEdgeRouterPolicyCreate {
  edgeRouterRoles?: string[]
  name: string
  semantic: Semantic
  serviceRoles?: string[]
  tags?: Tags
}
/**
 * What is written of a service edge router policy.
 */
export interface ServiceEdgeRouterPolicyPatch {
  edgeRouterRoles?: string[]
  name?: string
  semantic?: Semantic
  serviceRoles?: string[]
  tags?: Tags
}
/**
 * What is written of a service edge router policy.
 */
export interface ServiceEdgeRouterPolicyReplace {
  edgeRouterRoles?: string[]
  name: string
  semantic: Semantic
  serviceRoles?: string[]
  tags?: Tags
}
/**
 * What is written of a service.
 */
export interface ServicePatch {
  configs?: string[]
  encryptionRequired?: boolean
  maxIdleTimeMillis?: number
  name?: string
  roleAttributes?: string[]
  tags?: Tags
  terminatorStrategy?: string
}
/**
 * Which identities may dial or bind which services, and on which posture.
 */
export interface ServicePolicy {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  identityRoles: string[] | null
  identityRolesDisplay: NamedRole[]
  name: string
  postureCheckRoles: string[] | null
  postureCheckRolesDisplay: NamedRole[]
  semantic: 'AllOf' | 'AnyOf' | (string & {})
  serviceRoles: string[] | null
  serviceRolesDisplay: NamedRole[]
  type: 'Dial' | 'Bind' | (string & {})
}
/**
 * What is written of a service policy.
 */
export interface ServicePolicyCreate {
  identityRoles?: string[]
  name: string
  postureCheckRoles?: string[]
  semantic: Semantic
  serviceRoles?: string[]
  tags?: Tags
  type: PolicyType
}
/**
 * What is written of a service policy.
 */
export interface ServicePolicyPatch {
  identityRoles?: string[]
  name?: string
  postureCheckRoles?: string[]
  semantic?: Semantic
  serviceRoles?: string[]
  tags?: Tags
  type?: PolicyType
}
/**
 * What is written of a service policy.
 */
export interface ServicePolicyReplace {
  identityRoles?: string[]
  name: string
  postureCheckRoles?: string[]
  semantic: Semantic
  serviceRoles?: string[]
  tags?: Tags
  type: PolicyType
}
/**
 * What is written of a service.
 */
export interface ServiceReplace {
  configs?: string[]
  encryptionRequired?: boolean
  maxIdleTimeMillis?: number
  name: string
  roleAttributes?: string[]
  tags?: Tags
  terminatorStrategy?: string
}
/**
 * A service session: the right to dial or bind one service.
 */
export interface Session {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  apiSession: EntityReference
  apiSessionId: string
  edgeRouters: SessionEdgeRouter[]
  identityId: string
  service: EntityReference
  serviceId: string
  servicePolicies?: EntityReference[]
  token: string
  type: 'Dial' | 'Bind' | (string & {})
}
export interface SessionEdgeRouter {
  appData?: Tags
  cost: number | null
  disabled: boolean
  hostname: string
  isOnline: boolean
  name: string
  noTraversal: boolean | null
  supportedProtocols: {
    [k: string]: string
  }
  syncStatus: string
  urls: {
    [k: string]: string
  }
}
export interface Spec {
  _links: Links
  createdAt: string
  id: string
  name: string
  tags?: Tags
  updatedAt: string
}
/**
 * Where circuits of a service end.
 */
export interface Terminator {
  _links: Links
  createdAt: string
  id: string
  tags?: Tags
  updatedAt: string
  address: string
  binding: string
  cost: TerminatorCost
  dynamicCost: TerminatorCost
  identity: string
  precedence: 'default' | 'required' | 'failed' | (string & {})
  router: EntityReference
  routerId: string
  service: EntityReference
  serviceId: string
}
/**
 * What is written of a terminator.
 */
export interface TerminatorCreate {
  address: string
  binding: string
  cost?: TerminatorCost
  identity?: string
  identitySecret?: string
  precedence?: TerminatorPrecedence
  router: string
  service: string
  tags?: Tags
}
/**
 * What is written of a terminator.
 */
export interface TerminatorPatch {
  address?: string
  binding?: string
  cost?: TerminatorCost
  precedence?: TerminatorPrecedence
  router?: string
  service?: string
  tags?: Tags
}
/**
 * What is written of a terminator.
 */
export interface TerminatorReplace {
  address: string
  binding: string
  cost?: TerminatorCost
  precedence?: TerminatorPrecedence
  router: string
  service: string
  tags?: Tags
}
export interface TotpToken {
  issuedAt: string
  token: string
}
export interface Trace {
  channels?: string[]
  duration?: string
  enabled?: boolean
  traceId?: string
}
export interface TraceResult {
  enabled?: boolean
  traceId?: string
  until?: string
}
export interface Version {
  apiVersions?: {
    [k: string]: {
      [k: string]: ApiVersion
    }
  }
  buildDate?: string
  capabilities?: string[]
  revision?: string
  runtimeVersion?: string
  version?: string
}
