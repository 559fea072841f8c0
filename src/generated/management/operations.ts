// Made by `npm run derive`; do not edit.

export const apiSessions = {
  list: 'GET /api-sessions page',
  get: 'GET /api-sessions/{id} data',
  delete: 'DELETE /api-sessions/{id} empty',
} as const

export const authPolicies = {
  list: 'GET /auth-policies page',
  create: 'POST /auth-policies created json',
  get: 'GET /auth-policies/{id} data',
  replace: 'PUT /auth-policies/{id} empty json',
  patch: 'PATCH /auth-policies/{id} empty json again',
  delete: 'DELETE /auth-policies/{id} empty',
} as const

export const authentication = {
  authenticate: 'POST /authenticate data json open',
  authenticateMfa: 'POST /authenticate/mfa empty json partial',
} as const

export const authenticators = {
  list: 'GET /authenticators page',
  create: 'POST /authenticators created json',
  get: 'GET /authenticators/{id} data',
  replace: 'PUT /authenticators/{id} empty json',
  patch: 'PATCH /authenticators/{id} empty json again',
  delete: 'DELETE /authenticators/{id} empty',
  reEnroll: 'POST /authenticators/{id}/re-enroll created json',
  requestExtension: 'POST /authenticators/{id}/request-extend empty json',
} as const

export const cas = {
  list: 'GET /cas page',
  create: 'POST /cas created json',
  get: 'GET /cas/{id} data',
  replace: 'PUT /cas/{id} empty json',
  patch: 'PATCH /cas/{id} empty json again',
  delete: 'DELETE /cas/{id} empty',
  jwt: 'GET /cas/{id}/jwt text',
  verify: 'POST /cas/{id}/verify empty text',
} as const

export const configTypes = {
  list: 'GET /config-types page',
  create: 'POST /config-types created json',
  get: 'GET /config-types/{id} data',
  replace: 'PUT /config-types/{id} empty json',
  patch: 'PATCH /config-types/{id} empty json again',
  delete: 'DELETE /config-types/{id} empty',
  configs: 'GET /config-types/{id}/configs page',
} as const

export const configs = {
  list: 'GET /configs page',
  create: 'POST /configs created json',
  get: 'GET /configs/{id} data',
  replace: 'PUT /configs/{id} empty json',
  patch: 'PATCH /configs/{id} empty json again',
  delete: 'DELETE /configs/{id} empty',
  services: 'GET /configs/{id}/services page',
} as const

export const controllerSettings = {
  list: 'GET /controller-settings page since:never',
  create: 'POST /controller-settings created json since:never',
  get: 'GET /controller-settings/{id} data since:never',
  effective: 'GET /controller-settings/{id}/effective data since:never',
  replace: 'PUT /controller-settings/{id}/effective empty json since:never',
  patch: 'PATCH /controller-settings/{id}/effective empty json since:never',
  delete: 'DELETE /controller-settings/{id}/effective empty since:never',
} as const

export const controllers = {
  list: 'GET /controllers page',
} as const

export const currentApiSession = {
  get: 'GET /current-api-session data partial',
  delete: 'DELETE /current-api-session empty partial',
  createTotpToken: 'POST /current-api-session/totp-token data json',
} as const

export const currentIdentity = {
  get: 'GET /current-identity data',
  authenticators: 'GET /current-identity/authenticators page',
  authenticator: 'GET /current-identity/authenticators/{id} data',
  replaceAuthenticator: 'PUT /current-identity/authenticators/{id} empty json',
  patchAuthenticator: 'PATCH /current-identity/authenticators/{id} empty json',
  extendAuthenticator: 'POST /current-identity/authenticators/{id}/extend data json',
  verifyExtendedAuthenticator: 'POST /current-identity/authenticators/{id}/extend-verify empty json',
  mfa: 'GET /current-identity/mfa data partial',
  enrollMfa: 'POST /current-identity/mfa created partial',
  removeMfa: 'DELETE /current-identity/mfa empty @mfa-validation-code',
  mfaQrCode: 'GET /current-identity/mfa/qr-code bytes partial',
  recoveryCodes: 'GET /current-identity/mfa/recovery-codes data @mfa-validation-code',
  createRecoveryCodes: 'POST /current-identity/mfa/recovery-codes data json',
  verifyMfa: 'POST /current-identity/mfa/verify empty json partial',
} as const

