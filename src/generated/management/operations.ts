// Made by `npm run derive`; do not edit.
import { records } from '../../management/client/operation-table.js'

/** The requests of `client.apiSessions`, for `clientOf`. */
export const apiSessions = {
  list: 'GET /api-sessions page',
  get: 'GET /api-sessions/{id} data',
  delete: 'DELETE /api-sessions/{id} empty',
} as const

/** The requests of `client.authPolicies`, for `clientOf`. */
export const authPolicies = /* @__PURE__ */ records('/auth-policies', '')

/** The requests of `client.authentication`, for `clientOf`. */
export const authentication = {
  authenticate: 'POST /authenticate data json open',
  authenticateMfa: 'POST /authenticate/mfa empty json partial',
} as const

/** The requests of `client.authenticators`, for `clientOf`. */
export const authenticators = /* @__PURE__ */ records('/authenticators', '', {
  reEnroll: 'POST /authenticators/{id}/re-enroll created json',
  requestExtension: 'POST /authenticators/{id}/request-extend empty json',
})

/** The requests of `client.cas`, for `clientOf`. */
export const cas = /* @__PURE__ */ records('/cas', '', {
  jwt: 'GET /cas/{id}/jwt text',
  verify: 'POST /cas/{id}/verify empty text',
})

/** The requests of `client.configTypes`, for `clientOf`. */
export const configTypes = /* @__PURE__ */ records('/config-types', 'configs')

/** The requests of `client.configs`, for `clientOf`. */
export const configs = /* @__PURE__ */ records('/configs', 'services')

/** The requests of `client.controllerSettings`, for `clientOf`. */
export const controllerSettings = {
  list: 'GET /controller-settings page since:never',
  create: 'POST /controller-settings created json since:never',
  get: 'GET /controller-settings/{id} data since:never',
  effective: 'GET /controller-settings/{id}/effective data since:never',
  replace: 'PUT /controller-settings/{id}/effective empty json since:never',
  patch: 'PATCH /controller-settings/{id}/effective empty json since:never',
  delete: 'DELETE /controller-settings/{id}/effective empty since:never',
} as const

/** The requests of `client.controllers`, for `clientOf`. */
export const controllers = {
  list: 'GET /controllers page',
} as const

/** The requests of `client.currentApiSession`, for `clientOf`. */
export const currentApiSession = {
  get: 'GET /current-api-session data partial',
  delete: 'DELETE /current-api-session empty partial',
  createTotpToken: 'POST /current-api-session/totp-token data json',
} as const

/** The requests of `client.currentIdentity`, for `clientOf`. */
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

/** The requests of `client.database`, for `clientOf`. */
export const database = {
  checkDataIntegrity: 'POST /database/check-data-integrity empty',
  dataIntegrityResults: 'GET /database/data-integrity-results data',
  fixDataIntegrity: 'POST /database/fix-data-integrity empty',
  createSnapshot: 'POST /database/snapshot empty',
} as const

/** The requests of `client.edgeRouterPolicies`, for `clientOf`. */
export const edgeRouterPolicies = /* @__PURE__ */ records('/edge-router-policies', 'edge-routers identities')

/** The requests of `client.edgeRouters`, for `clientOf`. */
export const edgeRouters = /* @__PURE__ */ records('/edge-routers', 'edge-router-policies identities service-edge-router-policies services', {
  reEnroll: 'POST /edge-routers/{id}/re-enroll empty',
})

/** The requests of `client.enrollments`, for `clientOf`. */
export const enrollments = {
  list: 'GET /enrollments page',
  create: 'POST /enrollments created json',
  get: 'GET /enrollments/{id} data',
  delete: 'DELETE /enrollments/{id} empty',
  refresh: 'POST /enrollments/{id}/refresh data json',
  networkJwts: 'GET /network-jwts items open',
} as const

/** The requests of `client.externalJwtSigners`, for `clientOf`. */
export const externalJwtSigners = /* @__PURE__ */ records('/external-jwt-signers', '')

/** The requests of `client.identities`, for `clientOf`. */
export const identities = /* @__PURE__ */ records('/identities', 'authenticators edge-router-policies edge-routers enrollments service-policies services', {
  disable: 'POST /identities/{id}/disable empty json again',
  enable: 'POST /identities/{id}/enable empty again',
  failedServiceRequests: 'GET /identities/{id}/failed-service-requests items',
  removeMfa: 'DELETE /identities/{id}/mfa empty',
  policyAdvice: 'GET /identities/{id}/policy-advice/{serviceId} data',
  postureData: 'GET /identities/{id}/posture-data data',
  serviceConfigs: 'GET /identities/{id}/service-configs items',
  addServiceConfigs: 'POST /identities/{id}/service-configs empty json',
  removeServiceConfigs: 'DELETE /identities/{id}/service-configs empty json',
  trace: 'PUT /identities/{id}/trace data json',
})

/** The requests of `client.identityTypes`, for `clientOf`. */
export const identityTypes = {
  list: 'GET /identity-types page',
  get: 'GET /identity-types/{id} data',
} as const

/** The requests of `client.information`, for `clientOf`. */
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

/** The requests of `client.postureCheckTypes`, for `clientOf`. */
export const postureCheckTypes = {
  list: 'GET /posture-check-types page',
  get: 'GET /posture-check-types/{id} data',
} as const

/** The requests of `client.postureChecks`, for `clientOf`. */
export const postureChecks = /* @__PURE__ */ records('/posture-checks', '')

/** The requests of `client.revocations`, for `clientOf`. */
export const revocations = {
  list: 'GET /revocations page since:2.0',
  create: 'POST /revocations created json since:2.0',
  get: 'GET /revocations/{id} data since:2.0',
} as const

/** The requests of `client.roleAttributes`, for `clientOf`. */
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

/** The requests of `client.routers`, for `clientOf`. */
export const routers = /* @__PURE__ */ records('/routers', '')

/** The requests of `client.serviceEdgeRouterPolicies`, for `clientOf`. */
export const serviceEdgeRouterPolicies = /* @__PURE__ */ records('/service-edge-router-policies', 'edge-routers services')

/** The requests of `client.servicePolicies`, for `clientOf`. */
export const servicePolicies = /* @__PURE__ */ records('/service-policies', 'identities posture-checks services')

/** The requests of `client.services`, for `clientOf`. */
export const services = /* @__PURE__ */ records('/services', 'configs edge-routers identities service-edge-router-policies service-policies terminators')

/** The requests of `client.sessions`, for `clientOf`. */
export const sessions = {
  list: 'GET /sessions page',
  get: 'GET /sessions/{id} data',
  delete: 'DELETE /sessions/{id} empty',
  routePath: 'GET /sessions/{id}/route-path data',
} as const

/** The requests of `client.terminators`, for `clientOf`. */
export const terminators = /* @__PURE__ */ records('/terminators', '')

/** The requests of `client.transitRouters`, for `clientOf`. */
export const transitRouters = /* @__PURE__ */ records('/transit-routers', '')
