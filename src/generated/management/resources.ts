// Made by `npm run derive`; do not edit.
import type { ListOptions, Listing } from '../../management/client/listing.js'
import type { Call, CallOptions } from '../../management/client/call.js'
import type {
  ApiSession,
  AuthPolicy,
  AuthPolicyCreate,
  AuthPolicyPatch,
  AuthPolicyReplace,
  Authentication,
  Authenticator,
  AuthenticatorCreate,
  AuthenticatorPatch,
  AuthenticatorReplace,
  Ca,
  CaCreate,
  CaPatch,
  CaReplace,
  Capability,
  CertificateExtension,
  CertificateExtensionRequest,
  CertificateExtensionVerification,
  Config,
  ConfigCreate,
  ConfigPatch,
  ConfigReplace,
  ConfigType,
  ConfigTypeCreate,
  ConfigTypePatch,
  ConfigTypeReplace,
  Controller,
  ControllerSetting,
  ControllerSettingCreate,
  ControllerSettingEffective,
  ControllerSettingPatch,
  ControllerSettingReplace,
  Created,
  CurrentApiSession,
  DataIntegrityResults,
  EdgeRouter,
  EdgeRouterCreate,
  EdgeRouterPatch,
  EdgeRouterPolicy,
  EdgeRouterPolicyCreate,
  EdgeRouterPolicyPatch,
  EdgeRouterPolicyReplace,
  EdgeRouterReplace,
  Enrollment,
  EnrollmentCreate,
  EnrollmentRefresh,
  ExtendedCertificates,
  ExternalJwtSigner,
  ExternalJwtSignerCreate,
  ExternalJwtSignerPatch,
  ExternalJwtSignerReplace,
  FailedServiceRequest,
  Identity,
  IdentityCreate,
  IdentityDisable,
  IdentityPatch,
  IdentityReplace,
  IdentityType,
  Mfa,
  MfaCode,
  NetworkJwt,
  NewRecoveryCodes,
  OwnAuthenticatorPatch,
  OwnAuthenticatorReplace,
  PolicyAdvice,
  PostureCheck,
  PostureCheckCreate,
  PostureCheckPatch,
  PostureCheckReplace,
  PostureCheckType,
  PostureData,
  ReEnrollment,
  RecoveryCodes,
  RefreshedEnrollment,
  Revocation,
  RevocationCreate,
  RoleAttributeUsage,
  RoutePath,
  Router,
  RouterCreate,
  RouterPatch,
  RouterReplace,
  Service,
  ServiceConfig,
  ServiceConfigAssignment,
  ServiceCreate,
  ServiceEdgeRouterPolicy,
  ServiceEdgeRouterPolicyCreate,
  ServiceEdgeRouterPolicyPatch,
  ServiceEdgeRouterPolicyReplace,
  ServicePatch,
  ServicePolicy,
  ServicePolicyCreate,
  ServicePolicyPatch,
  ServicePolicyReplace,
  ServiceReplace,
  Session,
  Spec,
  Terminator,
  TerminatorCreate,
  TerminatorPatch,
  TerminatorReplace,
  TotpToken,
  Trace,
  TraceResult,
  Version,
} from './shapes.js'

/** The fields of an API session that filters and sorting take, with their kinds. */
export type ApiSessionSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; token: 'text'; identity: 'text'; lastActivityAt: 'date'; authenticator: 'text'; ipAddress: 'text'; mfaComplete: 'boolean'; mfaRequired: 'boolean'; improperClientCertChain: 'boolean' }

/** The fields of an authentication policy that filters and sorting take, with their kinds. */
export type AuthPolicySymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; 'primary.cert.allowed': 'boolean'; 'primary.cert.allowExpiredCerts': 'boolean'; 'primary.updb.allowed': 'boolean'; 'primary.updb.minPasswordLength': 'number'; 'primary.updb.requireSpecialChar': 'boolean'; 'primary.updb.requireNumberChar': 'boolean'; 'primary.updb.requireMixedCase': 'boolean'; 'primary.updb.maxAttempts': 'number'; 'primary.extJwt.allowed': 'boolean'; 'secondary.requireTotp': 'boolean'; 'secondary.requireExtJwtSigner': 'text' }

/** The fields of an authenticator that filters and sorting take, with their kinds. */
export type AuthenticatorSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; method: 'text'; identity: 'text'; certFingerprint: 'text'; certPem: 'text'; updbUsername: 'text'; updbPassword: 'text'; updbSalt: 'text'; isIssuedByNetwork: 'boolean'; isExtendRequested: 'boolean'; extendRequestedAt: 'date'; isKeyRollRequested: 'boolean'; lastAuthResolvedToRoot: 'boolean'; lastExtendRolledKeys: 'boolean'; publicKeyPrint: 'text' }

/** The fields of a certificate authority that filters and sorting take, with their kinds. */
export type CaSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; fingerprint: 'text'; isVerified: 'boolean'; verificationToken: 'text'; isAutoCaEnrollmentEnabled: 'boolean'; isOttCaEnrollmentEnabled: 'boolean'; isAuthEnabled: 'boolean' }

/** The fields of a config type that filters and sorting take, with their kinds. */
export type ConfigTypeSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; schema: 'map' }

/** The fields of a config that filters and sorting take, with their kinds. */
export type ConfigSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; type: 'text' }

/** The fields of a controller that filters and sorting take, with their kinds. */
export type ControllerSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; certPem: 'text'; ctrlAddress: 'text'; fingerprint: 'text'; isOnline: 'boolean'; isPreferredLeader: 'boolean'; lastJoinedAt: 'date' }

/** The fields of an edge router policy that filters and sorting take, with their kinds. */
export type EdgeRouterPolicySymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; semantic: 'text'; identityRoles: 'set'; edgeRouterRoles: 'set' }