export const database = {
  checkDataIntegrity: 'POST /database/check-data-integrity empty',
  dataIntegrityResults: 'GET /database/data-integrity-results data',
  fixDataIntegrity: 'POST /database/fix-data-integrity empty',
  createSnapshot: 'POST /database/snapshot empty',
} as const

export const edgeRouterPolicies = {
  list: 'GET /edge-router-policies page',
  create: 'POST /edge-router-policies created json',
  get: 'GET /edge-router-policies/{id} data',
  replace: 'PUT /edge-router-policies/{id} empty json',
  patch: 'PATCH /edge-router-policies/{id} empty json again',
  delete: 'DELETE /edge-router-policies/{id} empty',
  edgeRouters: 'GET /edge-router-policies/{id}/edge-routers page',
  identities: 'GET /edge-router-policies/{id}/identities page',
} as const

export const edgeRouters = {
  list: 'GET /edge-routers page',
  create: 'POST /edge-routers created json',
  get: 'GET /edge-routers/{id} data',
  replace: 'PUT /edge-routers/{id} empty json',
  patch: 'PATCH /edge-routers/{id} empty json again',
  delete: 'DELETE /edge-routers/{id} empty',
  edgeRouterPolicies: 'GET /edge-routers/{id}/edge-router-policies page',
  identities: 'GET /edge-routers/{id}/identities page',
  reEnroll: 'POST /edge-routers/{id}/re-enroll empty',
  serviceEdgeRouterPolicies: 'GET /edge-routers/{id}/service-edge-router-policies page',
  services: 'GET /edge-routers/{id}/services page',
} as const

export const enrollments = {
  list: 'GET /enrollments page',
  create: 'POST /enrollments created json',
  get: 'GET /enrollments/{id} data',
  delete: 'DELETE /enrollments/{id} empty',
  refresh: 'POST /enrollments/{id}/refresh data json',
  networkJwts: 'GET /network-jwts items open',
} as const

export const externalJwtSigners = {
  list: 'GET /external-jwt-signers page',
  create: 'POST /external-jwt-signers created json',
  get: 'GET /external-jwt-signers/{id} data',
  replace: 'PUT /external-jwt-signers/{id} empty json',
  patch: 'PATCH /external-jwt-signers/{id} empty json again',
  delete: 'DELETE /external-jwt-signers/{id} empty',
} as const

export const identities = {
  list: 'GET /identities page',
  create: 'POST /identities created json',
  get: 'GET /identities/{id} data',
  replace: 'PUT /identities/{id} empty json',
  patch: 'PATCH /identities/{id} empty json again',
  delete: 'DELETE /identities/{id} empty',
  authenticators: 'GET /identities/{id}/authenticators page',
  disable: 'POST /identities/{id}/disable empty json again',
  edgeRouterPolicies: 'GET /identities/{id}/edge-router-policies page',
  edgeRouters: 'GET /identities/{id}/edge-routers page',
  enable: 'POST /identities/{id}/enable empty again',
  enrollments: 'GET /identities/{id}/enrollments page',
  failedServiceRequests: 'GET /identities/{id}/failed-service-requests items',
  removeMfa: 'DELETE /identities/{id}/mfa empty',
  policyAdvice: 'GET /identities/{id}/policy-advice/{serviceId} data',
  postureData: 'GET /identities/{id}/posture-data data',
  serviceConfigs: 'GET /identities/{id}/service-configs items',
  addServiceConfigs: 'POST /identities/{id}/service-configs empty json',
  removeServiceConfigs: 'DELETE /identities/{id}/service-configs empty json',
  servicePolicies: 'GET /identities/{id}/service-policies page',
  services: 'GET /identities/{id}/services page',
  trace: 'PUT /identities/{id}/trace data json',
} as const

export const identityTypes = {
  list: 'GET /identity-types page',
  get: 'GET /identity-types/{id} data',
} as const

export const information = {
  root: 'GET / data open',
  wellKnownCas: 'GET /.well-known/est/cacerts text open',
  enumeratedCapabilities: 'GET /enumerated-capabilities items open',
  enumeratedRouterCapabilities: 'GET /enumerated-router-capabilities items open since:never',
  specs: 'GET /specs items open',
  spec: 'GET /specs/{id} data open',
  specBody: 'GET /specs/{id}/spec text open',
  summary: 'GET /summary data',
  version: 'GET /version data open',
} as const

