// Made by `npm run derive`; do not edit.

/** Values by name that callers add to records. */
export type Tags = {
  [k: string]: string | boolean | number | null
} | null
/** Values by name for applications. */
export type AppData = {
  [k: string]: unknown
} | null
/** Characters that an answer consists of. */
export type AuthQueryFormat = 'numeric' | 'alpha' | 'alphaNumeric'
/** Who answers a query. */
export type AuthQueryProvider = 'ziti' | 'url'
/** What a query asks for. */
export type AuthQueryType = 'MFA' | 'TOTP' | 'EXT-JWT'
/** A password. */
export type Password = string
/** A user name. */
export type Username = string
/** An optional feature of a controller. */
export type Capability = 'OIDC_AUTH' | 'HA_CONTROLLER' | 'OIDC_AUTH_WITH_CSR'
/** Whether all roles must match, or any. */
export type Semantic = 'AllOf' | 'AnyOf'
/** Which token of an issuer applications present. */
export type TargetToken = 'ACCESS' | 'ID' | null
/** The cost of a terminator, from 0 to 65535. */
export type TerminatorCost = number
/** How circuits prefer a terminator to others. */
export type TerminatorPrecedence = 'default' | 'required' | 'failed'
/** The kind of an identity. */
export type IdentityKind = 'User' | 'Device' | 'Service' | 'Router' | 'Default'
/** An operating system. */
export type OsType = 'Windows' | 'WindowsServer' | 'Android' | 'iOS' | 'Linux' | 'macOS'
/** What a service policy allows. */
export type PolicyType = 'Dial' | 'Bind'
/** A condition that an endpoint must meet before a service policy lets it through. */
export type PostureCheck = DomainPostureCheck | MacPostureCheck | MfaPostureCheck | OsPostureCheck | ProcessPostureCheck | ProcessMultiPostureCheck
/** The fields of a posture check to create. */
export type PostureCheckCreate =
  DomainPostureCheckCreate | MacPostureCheckCreate | MfaPostureCheckCreate | OsPostureCheckCreate | ProcessPostureCheckCreate | ProcessMultiPostureCheckCreate
/** The kind of a posture check. */
export type PostureCheckKind = 'OS' | 'PROCESS' | 'DOMAIN' | 'MAC' | 'MFA' | 'PROCESS_MULTI'
/** The fields of a posture check to update. */
export type PostureCheckPatch =
  DomainPostureCheckPatch | MacPostureCheckPatch | MfaPostureCheckPatch | OsPostureCheckPatch | ProcessPostureCheckPatch | ProcessMultiPostureCheckPatch
/** All fields of a posture check to replace. */
export type PostureCheckReplace =
  | DomainPostureCheckReplace
  | MacPostureCheckReplace
  | MfaPostureCheckReplace
  | OsPostureCheckReplace
  | ProcessPostureCheckReplace
  | ProcessMultiPostureCheckReplace
/** What a revocation is about. */
export type RevocationType = 'JTI' | 'IDENTITY' | 'API_SESSION'