/** The fields of an edge router that filters and sorting take, with their kinds. */
export type EdgeRouterSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; fingerprint: 'text'; cost: 'number'; noTraversal: 'boolean'; disabled: 'boolean'; roleAttributes: 'set'; isVerified: 'boolean'; isTunnelerEnabled: 'boolean'; connected: 'boolean'; online: 'boolean'; ctrlChanListeners: 'map' }

/** The fields of an enrollment that filters and sorting take, with their kinds. */
export type EnrollmentSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; token: 'text'; identity: 'text'; edgeRouter: 'text'; transitRouter: 'text'; caId: 'text' }

/** The fields of an external JWT signer that filters and sorting take, with their kinds. */
export type ExternalJwtSignerSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; issuer: 'text'; kid: 'text'; fingerprint: 'text'; certPem: 'text'; commonName: 'text'; notAfter: 'date'; notBefore: 'date'; enabled: 'boolean'; claimsProperty: 'text'; useExternalId: 'boolean'; audience: 'text'; clientId: 'text'; scopes: 'set'; targetToken: 'text'; enrollAttributeClaimsSelector: 'text'; enrollAuthPolicyId: 'text'; enrollNameClaimsSelector: 'text'; enrollToCertEnabled: 'boolean'; enrollToTokenEnabled: 'boolean' }

/** The fields of an identity that filters and sorting take, with their kinds. */
export type IdentitySymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; roleAttributes: 'set'; externalId: 'text'; type: 'text'; authPolicyId: 'text'; isAdmin: 'boolean'; isDefaultAdmin: 'boolean' }

/** The fields of an identity type that filters and sorting take, with their kinds. */
export type IdentityTypeSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text' }

/** The fields of a posture check type that filters and sorting take, with their kinds. */
export type PostureCheckTypeSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text' }

/** The fields of a posture check that filters and sorting take, with their kinds. */
export type PostureCheckSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; typeId: 'text'; roleAttributes: 'set'; promptOnWake: 'boolean'; promptOnUnlock: 'boolean' }

/** The fields of a revocation that filters and sorting take, with their kinds. */
export type RevocationSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; expiresAt: 'date'; issuedBefore: 'date'; type: 'text' }

/** The fields of a transit router that filters and sorting take, with their kinds. */
export type RouterSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; fingerprint: 'text'; cost: 'number'; noTraversal: 'boolean'; disabled: 'boolean'; ctrlChanListeners: 'map' }

/** The fields of a service edge router policy that filters and sorting take, with their kinds. */
export type ServiceEdgeRouterPolicySymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; semantic: 'text'; serviceRoles: 'set'; edgeRouterRoles: 'set' }

/** The fields of a service policy that filters and sorting take, with their kinds. */
export type ServicePolicySymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; type: 'text'; semantic: 'text'; identityRoles: 'set'; serviceRoles: 'set'; postureCheckRoles: 'set'; identities: 'set'; services: 'set' }

/** The fields of a service that filters and sorting take, with their kinds. */
export type ServiceSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; name: 'text'; terminatorStrategy: 'text'; roleAttributes: 'set'; configs: 'set' }

/** The fields of a session that filters and sorting take, with their kinds. */
export type SessionSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; apiSession: 'text'; service: 'text'; token: 'text'; type: 'text' }

/** The fields of a terminator that filters and sorting take, with their kinds. */
export type TerminatorSymbols = { id: 'text'; createdAt: 'date'; updatedAt: 'date'; tags: 'map'; isSystem: 'boolean'; service: 'text'; 'service.name': 'text'; router: 'text'; 'router.name': 'text'; address: 'text'; binding: 'text'; hostId: 'text'; instanceId: 'text'; sourceCtrl: 'text' }