export const postureCheckTypes = {
  list: 'GET /posture-check-types page',
  get: 'GET /posture-check-types/{id} data',
} as const

export const postureChecks = {
  list: 'GET /posture-checks page',
  create: 'POST /posture-checks created json',
  get: 'GET /posture-checks/{id} data',
  replace: 'PUT /posture-checks/{id} empty json',
  patch: 'PATCH /posture-checks/{id} empty json again',
  delete: 'DELETE /posture-checks/{id} empty',
} as const

export const revocations = {
  list: 'GET /revocations page since:2.0',
  create: 'POST /revocations created json since:2.0',
  get: 'GET /revocations/{id} data since:2.0',
} as const

export const roleAttributes = {
  edgeRouterUsage: 'GET /edge-router-role-attribute-usage page since:never',
  edgeRouters: 'GET /edge-router-role-attributes page',
  identityUsage: 'GET /identity-role-attribute-usage page since:never',
  identities: 'GET /identity-role-attributes page',
  postureCheckUsage: 'GET /posture-check-role-attribute-usage page since:never',
  postureChecks: 'GET /posture-check-role-attributes page',
  serviceUsage: 'GET /service-role-attribute-usage page since:never',
  services: 'GET /service-role-attributes page',
} as const

export const routers = {
  list: 'GET /routers page',
  create: 'POST /routers created json',
  get: 'GET /routers/{id} data',
  replace: 'PUT /routers/{id} empty json',
  patch: 'PATCH /routers/{id} empty json again',
  delete: 'DELETE /routers/{id} empty',
} as const

export const serviceEdgeRouterPolicies = {
  list: 'GET /service-edge-router-policies page',
  create: 'POST /service-edge-router-policies created json',
  get: 'GET /service-edge-router-policies/{id} data',
  replace: 'PUT /service-edge-router-policies/{id} empty json',
  patch: 'PATCH /service-edge-router-policies/{id} empty json again',
  delete: 'DELETE /service-edge-router-policies/{id} empty',
  edgeRouters: 'GET /service-edge-router-policies/{id}/edge-routers page',
  services: 'GET /service-edge-router-policies/{id}/services page',
} as const

export const servicePolicies = {
  list: 'GET /service-policies page',
  create: 'POST /service-policies created json',
  get: 'GET /service-policies/{id} data',
  replace: 'PUT /service-policies/{id} empty json',
  patch: 'PATCH /service-policies/{id} empty json again',
  delete: 'DELETE /service-policies/{id} empty',
  identities: 'GET /service-policies/{id}/identities page',
  postureChecks: 'GET /service-policies/{id}/posture-checks page',
  services: 'GET /service-policies/{id}/services page',
} as const

export const services = {
  list: 'GET /services page',
  create: 'POST /services created json',
  get: 'GET /services/{id} data',
  replace: 'PUT /services/{id} empty json',
  patch: 'PATCH /services/{id} empty json again',
  delete: 'DELETE /services/{id} empty',
  configs: 'GET /services/{id}/configs page',
  edgeRouters: 'GET /services/{id}/edge-routers page',
  identities: 'GET /services/{id}/identities page',
  serviceEdgeRouterPolicies: 'GET /services/{id}/service-edge-router-policies page',
  servicePolicies: 'GET /services/{id}/service-policies page',
  terminators: 'GET /services/{id}/terminators page',
} as const

export const sessions = {
  list: 'GET /sessions page',
  get: 'GET /sessions/{id} data',
  delete: 'DELETE /sessions/{id} empty',
  routePath: 'GET /sessions/{id}/route-path data',
} as const

export const terminators = {
  list: 'GET /terminators page',
  create: 'POST /terminators created json',
  get: 'GET /terminators/{id} data',
  replace: 'PUT /terminators/{id} empty json',
  patch: 'PATCH /terminators/{id} empty json again',
  delete: 'DELETE /terminators/{id} empty',
} as const

export const transitRouters = {
  list: 'GET /transit-routers page',
  create: 'POST /transit-routers created json',
  get: 'GET /transit-routers/{id} data',
  replace: 'PUT /transit-routers/{id} empty json',
  patch: 'PATCH /transit-routers/{id} empty json again',
  delete: 'DELETE /transit-routers/{id} empty',
} as const