/** The address of an API of a controller. */
export interface ApiAddress {
  /** The URL. */
  url?: string
  /** The version. */
  version?: string
}
/** Sessions that callers open by authenticating. A session ends when it is not used for a while. */
export interface ApiSession {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** What the caller must still answer before the session is complete. */
  authQueries: AuthQuery[]
  /** Id of the authenticator that was used. */
  authenticatorId: string
  /** Time of the last request, as far as this controller knows. */
  cachedLastActivityAt?: string
  /** Ids of the config types whose configs services show to this session. */
  configTypes: string[]
  /** The identity. */
  identity: EntityReference
  /** Id of the identity. */
  identityId: string
  /** Whether the client showed a certificate without its chain. */
  improperClientCertChain?: boolean
  /** IP address of the caller. */
  ipAddress: string
  /** Whether the caller should request a new certificate. */
  isCertExtendRequested?: boolean
  /** Whether the caller may request a new certificate. */
  isCertExtendable: boolean
  /** Whether the caller should use a new key for the new certificate. */
  isCertKeyRollRequested?: boolean
  /** Whether the second factor was given. */
  isMfaComplete: boolean
  /** Whether a second factor is required. */
  isMfaRequired: boolean
  /** Time of the last request. */
  lastActivityAt?: string
  /** The secret token. */
  token: string
}
/** Paths of a record and of related lists, by name. */
export interface Links {
  [k: string]: Link
}
/** A path of the API. */
export interface Link {
  /** What the link leads to. */
  comment?: string
  /** The path. */
  href: string
  /** The HTTP method. */
  method?: string
}
/** A question that a caller must answer before its session is complete. */
export interface AuthQuery {
  /** OAuth client id to use at the issuer. */
  clientId?: string | null
  /** Characters that the answer consists of. */
  format?: 'numeric' | 'alpha' | 'alphaNumeric' | (string & {})
  /** HTTP method for the answer. */
  httpMethod?: string
  /** Where the answer is sent. */
  httpUrl?: string
  /** Id of the external JWT signer. */
  id?: string
  /** Whether the identity has enrolled an authenticator app. */
  isTotpEnrolled?: boolean
  /** Maximum length of the answer. */
  maxLength?: number
  /** Minimum length of the answer. */
  minLength?: number
  /** Who answers: the controller or a URL. */
  provider: 'ziti' | 'url' | (string & {})
  /** OAuth scopes to request at the issuer. */
  scopes?: string[] | null
  /** What the caller must provide. */
  typeId?: 'MFA' | 'TOTP' | 'EXT-JWT' | (string & {})
}
/** A record that another one refers to. */
export interface EntityReference {
  /** Paths of the record and of related lists. */
  _links?: Links
  /** Kind of the record. */
  entity?: string
  /** Id of the record. */
  id?: string
  /** Name of the record. */
  name?: string
}
/** Posture data that an endpoint reported in an API session. */
export interface ApiSessionPostureData {
  /** When the endpoint was last unlocked and woken up. */
  endpointState?: PostureDataEndpointState
  /** When the second factor was last given. */
  mfa: PostureDataMfa
  /** The SDK and the application. */
  sdkInfo?: SdkInfo
}
/** When an endpoint was last unlocked and woken up. */
export interface PostureDataEndpointState {
  /** When the endpoint was last unlocked. */
  unlockedAt: string
  /** When the endpoint last woke up. */
  wokenAt: string
}
/** When the second factor of an API session was last given. */
export interface PostureDataMfa {
  /** Id of the API session. */
  apiSessionId: string
  /** When the code was last given. */
  passedAt: string
  /** Whether the code was given. */
  passedMfa: boolean
  /** Whether the code was given after the endpoint was unlocked. */
  passedOnUnlock: boolean
  /** Whether the code was given after the endpoint woke up. */
  passedOnWake: boolean
}
/** The SDK and the application that authenticated. */
export interface SdkInfo {
  /** Id of the application. */
  appId?: string
  /** Version of the application. */
  appVersion?: string
  /** Branch that the SDK was built from. */
  branch?: string
  /** Commit that it was built from. */
  revision?: string
  /** Name of the SDK. */
  type?: string
  /** Version of the SDK. */
  version?: string
}
/** A version of an API. */
export interface ApiVersion {
  /** URLs of the API. */
  apiBaseUrls?: string[]
  /** Path of the API on the server. */
  path: string
  /** The version. */
  version?: string
}
/** How identities may authenticate, and which second factors they need. */
export interface AuthPolicy {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Name, unique among records of its kind. */
  name: string
  /** How identities may authenticate. */
  primary: AuthPolicyPrimary
  /** Which second factors are required. */
  secondary: AuthPolicySecondary
}
/** How identities may authenticate. */
export interface AuthPolicyPrimary {
  /** Authentication with a certificate. */
  cert: AuthPolicyPrimaryCert
  /** Authentication with a token of an external JWT signer. */
  extJwt: AuthPolicyPrimaryExtJwt
  /** Authentication or enrollment with user name and password. */
  updb: AuthPolicyPrimaryUpdb
}
/** Authentication with a certificate. */
export interface AuthPolicyPrimaryCert {
  /** Whether expired certificates are accepted. */
  allowExpiredCerts: boolean
  /** Whether identities may authenticate in this way. */
  allowed: boolean
}
/** Authentication with a token of an external JWT signer. */
export interface AuthPolicyPrimaryExtJwt {
  /** Whether identities may authenticate in this way. */
  allowed: boolean
  /** Ids of the external JWT signers that are accepted; empty for all. */
  allowedSigners: string[]
}
/** Authentication with user name and password, and what passwords need. */
export interface AuthPolicyPrimaryUpdb {
  /** Whether identities may authenticate in this way. */
  allowed: boolean
  /** Minutes for which the identity is locked after too many attempts; 0 for ever. */
  lockoutDurationMinutes: number
  /** Wrong passwords after which the identity is locked; 0 for any number. */
  maxAttempts: number
  /** Minimum length of passwords. */
  minPasswordLength: number
  /** Whether passwords need lower-case and upper-case letters. */
  requireMixedCase: boolean
  /** Whether passwords need a digit. */
  requireNumberChar: boolean
  /** Whether passwords need a character other than letters and digits. */
  requireSpecialChar: boolean
}
/** Which second factors are required. */
export interface AuthPolicySecondary {
  /** Id of the external JWT signer whose token is required as second factor. */
  requireExtJwtSigner?: string | null
  /** Whether a code of an authenticator app is required as second factor. */
  requireTotp: boolean
}
/** The fields of an authentication policy in a request. */
export interface AuthPolicyCreate {
  /** Name, unique among records of its kind. */
  name: string
  /** How identities may authenticate. */
  primary: AuthPolicyPrimary
  /** Which second factors are required. */
  secondary: AuthPolicySecondary
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of an authentication policy in a request. */
export interface AuthPolicyPatch {
  /** Name, unique among records of its kind. */
  name?: string | null
  /** How identities may authenticate. */
  primary?: {
    /** Authentication with a certificate. */
    cert?: {
      /** Whether expired certificates are accepted. */
      allowExpiredCerts?: boolean | null
      /** Whether identities may authenticate in this way. */
      allowed?: boolean | null
    } | null
    /** Authentication with a token of an external JWT signer. */
    extJwt?: {
      /** Whether identities may authenticate in this way. */
      allowed?: boolean | null
      /** Ids of the external JWT signers that are accepted; empty for all. */
      allowedSigners?: string[] | null
    } | null
    /** Authentication or enrollment with user name and password. */
    updb?: {
      /** Whether identities may authenticate in this way. */
      allowed?: boolean | null
      /** Minutes for which the identity is locked after too many attempts; 0 for ever. */
      lockoutDurationMinutes?: number | null
      /** Wrong passwords after which the identity is locked; 0 for any number. */
      maxAttempts?: number | null
      /** Minimum length of passwords. */
      minPasswordLength?: number | null
      /** Whether passwords need lower-case and upper-case letters. */
      requireMixedCase?: boolean | null
      /** Whether passwords need a digit. */
      requireNumberChar?: boolean | null
      /** Whether passwords need a character other than letters and digits. */
      requireSpecialChar?: boolean | null
    } | null
  }
  /** Which second factors are required. */
  secondary?: {
    /** Id of the external JWT signer whose token is required as second factor. */
    requireExtJwtSigner?: string | null
    /** Whether a code of an authenticator app is required as second factor. */
    requireTotp?: boolean | null
  } | null
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of an authentication policy in a request. */
export interface AuthPolicyReplace {
  /** Name, unique among records of its kind. */
  name: string
  /** How identities may authenticate. */
  primary: AuthPolicyPrimary
  /** Which second factors are required. */
  secondary: AuthPolicySecondary
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** What a caller authenticates with, and what it says of itself. */
export interface Authentication {
  /** Ids of the config types whose configs services show to this session. */
  configTypes?: string[]
  /** The machine of the application. */
  envInfo?: EnvInfo
  /** The password. */
  password?: Password
  /** The SDK and the application. */
  sdkInfo?: SdkInfo
  /** The user name. */
  username?: Username
}
/** The machine of an application. */
export interface EnvInfo {
  /** CPU architecture. */
  arch?: string
  /** Windows domain of the endpoint. */
  domain?: string
  /** Name of the machine. */
  hostname?: string
  /** Operating system. */
  os?: string
  /** Release of the operating system. */
  osRelease?: string
  /** Version of the operating system. */
  osVersion?: string
}
/** Passwords and certificates with which identities authenticate. */
export interface Authenticator {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** The certificate in PEM form. */
  certPem?: string
  /** When an administrator requested a new certificate. */
  extendRequestedAt?: string | null
  /** Fingerprint of the certificate, in hexadecimal digits. */
  fingerprint?: string
  /** The identity. */
  identity: EntityReference
  /** Id of the identity. */
  identityId: string
  /** Whether the identity should request a new certificate. */
  isExtendRequested?: boolean
  /** Whether the controller issued the certificate. */
  isIssuedByNetwork?: boolean
  /** Whether the identity should use a new key for the new certificate. */
  isKeyRollRequested?: boolean
  /** Whether the certificate led to a root certificate when it was last used. */
  lastAuthResolvedToRoot?: boolean
  /** Whether the last new certificate has a new key. */
  lastExtendRolledKeys?: boolean
  /** What it is: `updb` for a password, `cert` for a certificate. */
  method: string
  /** The user name. */
  username?: string
}
/** The fields of an authenticator in a request. */
export interface AuthenticatorCreate {
  /** The certificate in PEM form. */
  certPem?: string
  /** Id of the identity. */
  identityId: string
  /** What it is: `updb` for a password, `cert` for a certificate. */
  method: string
  /** The password. */
  password?: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** The user name. */
  username?: string
}
/** The fields of an authenticator in a request. */
export interface AuthenticatorPatch {
  /** The password. */
  password?: Password | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** The user name. */
  username?: Username | null
}
/** The fields of an authenticator in a request. */
export interface AuthenticatorReplace {
  /** The password. */
  password: Password
  /** Values by name, for callers to use. */
  tags?: Tags
  /** The user name. */
  username: Username
}
/** External certificate authorities whose certificates identities may use to enroll or authenticate. */
export interface Ca {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** The certificate in PEM form. */
  certPem: string
  /** Where certificates hold the external id of an identity. */
  externalIdClaim?: ExternalIdClaim
  /** Fingerprint of the certificate, in hexadecimal digits. */
  fingerprint: string
  /** Pattern for the names of identities that enroll, such as `[caName]-[commonName]`. */
  identityNameFormat: string
  /** Identities: `#attribute`, `@id`, or `#all`. */
  identityRoles: string[] | null
  /** Whether identities may authenticate with certificates of this authority. */
  isAuthEnabled: boolean
  /** Whether unknown identities may enroll with certificates of this authority. */
  isAutoCaEnrollmentEnabled: boolean
  /** Whether invited identities may enroll with certificates of this authority. */
  isOttCaEnrollmentEnabled: boolean
  /** Whether it was verified. */
  isVerified: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** Token that a certificate must have as its common name to verify the authority. */
  verificationToken?: string
}
/** Where certificates hold the external id of an identity. */
export interface ExternalIdClaim {
  /** Which one is used if there are several; 0 is the first. */
  index: number | null
  /** Part of the certificate that holds the id. */
  location: 'COMMON_NAME' | 'SAN_URI' | 'SAN_EMAIL' | null | (string & {})
  /** How values are selected. */
  matcher: 'ALL' | 'PREFIX' | 'SUFFIX' | 'SCHEME' | null | (string & {})
  /** What the matcher compares with. */
  matcherCriteria: string | null
  /** How values are split before one is selected. */
  parser: 'NONE' | 'SPLIT' | null | (string & {})
  /** Separator for the parser. */
  parserCriteria: string | null
}
/** The fields of a certificate authority in a request. */
export interface CaCreate {
  /** The certificate in PEM form. */
  certPem: string
  /** Where certificates hold the external id of an identity. */
  externalIdClaim?: ExternalIdClaim
  /** Pattern for the names of identities that enroll, such as `[caName]-[commonName]`. */
  identityNameFormat?: string
  /** Identities: `#attribute`, `@id`, or `#all`. */
  identityRoles: string[]
  /** Whether identities may authenticate with certificates of this authority. */
  isAuthEnabled: boolean
  /** Whether unknown identities may enroll with certificates of this authority. */
  isAutoCaEnrollmentEnabled: boolean
  /** Whether invited identities may enroll with certificates of this authority. */
  isOttCaEnrollmentEnabled: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of a certificate authority in a request. */
export interface CaPatch {
  /** Where certificates hold the external id of an identity. */
  externalIdClaim?: {
    /** Which one is used if there are several; 0 is the first. */
    index?: number | null
    /** Part of the certificate that holds the id. */
    location?: 'COMMON_NAME' | 'SAN_URI' | 'SAN_EMAIL' | null
    /** How values are selected. */
    matcher?: 'ALL' | 'PREFIX' | 'SUFFIX' | 'SCHEME' | null
    /** What the matcher compares with. */
    matcherCriteria?: string | null
    /** How values are split before one is selected. */
    parser?: 'NONE' | 'SPLIT' | null
    /** Separator for the parser. */
    parserCriteria?: string | null
  }
  /** Pattern for the names of identities that enroll, such as `[caName]-[commonName]`. */
  identityNameFormat?: string | null
  /** Identities: `#attribute`, `@id`, or `#all`. */
  identityRoles?: string[]
  /** Whether identities may authenticate with certificates of this authority. */
  isAuthEnabled?: boolean | null
  /** Whether unknown identities may enroll with certificates of this authority. */
  isAutoCaEnrollmentEnabled?: boolean | null
  /** Whether invited identities may enroll with certificates of this authority. */
  isOttCaEnrollmentEnabled?: boolean | null
  /** Name, unique among records of its kind. */
  name?: string | null
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of a certificate authority in a request. */
export interface CaReplace {
  /** Where certificates hold the external id of an identity. */
  externalIdClaim?: ExternalIdClaim
  /** Pattern for the names of identities that enroll, such as `[caName]-[commonName]`. */
  identityNameFormat: string
  /** Identities: `#attribute`, `@id`, or `#all`. */
  identityRoles: string[]
  /** Whether identities may authenticate with certificates of this authority. */
  isAuthEnabled: boolean
  /** Whether unknown identities may enroll with certificates of this authority. */
  isAutoCaEnrollmentEnabled: boolean
  /** Whether invited identities may enroll with certificates of this authority. */
  isOttCaEnrollmentEnabled: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The request for a new client certificate. */
export interface CertificateExtension {
  /** Certificate request for the new client certificate, in PEM form. */
  clientCertCsr: string
}
/** How an identity should renew its certificate. */
export interface CertificateExtensionRequest {
  /** Whether the new certificate should have a new key. */
  rollKeys?: boolean
}
/** The new client certificate, as proof that it has arrived. */
export interface CertificateExtensionVerification {
  /** The client certificate in PEM form. */
  clientCert: string
}
/** Settings that a service passes to the identities that use it. A config type defines their form. */
export interface Config {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** The config type. */
  configType: EntityReference
  /** Id of the config type. */
  configTypeId: string
  /** The settings, as the schema of the config type describes them. */
  data: {}
  /** Name, unique among records of its kind. */
  name: string
}
/** The fields of a config in a request. */
export interface ConfigCreate {
  /** Id of the config type. */
  configTypeId: string
  /** The settings, as the schema of the config type describes them. */
  data: {}
  /** Name, unique among records of its kind. */
  name: string
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of a config in a request. */
export interface ConfigPatch {
  /** The settings, as the schema of the config type describes them. */
  data?: {}
  /** Name, unique among records of its kind. */
  name?: string
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of a config in a request. */
export interface ConfigReplace {
  /** The settings, as the schema of the config type describes them. */
  data: {}
  /** Name, unique among records of its kind. */
  name: string
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** Kinds of configs, each with the JSON Schema that its configs are checked against. */
export interface ConfigType {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Name, unique among records of its kind. */
  name: string
  /** JSON Schema for the data of configs; null for any data. */
  schema: {} | null
  /** What the configs are for. */
  target?: 'service' | 'router' | null | (string & {})
}
/** The fields of a config type in a request. */
export interface ConfigTypeCreate {
  /** Name, unique among records of its kind. */
  name: string
  /** JSON Schema for the data of configs; null for any data. */
  schema?: {}
  /** Values by name, for callers to use. */
  tags?: Tags
  /** What the configs are for. */
  target?: 'service' | 'router' | null
}
/** The fields of a config type in a request. */
export interface ConfigTypePatch {
  /** Name, unique among records of its kind. */
  name?: string
  /** JSON Schema for the data of configs; null for any data. */
  schema?: {}
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of a config type in a request. */
export interface ConfigTypeReplace {
  /** Name, unique among records of its kind. */
  name: string
  /** JSON Schema for the data of configs; null for any data. */
  schema?: {}
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The members of the controller cluster. */
export interface Controller {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Addresses of its APIs, by the name of the API. */
  apiAddresses?: {
    [k: string]: ApiAddress[]
  }
  /** The certificate in PEM form. */
  certPem: string
  /** Control address that routers dial. */
  ctrlAddress?: string | null
  /** Fingerprint of the certificate, in hexadecimal digits. */
  fingerprint: string
  /** Whether it is connected. */
  isOnline: boolean
  /** Whether the cluster prefers this controller as its leader. */
  isPreferredLeader?: boolean
  /** When the controller last joined the cluster. */
  lastJoinedAt: string
  /** Name, unique among records of its kind. */
  name: string
}
/** Settings of one controller or of all. In the API specification, but not served by any release yet. */
export interface ControllerSetting {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Settings of the OpenID Connect provider. */
  oidc?: {
    /** URIs to which users may return after signing out. */
    postLogoutUris?: string[]
    /** URIs to which users may return after signing in. */
    redirectUris?: string[]
  }
}
/** The fields of a controller setting in a request. */
export interface ControllerSettingCreate {
  /** Id of the controller. */
  controllerId: string
  /** Settings of the OpenID Connect provider. */
  oidc?: {
    /** URIs to which users may return after signing out. */
    postLogoutUris?: string[]
    /** URIs to which users may return after signing in. */
    redirectUris?: string[]
  }
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The settings of a controller, with those that hold for all. */
export interface ControllerSettingEffective {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** The settings that the controller uses. */
  effective?: ControllerSettings
  /** Id of the record. */
  id: string
  /** Settings of this controller only. */
  instance?: ControllerSettings
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
}
/** Settings of a controller. */
export interface ControllerSettings {
  /** Settings of the OpenID Connect provider. */
  oidc?: {
    /** URIs to which users may return after signing out. */
    postLogoutUris?: string[]
    /** URIs to which users may return after signing in. */
    redirectUris?: string[]
  }
}
/** The fields of a controller setting in a request. */
export interface ControllerSettingPatch {
  /** Settings of the OpenID Connect provider. */
  oidc?: {
    /** URIs to which users may return after signing out. */
    postLogoutUris?: string[]
    /** URIs to which users may return after signing in. */
    redirectUris?: string[]
  }
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of a controller setting in a request. */
export interface ControllerSettingReplace {
  /** Settings of the OpenID Connect provider. */
  oidc?: {
    /** URIs to which users may return after signing out. */
    postLogoutUris?: string[]
    /** URIs to which users may return after signing in. */
    redirectUris?: string[]
  }
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The id of a new record. */
export interface Created {
  /** Paths of the record and of related lists. */
  _links: Links
  /** Id of the new record. */
  id: string
}
/** The session of the caller. */
export interface CurrentApiSession {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** What the caller must still answer before the session is complete. */
  authQueries: AuthQuery[]
  /** Id of the authenticator that was used. */
  authenticatorId: string
  /** Time of the last request, as far as this controller knows. */
  cachedLastActivityAt?: string
  /** Ids of the config types whose configs services show to this session. */
  configTypes: string[]
  /** Seconds until the session expires without a request. */
  expirationSeconds: number
  /** When it expires (RFC 3339). */
  expiresAt: string
  /** The identity. */
  identity: EntityReference
  /** Id of the identity. */
  identityId: string
  /** Whether the client showed a certificate without its chain. */
  improperClientCertChain?: boolean
  /** IP address of the caller. */
  ipAddress: string
  /** Whether the caller should request a new certificate. */
  isCertExtendRequested?: boolean
  /** Whether the caller may request a new certificate. */
  isCertExtendable: boolean
  /** Whether the caller should use a new key for the new certificate. */
  isCertKeyRollRequested?: boolean
  /** Whether the second factor was given. */
  isMfaComplete: boolean
  /** Whether a second factor is required. */
  isMfaRequired: boolean
  /** Time of the last request. */
  lastActivityAt?: string
  /** The secret token. */
  token: string
}
/** A problem in the database. */
export interface DataIntegrityResult {
  /** What is wrong. */
  description: string
  /** Whether the problem was fixed. */
  fixed: boolean
}
/** The state of a check of the database, and what it found. */
export interface DataIntegrityResults {
  /** When the check ended. */
  endTime: string
  /** Why the check failed; null if it did not. */
  error: string | null
  /** Whether the check fixes problems. */
  fixingErrors: boolean
  /** Whether the check is still running. */
  inProgress: boolean
  /** The problems that were found; null until the check has ended. */
  results: DataIntegrityResult[] | null
  /** When the check started. */
  startTime: string
  /** Whether there are more problems than are listed. */
  tooManyErrors: boolean
}
/** Conditions that an endpoint must meet before a service policy lets it through. */
export interface DomainPostureCheck {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Name, unique among records of its kind. */
  name: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes: string[] | null
  /** Kind of the record, by its id. */
  typeId: 'DOMAIN'
  /** The version. */
  version: number
  /** Windows domains; an endpoint must be in one of them. */
  domains: string[]
}
/** The fields of a posture check in a request. */
export interface DomainPostureCheckCreate {
  /** Windows domains; an endpoint must be in one of them. */
  domains: string[]
  /** Name, unique among records of its kind. */
  name: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'DOMAIN'
}
/** The fields of a posture check in a request. */
export interface DomainPostureCheckPatch {
  /** Windows domains; an endpoint must be in one of them. */
  domains?: string[]
  /** Name, unique among records of its kind. */
  name?: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'DOMAIN'
}
/** The fields of a posture check in a request. */
export interface DomainPostureCheckReplace {
  /** Windows domains; an endpoint must be in one of them. */
  domains: string[]
  /** Name, unique among records of its kind. */
  name: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'DOMAIN'
}
/** Routers that identities connect to. */
export interface EdgeRouter {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Values by name for applications; the controller does not use them. */
  appData?: AppData
  /** The certificate in PEM form. */
  certPem?: string | null
  /** Ids of the configs. */
  configs?: string[] | null
  /** Cost of using it; circuits prefer lower costs. */
  cost: number | null
  /** Groups of each control channel listener, by its address. */
  ctrlChanListeners?: {
    [k: string]: string[]
  }
  /** Whether it is disabled. */
  disabled: boolean
  /** When the open enrollment was created. */
  enrollmentCreatedAt?: string | null
  /** When the open enrollment expires. */
  enrollmentExpiresAt?: string | null
  /** Token of the open enrollment, as a JWT for the router. */
  enrollmentJwt?: string | null
  /** Id in the token of the open enrollment. */
  enrollmentToken?: string | null
  /** Fingerprint of the certificate, in hexadecimal digits. */
  fingerprint?: string | null
  /** Host name that the router reported. */
  hostname: string
  /** Network interfaces of the machine. */
  interfaces?: NetworkInterface[] | null
  /** Whether it is connected. */
  isOnline: boolean
  /** Whether the router may host and dial services as a tunneler. */
  isTunnelerEnabled: boolean
  /** Whether it was verified. */
  isVerified: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** Whether circuits may not pass through the router. */
  noTraversal: boolean | null
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes: string[] | null
  /** Addresses of the edge listeners, by their protocol. */
  supportedProtocols: {
    [k: string]: string
  }
  /** How far the router has synchronized the data of the controller. */
  syncStatus: string
  /** Certificate of a router that has not connected with it yet, in PEM form. */
  unverifiedCertPem?: string | null
  /** Fingerprint of that certificate. */
  unverifiedFingerprint?: string | null
  /** Version of the router. */
  versionInfo?: VersionInfo
}
/** A network interface of a machine. */
export interface NetworkInterface {
  /** IP addresses. */
  addresses?: string[]
  /** MAC address. */
  hardwareAddress: string
  /** Number of the interface. */
  index: number
  /** Whether the interface supports broadcasts. */
  isBroadcast: boolean
  /** Whether it is a loopback interface. */
  isLoopback: boolean
  /** Whether the interface supports multicasts. */
  isMulticast: boolean
  /** Whether the interface can transfer data. */
  isRunning: boolean
  /** Whether the interface is up. */
  isUp: boolean
  /** Maximum size of a packet, in bytes. */
  mtu: number
  /** Name of the interface. */
  name: string
}
/** The version of a program. */
export interface VersionInfo {
  /** CPU architecture. */
  arch: string
  /** When it was built. */
  buildDate: string
  /** Operating system. */
  os: string
  /** Commit that it was built from. */
  revision: string
  /** The version. */
  version: string
}
/** The fields of an edge router in a request. */
export interface EdgeRouterCreate {
  /** Values by name for applications; the controller does not use them. */
  appData?: AppData
  /** Ids of the configs. */
  configs?: string[]
  /** Cost of using it; circuits prefer lower costs. */
  cost?: number | null
  /** Groups of each control channel listener, by its address. */
  ctrlChanListeners?: {
    [k: string]: string[]
  } | null
  /** Whether it is disabled. */
  disabled?: boolean | null
  /** Whether the router may host and dial services as a tunneler. */
  isTunnelerEnabled?: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** Whether circuits may not pass through the router. */
  noTraversal?: boolean | null
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of an edge router in a request. */
export interface EdgeRouterPatch {
  /** Values by name for applications; the controller does not use them. */
  appData?: AppData
  /** Ids of the configs. */
  configs?: string[]
  /** Cost of using it; circuits prefer lower costs. */
  cost?: number | null
  /** Groups of each control channel listener, by its address. */
  ctrlChanListeners?: {
    [k: string]: string[]
  } | null
  /** Whether it is disabled. */
  disabled?: boolean | null
  /** Whether the router may host and dial services as a tunneler. */
  isTunnelerEnabled?: boolean
  /** Name, unique among records of its kind. */
  name?: string | null
  /** Whether circuits may not pass through the router. */
  noTraversal?: boolean | null
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** Which identities may connect to which edge routers. */
export interface EdgeRouterPolicy {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Edge routers: `#attribute`, `@id`, or `#all`. */
  edgeRouterRoles: string[] | null
  /** The edge router roles with their names. */
  edgeRouterRolesDisplay: NamedRole[]
  /** Identities: `#attribute`, `@id`, or `#all`. */
  identityRoles: string[] | null
  /** The identity roles with their names. */
  identityRolesDisplay: NamedRole[]
  /** Whether the controller created the record for its own use. */
  isSystem: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** Whether all roles must match, or any. */
  semantic: 'AllOf' | 'AnyOf' | (string & {})
}
/** A role of a policy with its name. */
export interface NamedRole {
  /** The role with the name of its record instead of the id. */
  name?: string
  /** The role, as policies write it. */
  role?: string
}
/** The fields of an edge router policy in a request. */
export interface EdgeRouterPolicyCreate {
  /** Edge routers: `#attribute`, `@id`, or `#all`. */
  edgeRouterRoles?: string[]
  /** Identities: `#attribute`, `@id`, or `#all`. */
  identityRoles?: string[]
  /** Name, unique among records of its kind. */
  name: string
  /** Whether all roles must match, or any. */
  semantic: Semantic
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of an edge router policy in a request. */
export interface EdgeRouterPolicyPatch {
  /** Edge routers: `#attribute`, `@id`, or `#all`. */
  edgeRouterRoles?: string[]
  /** Identities: `#attribute`, `@id`, or `#all`. */
  identityRoles?: string[]
  /** Name, unique among records of its kind. */
  name?: string
  /** Whether all roles must match, or any. */
  semantic?: Semantic
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of an edge router policy in a request. */
export interface EdgeRouterPolicyReplace {
  /** Edge routers: `#attribute`, `@id`, or `#all`. */
  edgeRouterRoles?: string[]
  /** Identities: `#attribute`, `@id`, or `#all`. */
  identityRoles?: string[]
  /** Name, unique among records of its kind. */
  name: string
  /** Whether all roles must match, or any. */
  semantic: Semantic
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of an edge router in a request. */
export interface EdgeRouterReplace {
  /** Values by name for applications; the controller does not use them. */
  appData?: AppData
  /** Ids of the configs. */
  configs?: string[]
  /** Cost of using it; circuits prefer lower costs. */
  cost?: number | null
  /** Groups of each control channel listener, by its address. */
  ctrlChanListeners?: {
    [k: string]: string[]
  } | null
  /** Whether it is disabled. */
  disabled?: boolean | null
  /** Whether the router may host and dial services as a tunneler. */
  isTunnelerEnabled?: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** Whether circuits may not pass through the router. */
  noTraversal?: boolean | null
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** Open enrollments. Whoever has the token can enroll as the identity or router. */
export interface Enrollment {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** The certificate authority. */
  ca?: EntityReference | null
  /** Id of the certificate authority. */
  caId?: string | null
  /** The edge router that enrolls with it. */
  edgeRouter?: EntityReference
  /** Id of the edge router that enrolls with it. */
  edgeRouterId?: string
  /** When it expires (RFC 3339). */
  expiresAt: string
  /** The identity. */
  identity?: EnrollmentIdentity
  /** Id of the identity. */
  identityId?: string
  /** The enrollment token, as a JWT. */
  jwt?: string
  /** How to enroll, such as `ott` for a token that is used once. */
  method: 'ott' | 'ottca' | 'updb' | 'erott' | 'trott' | (string & {})
  /** The secret token. */
  token: string
  /** The router that enrolls with it. */
  transitRouter?: EntityReference
  /** Id of the router that enrolls with it. */
  transitRouterId?: string
  /** The user name. */
  username?: string
}
/** The identity that an enrollment is for. `urlName` is the name of its kind in paths. */
export interface EnrollmentIdentity {
  /** Paths of the record and of related lists. */
  _links?: Links
  /** Kind of the record. */
  entity?: string
  /** Id of the record. */
  id?: string
  /** Name, unique among records of its kind. */
  name?: string
  /** Name of the list in paths of the API. */
  urlName?: string
}
/** The fields of an enrollment in a request. */
export interface EnrollmentCreate {
  /** Id of the certificate authority. */
  caId?: string | null
  /** When it expires (RFC 3339). */
  expiresAt: string
  /** Id of the identity. */
  identityId: string
  /** How to enroll, such as `ott` for a token that is used once. */
  method: 'ott' | 'ottca' | 'updb'
  /** The user name. */
  username?: string | null
}
/** The new end of an enrollment. */
export interface EnrollmentRefresh {
  /** When it expires (RFC 3339). */
  expiresAt: string
}
/** The new client certificate and the authorities. */
export interface ExtendedCertificates {
  /** The certificate authority. */
  ca?: string
  /** The client certificate in PEM form. */
  clientCert?: string
}
/** External issuers of tokens with which identities may authenticate. */
export interface ExternalJwtSigner {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** The `aud` claim that tokens must have. */
  audience: string
  /** The certificate in PEM form. */
  certPem: string | null
  /** Claim that names the identity; by default `sub`. */
  claimsProperty: string
  /** OAuth client id that applications use at the issuer. */
  clientId: string | null
  /** Common name of the certificate. */
  commonName: string
  /** Whether it is in use. */
  enabled: boolean
  /** Claim with the role attributes of identities that enroll. */
  enrollAttributeClaimsSelector?: string
  /** Id of the authentication policy of identities that enroll. */
  enrollAuthPolicyId?: string
  /** Claim with the name of identities that enroll. */
  enrollNameClaimsSelector?: string
  /** Whether tokens can be used to enroll for a certificate. */
  enrollToCertEnabled?: boolean
  /** Whether tokens can be used to enroll without a certificate. */
  enrollToTokenEnabled?: boolean
  /** Where users sign in at the issuer. */
  externalAuthUrl: string | null
  /** Fingerprint of the signing certificate, in hexadecimal digits. */
  fingerprint: string | null
  /** The `iss` claim that tokens must have. */
  issuer: string
  /** URL of the keys of the issuer. */
  jwksEndpoint: string | null
  /** Id of the key that signs the tokens. */
  kid: string | null
  /** Name, unique among records of its kind. */
  name: string
  /** End of the validity of the certificate. */
  notAfter: string
  /** Start of the validity of the certificate. */
  notBefore: string
  /** OAuth scopes that applications request at the issuer. */
  scopes: string[] | null
  /** Which token applications present: the access token or the id token. */
  targetToken: 'ACCESS' | 'ID' | null | (string & {}) | null
  /** Whether the claim holds the external id of an identity, not its id. */
  useExternalId: boolean
}
/** The fields of an external JWT signer in a request. */
export interface ExternalJwtSignerCreate {
  /** The `aud` claim that tokens must have. */
  audience: string | null
  /** The certificate in PEM form. */
  certPem?: string | null
  /** Claim that names the identity; by default `sub`. */
  claimsProperty?: string | null
  /** OAuth client id that applications use at the issuer. */
  clientId?: string | null
  /** Whether it is in use. */
  enabled: boolean
  /** Claim with the role attributes of identities that enroll. */
  enrollAttributeClaimsSelector?: string
  /** Id of the authentication policy of identities that enroll. */
  enrollAuthPolicyId?: string
  /** Claim with the name of identities that enroll. */
  enrollNameClaimsSelector?: string
  /** Whether tokens can be used to enroll for a certificate. */
  enrollToCertEnabled?: boolean
  /** Whether tokens can be used to enroll without a certificate. */
  enrollToTokenEnabled?: boolean
  /** Where users sign in at the issuer. */
  externalAuthUrl?: string | null
  /** The `iss` claim that tokens must have. */
  issuer: string
  /** URL of the keys of the issuer. */
  jwksEndpoint?: string | null
  /** Id of the key that signs the tokens. */
  kid?: string | null
  /** Name, unique among records of its kind. */
  name: string
  /** OAuth scopes that applications request at the issuer. */
  scopes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Which token applications present: the access token or the id token. */
  targetToken?: (TargetToken | null) | null
  /** Whether the claim holds the external id of an identity, not its id. */
  useExternalId?: boolean | null
}
/** The fields of an external JWT signer in a request. */
export interface ExternalJwtSignerPatch {
  /** The `aud` claim that tokens must have. */
  audience?: string | null
  /** The certificate in PEM form. */
  certPem?: string | null
  /** Claim that names the identity; by default `sub`. */
  claimsProperty?: string | null
  /** OAuth client id that applications use at the issuer. */
  clientId?: string | null
  /** Whether it is in use. */
  enabled?: boolean | null
  /** Claim with the role attributes of identities that enroll. */
  enrollAttributeClaimsSelector?: string | null
  /** Id of the authentication policy of identities that enroll. */
  enrollAuthPolicyId?: string | null
  /** Claim with the name of identities that enroll. */
  enrollNameClaimsSelector?: string | null
  /** Whether tokens can be used to enroll for a certificate. */
  enrollToCertEnabled?: boolean | null
  /** Whether tokens can be used to enroll without a certificate. */
  enrollToTokenEnabled?: boolean | null
  /** Where users sign in at the issuer. */
  externalAuthUrl?: string | null
  /** The `iss` claim that tokens must have. */
  issuer?: string | null
  /** URL of the keys of the issuer. */
  jwksEndpoint?: string | null
  /** Id of the key that signs the tokens. */
  kid?: string | null
  /** Name, unique among records of its kind. */
  name?: string | null
  /** OAuth scopes that applications request at the issuer. */
  scopes?: string[]
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Which token applications present: the access token or the id token. */
  targetToken?: (TargetToken | null) | null
  /** Whether the claim holds the external id of an identity, not its id. */
  useExternalId?: boolean | null
}
/** The fields of an external JWT signer in a request. */
export interface ExternalJwtSignerReplace {
  /** The `aud` claim that tokens must have. */
  audience: string | null
  /** The certificate in PEM form. */
  certPem?: string | null
  /** Claim that names the identity; by default `sub`. */
  claimsProperty?: string | null
  /** OAuth client id that applications use at the issuer. */
  clientId?: string | null
  /** Whether it is in use. */
  enabled: boolean
  /** Claim with the role attributes of identities that enroll. */
  enrollAttributeClaimsSelector?: string | null
  /** Id of the authentication policy of identities that enroll. */
  enrollAuthPolicyId?: string | null
  /** Claim with the name of identities that enroll. */
  enrollNameClaimsSelector?: string | null
  /** Whether tokens can be used to enroll for a certificate. */
  enrollToCertEnabled?: boolean | null
  /** Whether tokens can be used to enroll without a certificate. */
  enrollToTokenEnabled?: boolean | null
  /** Where users sign in at the issuer. */
  externalAuthUrl?: string | null
  /** The `iss` claim that tokens must have. */
  issuer: string
  /** URL of the keys of the issuer. */
  jwksEndpoint?: string | null
  /** Id of the key that signs the tokens. */
  kid?: string | null
  /** Name, unique among records of its kind. */
  name: string
  /** OAuth scopes that applications request at the issuer. */
  scopes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Which token applications present: the access token or the id token. */
  targetToken?: (TargetToken | null) | null
  /** Whether the claim holds the external id of an identity, not its id. */
  useExternalId?: boolean | null
}
/** A request for a service that its policies did not allow. */
export interface FailedServiceRequest {
  /** Id of the API session. */
  apiSessionId?: string
  /** The policies that did not allow it. */
  policyFailures?: PolicyFailure[]
  /** Id of the service. */
  serviceId?: string
  /** Name of the service. */
  serviceName?: string
  /** Whether the session was for dialing or binding. */
  sessionType?: 'Dial' | 'Bind' | (string & {})
  /** When it was requested. */
  when?: string
}
/** A policy that did not allow a request, and why. */
export interface PolicyFailure {
  /** The posture checks that failed. */
  checks?: PostureCheckFailure[]
  /** Id of the policy. */
  policyId?: string
  /** Name of the policy. */
  policyName?: string
}
/** A posture check that an endpoint failed. */
export interface PostureCheckFailure {
  /** Id of the posture check. */
  postureCheckId: string
  /** Name of the posture check. */
  postureCheckName: string
  /** Kind of the posture check. */
  postureCheckType: string
}
/** Persons, devices and programs that authenticate to the network. */
export interface Identity {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Values by name for applications; the controller does not use them. */
  appData?: AppData
  /** The authentication policy. */
  authPolicy: EntityReference
  /** Id of the authentication policy. */
  authPolicyId: string
  /** The authenticators of the identity, by their method. */
  authenticators: IdentityAuthenticators
  /** Cost of terminators that the identity hosts, if the service has no own cost. */
  defaultHostingCost: TerminatorCost
  /** Precedence of terminators that the identity hosts, if the service has no own precedence. */
  defaultHostingPrecedence?: 'default' | 'required' | 'failed' | (string & {})
  /** Whether it is disabled. */
  disabled: boolean
  /** When it was disabled; null if it is not. */
  disabledAt?: string | null
  /** Until when it is disabled; null without an end. */
  disabledUntil?: string | null
  /** Whether the identity is connected to an edge router. */
  edgeRouterConnectionStatus: 'online' | 'offline' | 'unknown' | (string & {})
  /** Open enrollments, by their method. */
  enrollment: IdentityEnrollments
  /** The machine of the application. */
  envInfo: EnvInfo
  /** Id of the identity in another system, which certificates or tokens name. */
  externalId: string | null
  /** Whether the identity has an API session. */
  hasApiSession: boolean
  /** Whether the identity is connected to an edge router. */
  hasEdgeRouterConnection: boolean
  /** Network interfaces of the machine. */
  interfaces?: NetworkInterface[] | null
  /** Whether the identity is an administrator. */
  isAdmin: boolean
  /** Whether it is the administrator that was created with the controller. */
  isDefaultAdmin: boolean
  /** Whether the identity has enrolled a second factor. */
  isMfaEnabled: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** What the caller may do without being an administrator. */
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
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes: string[] | null
  /** The SDK and the application. */
  sdkInfo: SdkInfo
  /** Cost of terminators that the identity hosts, by the id of the service. */
  serviceHostingCosts: {
    [k: string]: TerminatorCost
  }
  /** Precedence of terminators that the identity hosts, by the id of the service. */
  serviceHostingPrecedences: {
    [k: string]: 'default' | 'required' | 'failed' | (string & {})
  }
  /** The identity type. */
  type: EntityReference
  /** Id of the identity type. */
  typeId: string
}
/** The authenticators of an identity, by their method. */
export interface IdentityAuthenticators {
  /** Authentication with a certificate. */
  cert?: {
    /** Fingerprint of the certificate, in hexadecimal digits. */
    fingerprint?: string
    /** Id of the record. */
    id?: string
  }
  /** Authentication or enrollment with user name and password. */
  updb?: {
    /** Id of the record. */
    id?: string
    /** The user name. */
    username?: string
  }
}
/** The open enrollments of an identity, by their method. */
export interface IdentityEnrollments {
  /** Enrollment with a token that is used once. */
  ott?: {
    /** When it expires (RFC 3339). */
    expiresAt?: string
    /** Id of the record. */
    id?: string
    /** The enrollment token, as a JWT. */
    jwt?: string
    /** The secret token. */
    token?: string
  }
  /** Enrollment with a token and a certificate of another authority. */
  ottca?: {
    /** The certificate authority. */
    ca?: EntityReference
    /** Id of the certificate authority. */
    caId?: string
    /** When it expires (RFC 3339). */
    expiresAt?: string
    /** Id of the record. */
    id?: string
    /** The enrollment token, as a JWT. */
    jwt?: string
    /** The secret token. */
    token?: string
  }
  /** Authentication or enrollment with user name and password. */
  updb?: {
    /** When it expires (RFC 3339). */
    expiresAt?: string
    /** Id of the record. */
    id?: string
    /** The enrollment token, as a JWT. */
    jwt?: string
    /** The secret token. */
    token?: string
  }
}
/** The fields of an identity in a request. */
export interface IdentityCreate {
  /** Values by name for applications; the controller does not use them. */
  appData?: AppData
  /** Id of the authentication policy. */
  authPolicyId?: string | null
  /** Cost of terminators that the identity hosts, if the service has no own cost. */
  defaultHostingCost?: TerminatorCost
  /** Precedence of terminators that the identity hosts, if the service has no own precedence. */
  defaultHostingPrecedence?: TerminatorPrecedence
  /** The enrollment to create with the identity. */
  enrollment?: {
    /** Whether to create an enrollment with a token that is used once. */
    ott?: boolean
    /** Id of the certificate authority for an enrollment with a token and its certificate. */
    ottca?: string
    /** User name for an enrollment with a password. */
    updb?: string
  }
  /** Id of the identity in another system, which certificates or tokens name. */
  externalId?: string | null
  /** Whether the identity is an administrator. */
  isAdmin: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** What the caller may do without being an administrator. */
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
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Cost of terminators that the identity hosts, by the id of the service. */
  serviceHostingCosts?: {
    [k: string]: TerminatorCost
  }
  /** Precedence of terminators that the identity hosts, by the id of the service. */
  serviceHostingPrecedences?: {
    [k: string]: TerminatorPrecedence
  }
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the identity. */
  type: IdentityKind
}
/** How long an identity is disabled. */
export interface IdentityDisable {
  /** For how many minutes; 0 without an end. */
  durationMinutes: number
}
/** The fields of an identity in a request. */
export interface IdentityPatch {
  /** Values by name for applications; the controller does not use them. */
  appData?: AppData
  /** Id of the authentication policy. */
  authPolicyId?: string | null
  /** Cost of terminators that the identity hosts, if the service has no own cost. */
  defaultHostingCost?: TerminatorCost
  /** Precedence of terminators that the identity hosts, if the service has no own precedence. */
  defaultHostingPrecedence?: TerminatorPrecedence
  /** Id of the identity in another system, which certificates or tokens name. */
  externalId?: string | null
  /** Whether the identity is an administrator. */
  isAdmin?: boolean | null
  /** Name, unique among records of its kind. */
  name?: string | null
  /** What the caller may do without being an administrator. */
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
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Cost of terminators that the identity hosts, by the id of the service. */
  serviceHostingCosts?: {
    [k: string]: TerminatorCost
  }
  /** Precedence of terminators that the identity hosts, by the id of the service. */
  serviceHostingPrecedences?: {
    [k: string]: TerminatorPrecedence
  }
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the identity. */
  type?: IdentityKind
}
/** The fields of an identity in a request. */
export interface IdentityReplace {
  /** Values by name for applications; the controller does not use them. */
  appData?: AppData
  /** Id of the authentication policy. */
  authPolicyId?: string | null
  /** Cost of terminators that the identity hosts, if the service has no own cost. */
  defaultHostingCost?: TerminatorCost
  /** Precedence of terminators that the identity hosts, if the service has no own precedence. */
  defaultHostingPrecedence?: TerminatorPrecedence
  /** Id of the identity in another system, which certificates or tokens name. */
  externalId?: string | null
  /** Whether the identity is an administrator. */
  isAdmin: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** What the caller may do without being an administrator. */
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
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Cost of terminators that the identity hosts, by the id of the service. */
  serviceHostingCosts?: {
    [k: string]: TerminatorCost
  }
  /** Precedence of terminators that the identity hosts, by the id of the service. */
  serviceHostingPrecedences?: {
    [k: string]: TerminatorPrecedence
  }
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the identity. */
  type: IdentityKind
}
/** The kinds of identities. */
export interface IdentityType {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Name, unique among records of its kind. */
  name?: string
}
/** Conditions that an endpoint must meet before a service policy lets it through. */
export interface MacPostureCheck {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Name, unique among records of its kind. */
  name: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes: string[] | null
  /** Kind of the record, by its id. */
  typeId: 'MAC'
  /** The version. */
  version: number
  /** MAC addresses; an endpoint must have one of them. */
  macAddresses: string[]
}
/** The fields of a posture check in a request. */
export interface MacPostureCheckCreate {
  /** MAC addresses; an endpoint must have one of them. */
  macAddresses: string[]
  /** Name, unique among records of its kind. */
  name: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'MAC'
}
/** The fields of a posture check in a request. */
export interface MacPostureCheckPatch {
  /** MAC addresses; an endpoint must have one of them. */
  macAddresses?: string[]
  /** Name, unique among records of its kind. */
  name?: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'MAC'
}
/** The fields of a posture check in a request. */
export interface MacPostureCheckReplace {
  /** MAC addresses; an endpoint must have one of them. */
  macAddresses: string[]
  /** Name, unique among records of its kind. */
  name: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'MAC'
}
/** The second factor of an identity. */
export interface Mfa {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Whether it was verified. */
  isVerified: boolean
  /** URL with the secret, to show as a QR code for authenticator apps. */
  provisioningUrl?: string
  /** Codes that can each be used once instead of the authenticator app. */
  recoveryCodes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
}
/** A code for the second factor. */
export interface MfaCode {
  /** Code of the authenticator app, or a recovery code. */
  code: string
}
/** Conditions that an endpoint must meet before a service policy lets it through. */
export interface MfaPostureCheck {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Name, unique among records of its kind. */
  name: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes: string[] | null
  /** Kind of the record, by its id. */
  typeId: 'MFA'
  /** The version. */
  version: number
  /** Whether endpoints pass that are too old to report unlocking and waking up. */
  ignoreLegacyEndpoints?: boolean
  /** Whether the code must be given after the endpoint is unlocked. */
  promptOnUnlock?: boolean
  /** Whether the code must be given after the endpoint wakes up. */
  promptOnWake?: boolean
  /** Seconds until a code must be given again; 0 for never. */
  timeoutSeconds?: number
}
/** The fields of a posture check in a request. */
export interface MfaPostureCheckCreate {
  /** Whether endpoints pass that are too old to report unlocking and waking up. */
  ignoreLegacyEndpoints?: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** Whether the code must be given after the endpoint is unlocked. */
  promptOnUnlock?: boolean
  /** Whether the code must be given after the endpoint wakes up. */
  promptOnWake?: boolean
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Seconds until a code must be given again; 0 for never. */
  timeoutSeconds?: number
  /** Kind of the record, by its id. */
  typeId: 'MFA'
}
/** The fields of a posture check in a request. */
export interface MfaPostureCheckPatch {
  /** Whether endpoints pass that are too old to report unlocking and waking up. */
  ignoreLegacyEndpoints?: boolean
  /** Name, unique among records of its kind. */
  name?: string
  /** Whether the code must be given after the endpoint is unlocked. */
  promptOnUnlock?: boolean
  /** Whether the code must be given after the endpoint wakes up. */
  promptOnWake?: boolean
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Seconds until a code must be given again; 0 for never. */
  timeoutSeconds?: number
  /** Kind of the record, by its id. */
  typeId: 'MFA'
}
/** The fields of a posture check in a request. */
export interface MfaPostureCheckReplace {
  /** Whether endpoints pass that are too old to report unlocking and waking up. */
  ignoreLegacyEndpoints?: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** Whether the code must be given after the endpoint is unlocked. */
  promptOnUnlock?: boolean
  /** Whether the code must be given after the endpoint wakes up. */
  promptOnWake?: boolean
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Seconds until a code must be given again; 0 for never. */
  timeoutSeconds?: number
  /** Kind of the record, by its id. */
  typeId: 'MFA'
}
/** A token that describes the network. */
export interface NetworkJwt {
  /** Name of the network. */
  name: string
  /** The token that describes the network, as a JWT. */
  token: string
}
/** Controllers answer without data; `recoveryCodes` shows the new codes. */
export interface NewRecoveryCodes {
  /** Codes that can each be used once instead of the authenticator app. */
  recoveryCodes?: string[]
}
/** An operating system that posture checks know. */
export interface OperatingSystem {
  /** The operating system. */
  type: 'Windows' | 'WindowsServer' | 'Android' | 'iOS' | 'Linux' | 'macOS' | (string & {})
  /** Versions that the controller knows. */
  versions: string[] | null
}
/** An operating system that an endpoint may have. */
export interface OperatingSystemRequirement {
  /** The operating system. */
  type: 'Windows' | 'WindowsServer' | 'Android' | 'iOS' | 'Linux' | 'macOS' | (string & {})
  /** Allowed versions, as ranges such as `>=10.0.0`; empty for all. */
  versions: string[]
}
/** Conditions that an endpoint must meet before a service policy lets it through. */
export interface OsPostureCheck {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Name, unique among records of its kind. */
  name: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes: string[] | null
  /** Kind of the record, by its id. */
  typeId: 'OS'
  /** The version. */
  version: number
  /** Operating systems with their versions. */
  operatingSystems: OperatingSystem[]
}
/** The fields of a posture check in a request. */
export interface OsPostureCheckCreate {
  /** Name, unique among records of its kind. */
  name: string
  /** Operating systems with their versions. */
  operatingSystems: OperatingSystemRequirement[]
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'OS'
}
/** The fields of a posture check in a request. */
export interface OsPostureCheckPatch {
  /** Name, unique among records of its kind. */
  name?: string
  /** Operating systems with their versions. */
  operatingSystems?: OperatingSystemRequirement[]
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'OS'
}
/** The fields of a posture check in a request. */
export interface OsPostureCheckReplace {
  /** Name, unique among records of its kind. */
  name: string
  /** Operating systems with their versions. */
  operatingSystems: OperatingSystemRequirement[]
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'OS'
}
/** What callers may change of their own authenticator. */
export interface OwnAuthenticatorPatch {
  /** The current password. */
  currentPassword: Password
  /** The password. */
  password?: Password | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** The user name. */
  username?: Username | null
}
/** What callers write to replace their own password. */
export interface OwnAuthenticatorReplace {
  /** The current password. */
  currentPassword: Password
  /** The password. */
  password: Password
  /** Values by name, for callers to use. */
  tags?: Tags
  /** The user name. */
  username: Username
}
/** Whether an identity can use a service, and why. */
export interface PolicyAdvice {
  /** Edge routers that both the identity and the service may use. */
  commonRouters?: RouterReference[] | null
  /** The identity. */
  identity?: EntityReference
  /** Id of the identity. */
  identityId?: string
  /** Number of edge routers that the identity may use. */
  identityRouterCount?: number
  /** Whether the identity may bind the service. */
  isBindAllowed?: boolean
  /** Whether the identity may dial the service. */
  isDialAllowed?: boolean
  /** The service. */
  service?: EntityReference
  /** Id of the service. */
  serviceId?: string
  /** Number of edge routers over which the service may be used. */
  serviceRouterCount?: number
}
/** An edge router that another record refers to. */
export interface RouterReference {
  /** Paths of the record and of related lists. */
  _links?: Links
  /** Kind of the record. */
  entity?: string
  /** Id of the record. */
  id?: string
  /** Whether the router is connected. */
  isOnline: boolean
  /** Name, unique among records of its kind. */
  name?: string
}
/** Conditions that an endpoint must meet before a service policy lets it through. */
export interface ProcessPostureCheck {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Name, unique among records of its kind. */
  name: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes: string[] | null
  /** Kind of the record, by its id. */
  typeId: 'PROCESS'
  /** The version. */
  version: number
  /** The process that must be running. */
  process: Process
}
/** A process that must be running. */
export interface Process {
  /** Hashes of the binary that are allowed. */
  hashes?: string[] | null
  /** Operating system for which it holds. */
  osType: 'Windows' | 'WindowsServer' | 'Android' | 'iOS' | 'Linux' | 'macOS' | (string & {})
  /** Path of the binary. */
  path: string
  /** Fingerprint of the certificate that signed the binary. */
  signerFingerprint?: string
}
/** Conditions that an endpoint must meet before a service policy lets it through. */
export interface ProcessMultiPostureCheck {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Name, unique among records of its kind. */
  name: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes: string[] | null
  /** Kind of the record, by its id. */
  typeId: 'PROCESS_MULTI'
  /** The version. */
  version: number
  /** The processes. */
  processes: ProcessMulti[]
  /** Whether all roles must match, or any. */
  semantic: 'AllOf' | 'AnyOf' | (string & {})
}
/** A process that must be running, with all binaries that are allowed. */
export interface ProcessMulti {
  /** Hashes of the binary that are allowed. */
  hashes?: string[]
  /** Operating system for which it holds. */
  osType: 'Windows' | 'WindowsServer' | 'Android' | 'iOS' | 'Linux' | 'macOS' | (string & {})
  /** Path of the binary. */
  path: string
  /** Fingerprints of the certificates that signed the binary. */
  signerFingerprints?: string[]
}
/** The fields of a posture check in a request. */
export interface ProcessPostureCheckCreate {
  /** Name, unique among records of its kind. */
  name: string
  /** The process that must be running. */
  process: Process
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'PROCESS'
}
/** The fields of a posture check in a request. */
export interface ProcessMultiPostureCheckCreate {
  /** Name, unique among records of its kind. */
  name: string
  /** The processes. */
  processes: ProcessMulti[]
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Whether all roles must match, or any. */
  semantic: Semantic
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'PROCESS_MULTI'
}
/** The fields of a posture check in a request. */
export interface ProcessPostureCheckPatch {
  /** Name, unique among records of its kind. */
  name?: string
  /** The process that must be running. */
  process?: Process
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'PROCESS'
}
/** The fields of a posture check in a request. */
export interface ProcessMultiPostureCheckPatch {
  /** Name, unique among records of its kind. */
  name?: string
  /** The processes. */
  processes?: ProcessMulti[]
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Whether all roles must match, or any. */
  semantic?: Semantic
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'PROCESS_MULTI'
}
/** The fields of a posture check in a request. */
export interface ProcessPostureCheckReplace {
  /** Name, unique among records of its kind. */
  name: string
  /** The process that must be running. */
  process: Process
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'PROCESS'
}
/** The fields of a posture check in a request. */
export interface ProcessMultiPostureCheckReplace {
  /** Name, unique among records of its kind. */
  name: string
  /** The processes. */
  processes: ProcessMulti[]
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[] | null
  /** Whether all roles must match, or any. */
  semantic: Semantic
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Kind of the record, by its id. */
  typeId: 'PROCESS_MULTI'
}
/** Kinds of posture checks, each with the operating systems that it works on. */
export interface PostureCheckType {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Name, unique among records of its kind. */
  name: string
  /** Operating systems with their versions. */
  operatingSystems: OperatingSystem[]
  /** The version. */
  version: string | null
}
/** What the endpoints of an identity reported. */
export interface PostureData {
  /** Posture data of each API session, by its id. */
  apiSessionPostureData: {
    [k: string]: ApiSessionPostureData
  }
  /** Windows domain of the endpoint. */
  domain: PostureDataDomain
  /** MAC addresses of the endpoint. */
  mac: PostureDataMac
  /** Operating system. */
  os: PostureDataOs
  /** The processes. */
  processes: PostureDataProcess[]
}
/** The Windows domain that an endpoint reported. */
export interface PostureDataDomain {
  /** Windows domain of the endpoint. */
  domain: string | null
  /** When the endpoint last reported it. */
  lastUpdatedAt: string | null
  /** Id of the posture check. */
  postureCheckId: string
  /** Whether the endpoint did not report in time. */
  timedOut: boolean
}
/** The MAC addresses that an endpoint reported. */
export interface PostureDataMac {
  /** IP addresses. */
  addresses: string[] | null
  /** When the endpoint last reported it. */
  lastUpdatedAt: string | null
  /** Id of the posture check. */
  postureCheckId: string
  /** Whether the endpoint did not report in time. */
  timedOut: boolean
}
/** The operating system that an endpoint reported. */
export interface PostureDataOs {
  /** Build number of the operating system. */
  build: string | null
  /** When the endpoint last reported it. */
  lastUpdatedAt: string | null
  /** Id of the posture check. */
  postureCheckId: string
  /** Whether the endpoint did not report in time. */
  timedOut: boolean
  /** The operating system. */
  type: string | null
  /** Version of the operating system. */
  version: string | null
}
/** A process that an endpoint reported. */
export interface PostureDataProcess {
  /** Hash of the binary of the process. */
  binaryHash?: string
  /** Whether it is running. */
  isRunning?: boolean
  /** When the endpoint last reported it. */
  lastUpdatedAt: string
  /** Id of the posture check. */
  postureCheckId: string
  /** Fingerprints of the certificates that signed the binary. */
  signerFingerprints?: string[]
  /** Whether the endpoint did not report in time. */
  timedOut: boolean
}
/** What a policy asks of the endpoint. */
export interface PostureQueries {
  /** Whether the endpoint passes. */
  isPassing: boolean
  /** Id of the policy. */
  policyId: string
  /** Whether the policy is about dialing or binding. */
  policyType?: 'Dial' | 'Bind' | 'Invalid' | (string & {})
  /** What the posture checks ask of the endpoint. */
  postureQueries: PostureQuery[]
}
/** What a posture check asks of the endpoint. */
export interface PostureQuery {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Whether the endpoint passes. */
  isPassing: boolean
  /** The process that must be running. */
  process?: PostureQueryProcess
  /** The processes. */
  processes?: PostureQueryProcess[]
  /** Seconds that users have to answer a prompt. */
  promptGracePeriodSeconds?: number
  /** Whether the code must be given after the endpoint is unlocked. */
  promptOnUnlock?: boolean
  /** Whether the code must be given after the endpoint wakes up. */
  promptOnWake?: boolean
  /** Kind of the posture check. */
  queryType: 'OS' | 'PROCESS' | 'DOMAIN' | 'MAC' | 'MFA' | 'PROCESS_MULTI' | (string & {})
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Seconds until the answer is too old. */
  timeout: number
  /** When the answer is too old. */
  timeoutAt?: string | null
  /** Seconds that are left until then. */
  timeoutRemaining: number
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
}
/** A process that a posture check asks about. */
export interface PostureQueryProcess {
  /** Operating system for which it holds. */
  osType?: 'Windows' | 'WindowsServer' | 'Android' | 'iOS' | 'Linux' | 'macOS' | (string & {})
  /** Path of the binary. */
  path?: string
}
/** When the new enrollment expires. */
export interface ReEnrollment {
  /** When it expires (RFC 3339). */
  expiresAt: string
}
/** Codes for when the authenticator app is lost. */
export interface RecoveryCodes {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Codes that can each be used once instead of the authenticator app. */
  recoveryCodes: string[]
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
}
/** Some releases answer with the id, others without data. */
export interface RefreshedEnrollment {
  /** Paths of the record and of related lists. */
  _links?: Links
  /** Id of the record. */
  id?: string
}
/** Tokens, sessions or identities that are no longer trusted. */
export interface Revocation {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of what is revoked. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** When it expires (RFC 3339). */
  expiresAt: string
  /** What is revoked. */
  type: 'JTI' | 'IDENTITY' | 'API_SESSION' | (string & {})
}
/** The fields of a revocation in a request. */
export interface RevocationCreate {
  /** Id of what is revoked. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** What is revoked. */
  type: RevocationType
}
/** The records of one kind that have a role attribute. */
export interface RoleAttributeSourceUsage {
  /** How many records have it. */
  count: number
  /** Ids of the records. */
  ids?: string[]
}
/** A role attribute, and where it is used. */
export interface RoleAttributeUsage {
  /** The role attribute. */
  roleAttribute: string
  /** Where the attribute is used, by the kind of record. */
  usage: {
    [k: string]: RoleAttributeSourceUsage
  }
}
/** The routers between an identity and a terminator. */
export interface RoutePath {
  /** Ids of the routers from the identity to the terminator. */
  routePath?: string[]
}
/** Routers that carry circuits, including edge routers. */
export interface Router {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Ids of the configs. */
  configs?: string[] | null
  /** Cost of using it; circuits prefer lower costs. */
  cost: number
  /** Groups of each control channel listener, by its address. */
  ctrlChanListeners?: {
    [k: string]: string[]
  }
  /** Whether it is disabled. */
  disabled: boolean
  /** When the open enrollment was created. */
  enrollmentCreatedAt?: string | null
  /** When the open enrollment expires. */
  enrollmentExpiresAt?: string | null
  /** Token of the open enrollment, as a JWT for the router. */
  enrollmentJwt?: string | null
  /** Id in the token of the open enrollment. */
  enrollmentToken?: string | null
  /** Fingerprint of the certificate, in hexadecimal digits. */
  fingerprint: string | null
  /** Network interfaces of the machine. */
  interfaces?: NetworkInterface[] | null
  /** Whether it is connected. */
  isOnline: boolean
  /** Whether it was verified. */
  isVerified: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** Whether circuits may not pass through the router. */
  noTraversal: boolean
  /** Certificate of a router that has not connected with it yet, in PEM form. */
  unverifiedCertPem?: string | null
  /** Fingerprint of that certificate. */
  unverifiedFingerprint?: string | null
}
/** The fields of a router in a request. */
export interface RouterCreate {
  /** Ids of the configs. */
  configs?: string[]
  /** Cost of using it; circuits prefer lower costs. */
  cost?: number | null
  /** Groups of each control channel listener, by its address. */
  ctrlChanListeners?: {
    [k: string]: string[]
  } | null
  /** Whether it is disabled. */
  disabled?: boolean | null
  /** Name, unique among records of its kind. */
  name: string
  /** Whether circuits may not pass through the router. */
  noTraversal?: boolean | null
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of a router in a request. */
export interface RouterPatch {
  /** Ids of the configs. */
  configs?: string[]
  /** Cost of using it; circuits prefer lower costs. */
  cost?: number | null
  /** Groups of each control channel listener, by its address. */
  ctrlChanListeners?: {
    [k: string]: string[]
  } | null
  /** Whether it is disabled. */
  disabled?: boolean | null
  /** Name, unique among records of its kind. */
  name?: string
  /** Whether circuits may not pass through the router. */
  noTraversal?: boolean | null
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of a router in a request. */
export interface RouterReplace {
  /** Ids of the configs. */
  configs?: string[]
  /** Cost of using it; circuits prefer lower costs. */
  cost?: number | null
  /** Groups of each control channel listener, by its address. */
  ctrlChanListeners?: {
    [k: string]: string[]
  } | null
  /** Whether it is disabled. */
  disabled?: boolean | null
  /** Name, unique among records of its kind. */
  name: string
  /** Whether circuits may not pass through the router. */
  noTraversal?: boolean | null
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** Services that applications bind and dial by name. */
export interface Service {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** The settings of the service's configs, by the name of the config type. */
  config: {
    [k: string]: {
      [k: string]: unknown
    }
  } | null
  /** Ids of the configs. */
  configs: string[] | null
  /** Whether applications must encrypt the data from end to end. */
  encryptionRequired: boolean
  /** Milliseconds after which an idle circuit is closed; 0 for never. */
  maxIdleTimeMillis: number
  /** Name, unique among records of its kind. */
  name: string
  /** What the caller may do with the service: `Dial`, `Bind`. */
  permissions: 'Dial' | 'Bind' | 'Invalid' | (string & {})[] | null
  /** What the posture checks ask of the endpoint. */
  postureQueries: PostureQueries[]
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes: string[] | null
  /** How terminators are selected, such as `smartrouting` or `weighted`. */
  terminatorStrategy: string
}
/** A config that an identity gets for a service instead of the service's own. */
export interface ServiceConfig {
  /** The config. */
  config: EntityReference
  /** Id of the config. */
  configId: string
  /** The service. */
  service: EntityReference
  /** Id of the service. */
  serviceId: string
}
/** Which config an identity gets for a service. */
export interface ServiceConfigAssignment {
  /** Id of the config. */
  configId: string
  /** Id of the service. */
  serviceId: string
}
/** The fields of a service in a request. */
export interface ServiceCreate {
  /** Ids of the configs. */
  configs?: string[]
  /** Whether applications must encrypt the data from end to end. */
  encryptionRequired: boolean
  /** Milliseconds after which an idle circuit is closed; 0 for never. */
  maxIdleTimeMillis?: number
  /** Name, unique among records of its kind. */
  name: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[]
  /** Values by name, for callers to use. */
  tags?: Tags
  /** How terminators are selected, such as `smartrouting` or `weighted`. */
  terminatorStrategy?: string
}
/** Which edge routers a service may be used over. */
export interface ServiceEdgeRouterPolicy {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Edge routers: `#attribute`, `@id`, or `#all`. */
  edgeRouterRoles: string[] | null
  /** The edge router roles with their names. */
  edgeRouterRolesDisplay: NamedRole[]
  /** Name, unique among records of its kind. */
  name: string
  /** Whether all roles must match, or any. */
  semantic: 'AllOf' | 'AnyOf' | (string & {})
  /** Services: `#attribute`, `@id`, or `#all`. */
  serviceRoles: string[] | null
  /** The service roles with their names. */
  serviceRolesDisplay: NamedRole[]
}
/** The fields of a service edge router policy in a request. */
export interface ServiceEdgeRouterPolicyCreate {
  /** Edge routers: `#attribute`, `@id`, or `#all`. */
  edgeRouterRoles?: string[]
  /** Name, unique among records of its kind. */
  name: string
  /** Whether all roles must match, or any. */
  semantic: Semantic
  /** Services: `#attribute`, `@id`, or `#all`. */
  serviceRoles?: string[]
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of a service edge router policy in a request. */
export interface ServiceEdgeRouterPolicyPatch {
  /** Edge routers: `#attribute`, `@id`, or `#all`. */
  edgeRouterRoles?: string[]
  /** Name, unique among records of its kind. */
  name?: string
  /** Whether all roles must match, or any. */
  semantic?: Semantic
  /** Services: `#attribute`, `@id`, or `#all`. */
  serviceRoles?: string[]
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of a service edge router policy in a request. */
export interface ServiceEdgeRouterPolicyReplace {
  /** Edge routers: `#attribute`, `@id`, or `#all`. */
  edgeRouterRoles?: string[]
  /** Name, unique among records of its kind. */
  name: string
  /** Whether all roles must match, or any. */
  semantic: Semantic
  /** Services: `#attribute`, `@id`, or `#all`. */
  serviceRoles?: string[]
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of a service in a request. */
export interface ServicePatch {
  /** Ids of the configs. */
  configs?: string[]
  /** Whether applications must encrypt the data from end to end. */
  encryptionRequired?: boolean
  /** Milliseconds after which an idle circuit is closed; 0 for never. */
  maxIdleTimeMillis?: number
  /** Name, unique among records of its kind. */
  name?: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[]
  /** Values by name, for callers to use. */
  tags?: Tags
  /** How terminators are selected, such as `smartrouting` or `weighted`. */
  terminatorStrategy?: string
}
/** Which identities may dial or bind which services, and which posture checks they must pass. */
export interface ServicePolicy {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Identities: `#attribute`, `@id`, or `#all`. */
  identityRoles: string[] | null
  /** The identity roles with their names. */
  identityRolesDisplay: NamedRole[]
  /** Name, unique among records of its kind. */
  name: string
  /** Posture checks: `#attribute`, `@id`, or `#all`. */
  postureCheckRoles: string[] | null
  /** The posture check roles with their names. */
  postureCheckRolesDisplay: NamedRole[]
  /** Whether all roles must match, or any. */
  semantic: 'AllOf' | 'AnyOf' | (string & {})
  /** Services: `#attribute`, `@id`, or `#all`. */
  serviceRoles: string[] | null
  /** The service roles with their names. */
  serviceRolesDisplay: NamedRole[]
  /** Whether the policy allows dialing or binding. */
  type: 'Dial' | 'Bind' | (string & {})
}
/** The fields of a service policy in a request. */
export interface ServicePolicyCreate {
  /** Identities: `#attribute`, `@id`, or `#all`. */
  identityRoles?: string[]
  /** Name, unique among records of its kind. */
  name: string
  /** Posture checks: `#attribute`, `@id`, or `#all`. */
  postureCheckRoles?: string[]
  /** Whether all roles must match, or any. */
  semantic: Semantic
  /** Services: `#attribute`, `@id`, or `#all`. */
  serviceRoles?: string[]
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Whether the policy allows dialing or binding. */
  type: PolicyType
}
/** The fields of a service policy in a request. */
export interface ServicePolicyPatch {
  /** Identities: `#attribute`, `@id`, or `#all`. */
  identityRoles?: string[]
  /** Name, unique among records of its kind. */
  name?: string
  /** Posture checks: `#attribute`, `@id`, or `#all`. */
  postureCheckRoles?: string[]
  /** Whether all roles must match, or any. */
  semantic?: Semantic
  /** Services: `#attribute`, `@id`, or `#all`. */
  serviceRoles?: string[]
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Whether the policy allows dialing or binding. */
  type?: PolicyType
}
/** The fields of a service policy in a request. */
export interface ServicePolicyReplace {
  /** Identities: `#attribute`, `@id`, or `#all`. */
  identityRoles?: string[]
  /** Name, unique among records of its kind. */
  name: string
  /** Posture checks: `#attribute`, `@id`, or `#all`. */
  postureCheckRoles?: string[]
  /** Whether all roles must match, or any. */
  semantic: Semantic
  /** Services: `#attribute`, `@id`, or `#all`. */
  serviceRoles?: string[]
  /** Values by name, for callers to use. */
  tags?: Tags
  /** Whether the policy allows dialing or binding. */
  type: PolicyType
}
/** The fields of a service in a request. */
export interface ServiceReplace {
  /** Ids of the configs. */
  configs?: string[]
  /** Whether applications must encrypt the data from end to end. */
  encryptionRequired?: boolean
  /** Milliseconds after which an idle circuit is closed; 0 for never. */
  maxIdleTimeMillis?: number
  /** Name, unique among records of its kind. */
  name: string
  /** Role attributes, which policies refer to as `#attribute`. */
  roleAttributes?: string[]
  /** Values by name, for callers to use. */
  tags?: Tags
  /** How terminators are selected, such as `smartrouting` or `weighted`. */
  terminatorStrategy?: string
}
/** Service sessions. Each allows an API session to dial or bind one service. */
export interface Session {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** The API session that it belongs to. */
  apiSession: EntityReference
  /** Id of the API session. */
  apiSessionId: string
  /** Edge routers over which the session can be used. */
  edgeRouters: SessionEdgeRouter[]
  /** Id of the identity. */
  identityId: string
  /** The service. */
  service: EntityReference
  /** Id of the service. */
  serviceId: string
  /** Service policies that allow the session. */
  servicePolicies?: EntityReference[]
  /** The secret token. */
  token: string
  /** Whether the session is for dialing or binding. */
  type: 'Dial' | 'Bind' | (string & {})
}
/** An edge router over which a session can be used. */
export interface SessionEdgeRouter {
  /** Values by name for applications; the controller does not use them. */
  appData?: Tags
  /** Cost of using it; circuits prefer lower costs. */
  cost: number | null
  /** Whether it is disabled. */
  disabled: boolean
  /** Host name of the router. */
  hostname: string
  /** Whether it is connected. */
  isOnline: boolean
  /** Name, unique among records of its kind. */
  name: string
  /** Whether circuits may not pass through the router. */
  noTraversal: boolean | null
  /** Addresses of the edge listeners, by their protocol. */
  supportedProtocols: {
    [k: string]: string
  }
  /** How far the router has synchronized the data of the controller. */
  syncStatus: string
  /** Addresses of the edge listeners, by their protocol. */
  urls: {
    [k: string]: string
  }
}
/** A description of the API. */
export interface Spec {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Name, unique among records of its kind. */
  name: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
}
/** The ends of circuits of services. */
export interface Terminator {
  /** Paths of the record and of related lists. */
  _links: Links
  /** When the record was created (RFC 3339). */
  createdAt: string
  /** Id of the record. */
  id: string
  /** Values by name, for callers to use. */
  tags?: Tags
  /** When the record was last changed (RFC 3339). */
  updatedAt: string
  /** Where circuits end, as the binding understands it. */
  address: string
  /** What ends the circuits, such as `tunnel` or `edge`. */
  binding: string
  /** Cost of using it; circuits prefer lower costs. */
  cost: TerminatorCost
  /** Cost that the controller adds, from failures and open circuits. */
  dynamicCost: TerminatorCost
  /** Instance that callers can address, such as the id of an identity. */
  identity: string
  /** Whether circuits must use it, may use it, or use it only if nothing else is left. */
  precedence: 'default' | 'required' | 'failed' | (string & {})
  /** The router at which circuits end. */
  router: EntityReference
  /** Id of the router. */
  routerId: string
  /** The service whose circuits end here. */
  service: EntityReference
  /** Id of the service. */
  serviceId: string
}
/** The fields of a terminator in a request. */
export interface TerminatorCreate {
  /** Where circuits end, as the binding understands it. */
  address: string
  /** What ends the circuits, such as `tunnel` or `edge`. */
  binding: string
  /** Cost of using it; circuits prefer lower costs. */
  cost?: TerminatorCost
  /** Instance that callers can address, such as the id of an identity. */
  identity?: string
  /** Secret that all hosts of the same instance must know. */
  identitySecret?: string
  /** Whether circuits must use it, may use it, or use it only if nothing else is left. */
  precedence?: TerminatorPrecedence
  /** Id of the router. */
  router: string
  /** Id of the service. */
  service: string
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of a terminator in a request. */
export interface TerminatorPatch {
  /** Where circuits end, as the binding understands it. */
  address?: string
  /** What ends the circuits, such as `tunnel` or `edge`. */
  binding?: string
  /** Cost of using it; circuits prefer lower costs. */
  cost?: TerminatorCost
  /** Whether circuits must use it, may use it, or use it only if nothing else is left. */
  precedence?: TerminatorPrecedence
  /** Id of the router. */
  router?: string
  /** Id of the service. */
  service?: string
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** The fields of a terminator in a request. */
export interface TerminatorReplace {
  /** Where circuits end, as the binding understands it. */
  address: string
  /** What ends the circuits, such as `tunnel` or `edge`. */
  binding: string
  /** Cost of using it; circuits prefer lower costs. */
  cost?: TerminatorCost
  /** Whether circuits must use it, may use it, or use it only if nothing else is left. */
  precedence?: TerminatorPrecedence
  /** Id of the router. */
  router: string
  /** Id of the service. */
  service: string
  /** Values by name, for callers to use. */
  tags?: Tags
}
/** A token that proves the second factor. */
export interface TotpToken {
  /** When the token was issued. */
  issuedAt: string
  /** The secret token. */
  token: string
}
/** What to trace of an identity. */
export interface Trace {
  /** The channels that are traced. */
  channels?: string[]
  /** How long to trace, as a Go duration such as `5m`. */
  duration?: string
  /** Whether to trace. */
  enabled?: boolean
  /** Id of the trace. */
  traceId?: string
}
/** What is traced of an identity. */
export interface TraceResult {
  /** Whether the identity is traced. */
  enabled?: boolean
  /** Id of the trace. */
  traceId?: string
  /** When the trace ends. */
  until?: string
}
/** The version of the controller and of its APIs. */
export interface Version {
  /** The versions of each API, by the name of the API. */
  apiVersions?: {
    [k: string]: {
      [k: string]: ApiVersion
    }
  }
  /** When it was built. */
  buildDate?: string
  /** Optional features of the controller. */
  capabilities?: string[]
  /** Commit that it was built from. */
  revision?: string
  /** Version of Go. */
  runtimeVersion?: string
  /** The version. */
  version?: string
}