/** The calls of `client.apiSessions`. */
export type ApiSessionsOperations = {
  /** Lists API sessions. `GET /api-sessions` */
  list(options?: ListOptions<ApiSessionSymbols>): Listing<ApiSession>
  /** Shows a API session. `GET /api-sessions/{id}` */
  get(id: string, options?: CallOptions): Call<ApiSession>
  /** Deletes a API session. `DELETE /api-sessions/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
}

/** The calls of `client.authPolicies`. */
export type AuthPoliciesOperations = {
  /** Lists authentication policies. `GET /auth-policies` */
  list(options?: ListOptions<AuthPolicySymbols>): Listing<AuthPolicy>
  /** Creates an authentication policy. `POST /auth-policies` */
  create(body: AuthPolicyCreate, options?: CallOptions): Call<Created>
  /** Shows an authentication policy. `GET /auth-policies/{id}` */
  get(id: string, options?: CallOptions): Call<AuthPolicy>
  /** Replaces an authentication policy. Fields that are not given are reset. `PUT /auth-policies/{id}` */
  replace(id: string, body: AuthPolicyReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of an authentication policy. `PATCH /auth-policies/{id}` */
  patch(id: string, body: AuthPolicyPatch, options?: CallOptions): Call<void>
  /** Deletes an authentication policy. `DELETE /auth-policies/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
}

/** The calls of `client.authentication`. */
export type AuthenticationOperations = {
  /** Opens an API session. `POST /authenticate` */
  authenticate(body: Authentication | undefined, options: CallOptions & { method: 'password' | 'cert' | 'ext-jwt' }): Call<CurrentApiSession>
  /** Completes a session with the second factor: a one-time code or a recovery code. `POST /authenticate/mfa` */
  authenticateMfa(body: MfaCode, options?: CallOptions): Call<void>
}

/** The calls of `client.authenticators`. */
export type AuthenticatorsOperations = {
  /** Lists authenticators. `GET /authenticators` */
  list(options?: ListOptions<AuthenticatorSymbols>): Listing<Authenticator>
  /** Creates an authenticator. `POST /authenticators` */
  create(body: AuthenticatorCreate, options?: CallOptions): Call<Created>
  /** Shows an authenticator. `GET /authenticators/{id}` */
  get(id: string, options?: CallOptions): Call<Authenticator>
  /** Replaces an authenticator. Fields that are not given are reset. `PUT /authenticators/{id}` */
  replace(id: string, body: AuthenticatorReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of an authenticator. `PATCH /authenticators/{id}` */
  patch(id: string, body: AuthenticatorPatch, options?: CallOptions): Call<void>
  /** Deletes an authenticator. `DELETE /authenticators/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** Deletes an authenticator and creates an enrollment of the same kind. `POST /authenticators/{id}/re-enroll` */
  reEnroll(id: string, body: ReEnrollment, options?: CallOptions): Call<Created>
  /** Asks the holder of a certificate to renew it. `POST /authenticators/{id}/request-extend` */
  requestExtension(id: string, body: CertificateExtensionRequest, options?: CallOptions): Call<void>
}

/** The calls of `client.cas`. */
export type CasOperations = {
  /** Lists certificate authorities. `GET /cas` */
  list(options?: ListOptions<CaSymbols>): Listing<Ca>
  /** Creates a certificate authority. `POST /cas` */
  create(body: CaCreate, options?: CallOptions): Call<Created>
  /** Shows a certificate authority. `GET /cas/{id}` */
  get(id: string, options?: CallOptions): Call<Ca>
  /** Replaces a certificate authority. Fields that are not given are reset. `PUT /cas/{id}` */
  replace(id: string, body: CaReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of a certificate authority. `PATCH /cas/{id}` */
  patch(id: string, body: CaPatch, options?: CallOptions): Call<void>
  /** Deletes a certificate authority. `DELETE /cas/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** Shows the enrollment token for holders of certificates of this authority. `GET /cas/{id}/jwt` */
  jwt(id: string, options?: CallOptions): Call<string>
  /** Verifies an authority with a certificate that it signed and whose common name is the verification token. `POST /cas/{id}/verify` */
  verify(id: string, text: string, options?: CallOptions): Call<void>
}

/** The calls of `client.configTypes`. */
export type ConfigTypesOperations = {
  /** Lists config types. `GET /config-types` */
  list(options?: ListOptions<ConfigTypeSymbols>): Listing<ConfigType>
  /** Creates a config type. `POST /config-types` */
  create(body: ConfigTypeCreate, options?: CallOptions): Call<Created>
  /** Shows a config type. `GET /config-types/{id}` */
  get(id: string, options?: CallOptions): Call<ConfigType>
  /** Replaces a config type. Fields that are not given are reset. `PUT /config-types/{id}` */
  replace(id: string, body: ConfigTypeReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of a config type. `PATCH /config-types/{id}` */
  patch(id: string, body: ConfigTypePatch, options?: CallOptions): Call<void>
  /** Deletes a config type. `DELETE /config-types/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** Lists the configs of a config type. `GET /config-types/{id}/configs` */
  configs(id: string, options?: ListOptions<ConfigSymbols>): Listing<Config>
}

/** The calls of `client.configs`. */
export type ConfigsOperations = {
  /** Lists configs. `GET /configs` */
  list(options?: ListOptions<ConfigSymbols>): Listing<Config>
  /** Creates a config. `POST /configs` */
  create(body: ConfigCreate, options?: CallOptions): Call<Created>
  /** Shows a config. `GET /configs/{id}` */
  get(id: string, options?: CallOptions): Call<Config>
  /** Replaces a config. Fields that are not given are reset. `PUT /configs/{id}` */
  replace(id: string, body: ConfigReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of a config. `PATCH /configs/{id}` */
  patch(id: string, body: ConfigPatch, options?: CallOptions): Call<void>
  /** Deletes a config. `DELETE /configs/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** Lists the services of a config. `GET /configs/{id}/services` */
  services(id: string, options?: ListOptions<ServiceSymbols>): Listing<Service>
}

/** The calls of `client.controllerSettings`. */
export type ControllerSettingsOperations = {
  /** Lists controller settings. `GET /controller-settings` */
  list(options?: ListOptions<{ id: 'text' }>): Listing<ControllerSetting>
  /** Creates a controller setting. `POST /controller-settings` */
  create(body: ControllerSettingCreate, options?: CallOptions): Call<Created>
  /** Shows a controller setting. `GET /controller-settings/{id}` */
  get(id: string, options?: CallOptions): Call<ControllerSetting>
  /** Shows the settings that apply to a controller, including those that it inherits. `GET /controller-settings/{id}/effective` */
  effective(id: string, options?: CallOptions): Call<ControllerSettingEffective>
  /** Replaces a setting. `PUT /controller-settings/{id}/effective` */
  replace(id: string, body: ControllerSettingReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of a setting. `PATCH /controller-settings/{id}/effective` */
  patch(id: string, body: ControllerSettingPatch, options?: CallOptions): Call<void>
  /** Deletes a setting. `DELETE /controller-settings/{id}/effective` */
  delete(id: string, options?: CallOptions): Call<void>
}

/** The calls of `client.controllers`. */
export type ControllersOperations = {
  /** Lists controllers. `GET /controllers` */
  list(options?: ListOptions<ControllerSymbols>): Listing<Controller>
}

/** The calls of `client.currentApiSession`. */
export type CurrentApiSessionOperations = {
  /** Shows the session of this request. `GET /current-api-session` */
  get(options?: CallOptions): Call<CurrentApiSession>
  /** Ends the session of this request. `DELETE /current-api-session` */
  delete(options?: CallOptions): Call<void>
  /** Creates a token that proves the second factor to other APIs. `POST /current-api-session/totp-token` */
  createTotpToken(body: MfaCode, options?: CallOptions): Call<TotpToken>
}

/** The calls of `client.currentIdentity`. */
export type CurrentIdentityOperations = {
  /** Shows the identity of the caller. `GET /current-identity` */
  get(options?: CallOptions): Call<Identity>
  /** Lists the authenticators of a current identity. `GET /current-identity/authenticators` */
  authenticators(options?: ListOptions<AuthenticatorSymbols>): Listing<Authenticator>
  /** Shows an authenticator of the caller. `GET /current-identity/authenticators/{id}` */
  authenticator(id: string, options?: CallOptions): Call<Authenticator>
  /** Replaces the user name and password of the caller. `PUT /current-identity/authenticators/{id}` */
  replaceAuthenticator(id: string, body: OwnAuthenticatorReplace, options?: CallOptions): Call<void>
  /** Updates the user name or password of the caller. `PATCH /current-identity/authenticators/{id}` */
  patchAuthenticator(id: string, body: OwnAuthenticatorPatch, options?: CallOptions): Call<void>
  /** Requests a new certificate for the caller. The old one stays valid until the new one is verified. `POST /current-identity/authenticators/{id}/extend` */
  extendAuthenticator(id: string, body: CertificateExtension, options?: CallOptions): Call<ExtendedCertificates>
  /** Confirms a new certificate and revokes the old one. `POST /current-identity/authenticators/{id}/extend-verify` */
  verifyExtendedAuthenticator(id: string, body: CertificateExtensionVerification, options?: CallOptions): Call<void>
  /** Shows the state of the caller's second factor. `GET /current-identity/mfa` */
  mfa(options?: CallOptions): Call<Mfa>
  /** Starts to set up a second factor for the caller. `POST /current-identity/mfa` */
  enrollMfa(options?: CallOptions): Call<Created>
  /** Removes the caller's second factor. `DELETE /current-identity/mfa` */
  removeMfa(options?: CallOptions & { mfaValidationCode?: string }): Call<void>
  /** Shows the provisioning URL as a QR code (PNG), until the second factor is verified. `GET /current-identity/mfa/qr-code` */
  mfaQrCode(options?: CallOptions): Call<Uint8Array>
  /** Shows the recovery codes that have not been used yet. `GET /current-identity/mfa/recovery-codes` */
  recoveryCodes(options?: CallOptions & { mfaValidationCode?: string }): Call<RecoveryCodes>
  /** Replaces all recovery codes. `POST /current-identity/mfa/recovery-codes` */
  createRecoveryCodes(body: MfaCode, options?: CallOptions): Call<NewRecoveryCodes>
  /** Completes the setup of the second factor with a code. `POST /current-identity/mfa/verify` */
  verifyMfa(body: MfaCode, options?: CallOptions): Call<void>
}

/** The calls of `client.database`. */
export type DatabaseOperations = {
  /** Starts to check the database for broken references. Only one check runs at a time. `POST /database/check-data-integrity` */
  checkDataIntegrity(options?: CallOptions): Call<void>
  /** Shows what the last check has found so far. `GET /database/data-integrity-results` */
  dataIntegrityResults(options?: CallOptions): Call<DataIntegrityResults>
  /** Starts to check the database for broken references and fixes them. Only one check runs at a time. `POST /database/fix-data-integrity` */
  fixDataIntegrity(options?: CallOptions): Call<void>
  /** Writes a copy of the database next to it, at most once a minute. `POST /database/snapshot` */
  createSnapshot(options?: CallOptions): Call<void>
}

/** The calls of `client.edgeRouterPolicies`. */
export type EdgeRouterPoliciesOperations = {
  /** Lists edge router policies. `GET /edge-router-policies` */
  list(options?: ListOptions<EdgeRouterPolicySymbols>): Listing<EdgeRouterPolicy>
  /** Creates an edge router policy. `POST /edge-router-policies` */
  create(body: EdgeRouterPolicyCreate, options?: CallOptions): Call<Created>
  /** Shows an edge router policy. `GET /edge-router-policies/{id}` */
  get(id: string, options?: CallOptions): Call<EdgeRouterPolicy>
  /** Replaces an edge router policy. Fields that are not given are reset. `PUT /edge-router-policies/{id}` */
  replace(id: string, body: EdgeRouterPolicyReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of an edge router policy. `PATCH /edge-router-policies/{id}` */
  patch(id: string, body: EdgeRouterPolicyPatch, options?: CallOptions): Call<void>
  /** Deletes an edge router policy. `DELETE /edge-router-policies/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** Lists the edge routers of an edge router policy. `GET /edge-router-policies/{id}/edge-routers` */
  edgeRouters(id: string, options?: ListOptions<EdgeRouterSymbols>): Listing<EdgeRouter>
  /** Lists the identities of an edge router policy. `GET /edge-router-policies/{id}/identities` */
  identities(id: string, options?: ListOptions<IdentitySymbols>): Listing<Identity>
}

/** The calls of `client.edgeRouters`. */
export type EdgeRoutersOperations = {
  /** Lists edge routers. `GET /edge-routers` */
  list(options?: ListOptions<EdgeRouterSymbols> & { roleFilter?: string[]; roleSemantic?: string }): Listing<EdgeRouter>
  /** Creates an edge router. `POST /edge-routers` */
  create(body: EdgeRouterCreate, options?: CallOptions): Call<Created>
  /** Shows an edge router. `GET /edge-routers/{id}` */
  get(id: string, options?: CallOptions): Call<EdgeRouter>
  /** Replaces an edge router. Fields that are not given are reset. `PUT /edge-routers/{id}` */
  replace(id: string, body: EdgeRouterReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of an edge router. `PATCH /edge-routers/{id}` */
  patch(id: string, body: EdgeRouterPatch, options?: CallOptions): Call<void>
  /** Deletes an edge router. `DELETE /edge-routers/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** Lists the edge router policies of an edge router. `GET /edge-routers/{id}/edge-router-policies` */
  edgeRouterPolicies(id: string, options?: ListOptions<EdgeRouterPolicySymbols>): Listing<EdgeRouterPolicy>
  /** Lists the identities of an edge router. `GET /edge-routers/{id}/identities` */
  identities(id: string, options?: ListOptions<IdentitySymbols>): Listing<Identity>
  /** Revokes the certificate of an edge router and issues a new enrollment token. `POST /edge-routers/{id}/re-enroll` */
  reEnroll(id: string, options?: CallOptions): Call<void>
  /** Lists the service edge router policies of an edge router. `GET /edge-routers/{id}/service-edge-router-policies` */
  serviceEdgeRouterPolicies(id: string, options?: ListOptions<ServiceEdgeRouterPolicySymbols>): Listing<ServiceEdgeRouterPolicy>
  /** Lists the services of an edge router. `GET /edge-routers/{id}/services` */
  services(id: string, options?: ListOptions<ServiceSymbols>): Listing<Service>
}

/** The calls of `client.enrollments`. */
export type EnrollmentsOperations = {
  /** Lists enrollments. `GET /enrollments` */
  list(options?: ListOptions<EnrollmentSymbols>): Listing<Enrollment>
  /** Creates an enrollment. `POST /enrollments` */
  create(body: EnrollmentCreate, options?: CallOptions): Call<Created>
  /** Shows an enrollment. `GET /enrollments/{id}` */
  get(id: string, options?: CallOptions): Call<Enrollment>
  /** Deletes an enrollment. `DELETE /enrollments/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** Issues a new enrollment token with a new expiry and invalidates the old one. `POST /enrollments/{id}/refresh` */
  refresh(id: string, body: EnrollmentRefresh, options?: CallOptions): Call<RefreshedEnrollment>
  /** Lists tokens with which identities can find the network without knowing an address. `GET /network-jwts` */
  networkJwts(options?: CallOptions): Call<NetworkJwt[]>
}

/** The calls of `client.externalJwtSigners`. */
export type ExternalJwtSignersOperations = {
  /** Lists external JWT signers. `GET /external-jwt-signers` */
  list(options?: ListOptions<ExternalJwtSignerSymbols>): Listing<ExternalJwtSigner>
  /** Creates an external JWT signer. `POST /external-jwt-signers` */
  create(body: ExternalJwtSignerCreate, options?: CallOptions): Call<Created>
  /** Shows an external JWT signer. `GET /external-jwt-signers/{id}` */
  get(id: string, options?: CallOptions): Call<ExternalJwtSigner>
  /** Replaces an external JWT signer. Fields that are not given are reset. `PUT /external-jwt-signers/{id}` */
  replace(id: string, body: ExternalJwtSignerReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of an external JWT signer. `PATCH /external-jwt-signers/{id}` */
  patch(id: string, body: ExternalJwtSignerPatch, options?: CallOptions): Call<void>
  /** Deletes an external JWT signer. `DELETE /external-jwt-signers/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
}

/** The calls of `client.identities`. */
export type IdentitiesOperations = {
  /** Lists identities. `GET /identities` */
  list(options?: ListOptions<IdentitySymbols> & { roleFilter?: string[]; roleSemantic?: string }): Listing<Identity>
  /** Creates an identity. `POST /identities` */
  create(body: IdentityCreate, options?: CallOptions): Call<Created>
  /** Shows an identity. `GET /identities/{id}` */
  get(id: string, options?: CallOptions): Call<Identity>
  /** Replaces an identity. Fields that are not given are reset. `PUT /identities/{id}` */
  replace(id: string, body: IdentityReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of an identity. `PATCH /identities/{id}` */
  patch(id: string, body: IdentityPatch, options?: CallOptions): Call<void>
  /** Deletes an identity. `DELETE /identities/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** Lists the authenticators of an identity. `GET /identities/{id}/authenticators` */
  authenticators(id: string, options?: ListOptions<AuthenticatorSymbols>): Listing<Authenticator>
  /** Disables an identity for a number of minutes, or until it is enabled again. `POST /identities/{id}/disable` */
  disable(id: string, body: IdentityDisable, options?: CallOptions): Call<void>
  /** Lists the edge router policies of an identity. `GET /identities/{id}/edge-router-policies` */
  edgeRouterPolicies(id: string, options?: ListOptions<EdgeRouterPolicySymbols>): Listing<EdgeRouterPolicy>
  /** Lists the edge routers of an identity. `GET /identities/{id}/edge-routers` */
  edgeRouters(id: string, options?: ListOptions<EdgeRouterSymbols>): Listing<EdgeRouter>
  /** Enables a disabled identity. `POST /identities/{id}/enable` */
  enable(id: string, options?: CallOptions): Call<void>
  /** Lists the enrollments of an identity. `GET /identities/{id}/enrollments` */
  enrollments(id: string, options?: ListOptions<EnrollmentSymbols>): Listing<Enrollment>
  /** Lists recent requests for services that posture checks refused. `GET /identities/{id}/failed-service-requests` */
  failedServiceRequests(id: string, options?: CallOptions): Call<FailedServiceRequest[]>
  /** Removes the second factor of an identity. `DELETE /identities/{id}/mfa` */
  removeMfa(id: string, options?: CallOptions): Call<void>
  /** Shows whether an identity can use a service, and why. `GET /identities/{id}/policy-advice/{serviceId}` */
  policyAdvice(id: string, serviceId: string, options?: CallOptions): Call<PolicyAdvice>
  /** Shows what the endpoints of an identity reported. `GET /identities/{id}/posture-data` */
  postureData(id: string, options?: CallOptions): Call<PostureData>
  /** Lists the configs that an identity gets instead of those of a service. `GET /identities/{id}/service-configs` */
  serviceConfigs(id: string, options?: CallOptions): Call<ServiceConfig[]>
  /** Assigns configs to an identity that replace those of services. `POST /identities/{id}/service-configs` */
  addServiceConfigs(id: string, body: ServiceConfigAssignment[], options?: CallOptions): Call<void>
  /** Removes configs that replace those of services from an identity. `DELETE /identities/{id}/service-configs` */
  removeServiceConfigs(id: string, body?: ServiceConfigAssignment[], options?: CallOptions): Call<void>
  /** Lists the service policies of an identity. `GET /identities/{id}/service-policies` */
  servicePolicies(id: string, options?: ListOptions<ServicePolicySymbols>): Listing<ServicePolicy>
  /** Lists the services of an identity. `GET /identities/{id}/services` */
  services(id: string, options?: ListOptions<ServiceSymbols> & { policyType?: 'dial' | 'bind' }): Listing<Service>
  /** Turns the tracing of an identity on or off. `PUT /identities/{id}/trace` */
  trace(id: string, body: Trace, options?: CallOptions): Call<TraceResult>
}

/** The calls of `client.identityTypes`. */
export type IdentityTypesOperations = {
  /** Lists identity types. `GET /identity-types` */
  list(options?: ListOptions<IdentityTypeSymbols>): Listing<IdentityType>
  /** Shows an identity type. `GET /identity-types/{id}` */
  get(id: string, options?: CallOptions): Call<IdentityType>
}

/** The calls of `client.information`. */
export type InformationOperations = {
  /** Shows the version, at the base URL. `GET /` */
  root(options?: CallOptions): Call<Version>
  /** Returns the CA certificates of the controller, as PKCS #7. `GET /.well-known/est/cacerts` */
  wellKnownCas(options?: CallOptions): Call<string>
  /** Lists all capabilities that a controller can have. `GET /enumerated-capabilities` */
  enumeratedCapabilities(options?: CallOptions): Call<Capability[]>
  /** Lists all capabilities that a router can have. `GET /enumerated-router-capabilities` */
  enumeratedRouterCapabilities(options?: CallOptions): Call<string[]>
  /** Lists the API specifications that the controller serves. `GET /specs` */
  specs(options?: CallOptions): Call<Spec[]>
  /** Shows an API specification. `GET /specs/{id}` */
  spec(id: string, options?: CallOptions): Call<Spec>
  /** Returns the text of an API specification. `GET /specs/{id}/spec` */
  specBody(id: string, options?: CallOptions): Call<string>
  /** Shows the number of records of each kind. `GET /summary` */
  summary(options?: CallOptions): Call<Record<string, number>>
  /** Shows the version of the controller and the URLs of its APIs. `GET /version` */
  version(options?: CallOptions): Call<Version>
}

/** The calls of `client.postureCheckTypes`. */
export type PostureCheckTypesOperations = {
  /** Lists posture check types. `GET /posture-check-types` */
  list(options?: ListOptions<PostureCheckTypeSymbols>): Listing<PostureCheckType>
  /** Shows a posture check type. `GET /posture-check-types/{id}` */
  get(id: string, options?: CallOptions): Call<PostureCheckType>
}

/** The calls of `client.postureChecks`. */
export type PostureChecksOperations = {
  /** Lists posture checks. `GET /posture-checks` */
  list(options?: ListOptions<PostureCheckSymbols> & { roleFilter?: string[]; roleSemantic?: string }): Listing<PostureCheck>
  /** Creates a posture check. `POST /posture-checks` */
  create(body: PostureCheckCreate, options?: CallOptions): Call<Created>
  /** Shows a posture check. `GET /posture-checks/{id}` */
  get(id: string, options?: CallOptions): Call<PostureCheck>
  /** Replaces a posture check. Fields that are not given are reset. `PUT /posture-checks/{id}` */
  replace(id: string, body: PostureCheckReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of a posture check. `PATCH /posture-checks/{id}` */
  patch(id: string, body: PostureCheckPatch, options?: CallOptions): Call<void>
  /** Deletes a posture check. `DELETE /posture-checks/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
}

/** The calls of `client.revocations`. */
export type RevocationsOperations = {
  /** Lists revocations. `GET /revocations` */
  list(options?: ListOptions<RevocationSymbols>): Listing<Revocation>
  /** Creates a revocation. `POST /revocations` */
  create(body: RevocationCreate, options?: CallOptions): Call<Created>
  /** Shows a revocation. `GET /revocations/{id}` */
  get(id: string, options?: CallOptions): Call<Revocation>
}

/** The calls of `client.roleAttributes`. */
export type RoleAttributesOperations = {
  /** Lists the edge router role attribute usage of a role attributes. `GET /edge-router-role-attribute-usage` */
  edgeRouterUsage(options?: ListOptions<{ id: 'text' }> & { withIds?: boolean }): Listing<RoleAttributeUsage>
  /** Lists the edge router role attributes of a role attributes. `GET /edge-router-role-attributes` */
  edgeRouters(options?: ListOptions<{ id: 'text' }>): Listing<string>
  /** Lists the identity role attribute usage of a role attributes. `GET /identity-role-attribute-usage` */
  identityUsage(options?: ListOptions<{ id: 'text' }> & { withIds?: boolean }): Listing<RoleAttributeUsage>
  /** Lists the identity role attributes of a role attributes. `GET /identity-role-attributes` */
  identities(options?: ListOptions<{ id: 'text' }>): Listing<string>
  /** Lists the posture check role attribute usage of a role attributes. `GET /posture-check-role-attribute-usage` */
  postureCheckUsage(options?: ListOptions<{ id: 'text' }> & { withIds?: boolean }): Listing<RoleAttributeUsage>
  /** Lists the posture check role attributes of a role attributes. `GET /posture-check-role-attributes` */
  postureChecks(options?: ListOptions<{ id: 'text' }>): Listing<string>
  /** Lists the service role attribute usage of a role attributes. `GET /service-role-attribute-usage` */
  serviceUsage(options?: ListOptions<{ id: 'text' }> & { withIds?: boolean }): Listing<RoleAttributeUsage>
  /** Lists the service role attributes of a role attributes. `GET /service-role-attributes` */
  services(options?: ListOptions<{ id: 'text' }>): Listing<string>
}

/** The calls of `client.routers`. */
export type RoutersOperations = {
  /** Lists routers. `GET /routers` */
  list(options?: ListOptions<RouterSymbols>): Listing<Router>
  /** Creates a router. `POST /routers` */
  create(body: RouterCreate, options?: CallOptions): Call<Created>
  /** Shows a router. `GET /routers/{id}` */
  get(id: string, options?: CallOptions): Call<Router>
  /** Replaces a router. Fields that are not given are reset. `PUT /routers/{id}` */
  replace(id: string, body: RouterReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of a router. `PATCH /routers/{id}` */
  patch(id: string, body: RouterPatch, options?: CallOptions): Call<void>
  /** Deletes a router. `DELETE /routers/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
}

/** The calls of `client.serviceEdgeRouterPolicies`. */
export type ServiceEdgeRouterPoliciesOperations = {
  /** Lists service edge router policies. `GET /service-edge-router-policies` */
  list(options?: ListOptions<ServiceEdgeRouterPolicySymbols>): Listing<ServiceEdgeRouterPolicy>
  /** Creates a service edge router policy. `POST /service-edge-router-policies` */
  create(body: ServiceEdgeRouterPolicyCreate, options?: CallOptions): Call<Created>
  /** Shows a service edge router policy. `GET /service-edge-router-policies/{id}` */
  get(id: string, options?: CallOptions): Call<ServiceEdgeRouterPolicy>
  /** Replaces a service edge router policy. Fields that are not given are reset. `PUT /service-edge-router-policies/{id}` */
  replace(id: string, body: ServiceEdgeRouterPolicyReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of a service edge router policy. `PATCH /service-edge-router-policies/{id}` */
  patch(id: string, body: ServiceEdgeRouterPolicyPatch, options?: CallOptions): Call<void>
  /** Deletes a service edge router policy. `DELETE /service-edge-router-policies/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** Lists the edge routers of a service edge router policy. `GET /service-edge-router-policies/{id}/edge-routers` */
  edgeRouters(id: string, options?: ListOptions<EdgeRouterSymbols>): Listing<EdgeRouter>
  /** Lists the services of a service edge router policy. `GET /service-edge-router-policies/{id}/services` */
  services(id: string, options?: ListOptions<ServiceSymbols>): Listing<Service>
}

/** The calls of `client.servicePolicies`. */
export type ServicePoliciesOperations = {
  /** Lists service policies. `GET /service-policies` */
  list(options?: ListOptions<ServicePolicySymbols>): Listing<ServicePolicy>
  /** Creates a service policy. `POST /service-policies` */
  create(body: ServicePolicyCreate, options?: CallOptions): Call<Created>
  /** Shows a service policy. `GET /service-policies/{id}` */
  get(id: string, options?: CallOptions): Call<ServicePolicy>
  /** Replaces a service policy. Fields that are not given are reset. `PUT /service-policies/{id}` */
  replace(id: string, body: ServicePolicyReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of a service policy. `PATCH /service-policies/{id}` */
  patch(id: string, body: ServicePolicyPatch, options?: CallOptions): Call<void>
  /** Deletes a service policy. `DELETE /service-policies/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** Lists the identities of a service policy. `GET /service-policies/{id}/identities` */
  identities(id: string, options?: ListOptions<IdentitySymbols>): Listing<Identity>
  /** Lists the posture checks of a service policy. `GET /service-policies/{id}/posture-checks` */
  postureChecks(id: string, options?: ListOptions<PostureCheckSymbols>): Listing<PostureCheck>
  /** Lists the services of a service policy. `GET /service-policies/{id}/services` */
  services(id: string, options?: ListOptions<ServiceSymbols>): Listing<Service>
}

/** The calls of `client.services`. */
export type ServicesOperations = {
  /** Lists services. `GET /services` */
  list(options?: ListOptions<ServiceSymbols> & { configTypes?: string[]; roleFilter?: string[]; roleSemantic?: string; asIdentity?: string }): Listing<Service>
  /** Creates a service. `POST /services` */
  create(body: ServiceCreate, options?: CallOptions): Call<Created>
  /** Shows a service. `GET /services/{id}` */
  get(id: string, options?: CallOptions): Call<Service>
  /** Replaces a service. Fields that are not given are reset. `PUT /services/{id}` */
  replace(id: string, body: ServiceReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of a service. `PATCH /services/{id}` */
  patch(id: string, body: ServicePatch, options?: CallOptions): Call<void>
  /** Deletes a service. `DELETE /services/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** Lists the configs of a service. `GET /services/{id}/configs` */
  configs(id: string, options?: ListOptions<ConfigSymbols>): Listing<Config>
  /** Lists the edge routers of a service. `GET /services/{id}/edge-routers` */
  edgeRouters(id: string, options?: ListOptions<EdgeRouterSymbols>): Listing<EdgeRouter>
  /** Lists the identities of a service. `GET /services/{id}/identities` */
  identities(id: string, options?: ListOptions<IdentitySymbols> & { policyType?: 'dial' | 'bind' }): Listing<Identity>
  /** Lists the service edge router policies of a service. `GET /services/{id}/service-edge-router-policies` */
  serviceEdgeRouterPolicies(id: string, options?: ListOptions<ServiceEdgeRouterPolicySymbols>): Listing<ServiceEdgeRouterPolicy>
  /** Lists the service policies of a service. `GET /services/{id}/service-policies` */
  servicePolicies(id: string, options?: ListOptions<ServicePolicySymbols>): Listing<ServicePolicy>
  /** Lists the terminators of a service. `GET /services/{id}/terminators` */
  terminators(id: string, options?: ListOptions<TerminatorSymbols>): Listing<Terminator>
}

/** The calls of `client.sessions`. */
export type SessionsOperations = {
  /** Lists sessions. `GET /sessions` */
  list(options?: ListOptions<SessionSymbols>): Listing<Session>
  /** Shows a session. `GET /sessions/{id}` */
  get(id: string, options?: CallOptions): Call<Session>
  /** Deletes a session. `DELETE /sessions/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
  /** Shows the routers of a circuit of the session. `GET /sessions/{id}/route-path` */
  routePath(id: string, options?: CallOptions): Call<RoutePath>
}

/** The calls of `client.terminators`. */
export type TerminatorsOperations = {
  /** Lists terminators. `GET /terminators` */
  list(options?: ListOptions<TerminatorSymbols>): Listing<Terminator>
  /** Creates a terminator. `POST /terminators` */
  create(body: TerminatorCreate, options?: CallOptions): Call<Created>
  /** Shows a terminator. `GET /terminators/{id}` */
  get(id: string, options?: CallOptions): Call<Terminator>
  /** Replaces a terminator. Fields that are not given are reset. `PUT /terminators/{id}` */
  replace(id: string, body: TerminatorReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of a terminator. `PATCH /terminators/{id}` */
  patch(id: string, body: TerminatorPatch, options?: CallOptions): Call<void>
  /** Deletes a terminator. `DELETE /terminators/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
}

/** The calls of `client.transitRouters`. */
export type TransitRoutersOperations = {
  /** Lists transit routers. `GET /transit-routers` */
  list(options?: ListOptions<RouterSymbols>): Listing<Router>
  /** Creates a transit router. `POST /transit-routers` */
  create(body: RouterCreate, options?: CallOptions): Call<Created>
  /** Shows a transit router. `GET /transit-routers/{id}` */
  get(id: string, options?: CallOptions): Call<Router>
  /** Replaces a transit router. Fields that are not given are reset. `PUT /transit-routers/{id}` */
  replace(id: string, body: RouterReplace, options?: CallOptions): Call<void>
  /** Updates only the given fields of a transit router. `PATCH /transit-routers/{id}` */
  patch(id: string, body: RouterPatch, options?: CallOptions): Call<void>
  /** Deletes a transit router. `DELETE /transit-routers/{id}` */
  delete(id: string, options?: CallOptions): Call<void>
}

/** The operations of every resource. */
export type Resources = {
  /** Sessions that callers open by authenticating. A session ends when it is not used for a while. */
  apiSessions: ApiSessionsOperations
  /** How identities may authenticate, and which second factors they need. */
  authPolicies: AuthPoliciesOperations
  /** Opening an API session. */
  authentication: AuthenticationOperations
  /** Passwords and certificates with which identities authenticate. */
  authenticators: AuthenticatorsOperations
  /** External certificate authorities whose certificates identities may use to enroll or authenticate. */
  cas: CasOperations
  /** Kinds of configs, each with the JSON Schema that its configs are checked against. */
  configTypes: ConfigTypesOperations
  /** Settings that a service passes to the identities that use it. A config type defines their form. */
  configs: ConfigsOperations
  /** Settings of one controller or of all. In the API specification, but not served by any release yet. */
  controllerSettings: ControllerSettingsOperations
  /** The members of the controller cluster. */
  controllers: ControllersOperations
  /** The session of the caller. */
  currentApiSession: CurrentApiSessionOperations
  /** The identity of the caller, its authenticators and its second factor. */
  currentIdentity: CurrentIdentityOperations
  /** Maintenance of the controller's database. */
  database: DatabaseOperations
  /** Which identities may connect to which edge routers. */
  edgeRouterPolicies: EdgeRouterPoliciesOperations
  /** Routers that identities connect to. */
  edgeRouters: EdgeRoutersOperations
  /** Open enrollments. Whoever has the token can enroll as the identity or router. */
  enrollments: EnrollmentsOperations
  /** External issuers of tokens with which identities may authenticate. */
  externalJwtSigners: ExternalJwtSignersOperations
  /** Persons, devices and programs that authenticate to the network. */
  identities: IdentitiesOperations
  /** The kinds of identities. */
  identityTypes: IdentityTypesOperations
  /** The version, capabilities and APIs of the controller. */
  information: InformationOperations
  /** Kinds of posture checks, each with the operating systems that it works on. */
  postureCheckTypes: PostureCheckTypesOperations
  /** Conditions that an endpoint must meet before a service policy lets it through. */
  postureChecks: PostureChecksOperations
  /** Tokens, sessions or identities that are no longer trusted. */
  revocations: RevocationsOperations
  /** The role attributes that records have. */
  roleAttributes: RoleAttributesOperations
  /** Routers that carry circuits, including edge routers. */
  routers: RoutersOperations
  /** Which edge routers a service may be used over. */
  serviceEdgeRouterPolicies: ServiceEdgeRouterPoliciesOperations
  /** Which identities may dial or bind which services, and which posture checks they must pass. */
  servicePolicies: ServicePoliciesOperations
  /** Services that applications bind and dial by name. */
  services: ServicesOperations
  /** Service sessions. Each allows an API session to dial or bind one service. */
  sessions: SessionsOperations
  /** The ends of circuits of services. */
  terminators: TerminatorsOperations
  /** The same records as routers, at an older path. */
  transitRouters: TransitRoutersOperations
}
