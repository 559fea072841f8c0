// Made by `npm run derive`; do not edit.
import type {
  AuthPolicyCreate,
  AuthPolicyPatch,
  AuthPolicyReplace,
  Authentication,
  AuthenticatorCreate,
  AuthenticatorPatch,
  AuthenticatorReplace,
  CaCreate,
  CaPatch,
  CaReplace,
  CertificateExtension,
  CertificateExtensionRequest,
  CertificateExtensionVerification,
  ConfigCreate,
  ConfigPatch,
  ConfigReplace,
  ConfigTypeCreate,
  ConfigTypePatch,
  ConfigTypeReplace,
  ControllerSettingCreate,
  ControllerSettingPatch,
  ControllerSettingReplace,
  EdgeRouterCreate,
  EdgeRouterPatch,
  EdgeRouterPolicyCreate,
  EdgeRouterPolicyPatch,
  EdgeRouterPolicyReplace,
  EdgeRouterReplace,
  EnrollmentCreate,
  EnrollmentRefresh,
  ExternalJwtSignerCreate,
  ExternalJwtSignerPatch,
  ExternalJwtSignerReplace,
  IdentityCreate,
  IdentityDisable,
  IdentityPatch,
  IdentityReplace,
  MfaCode,
  OwnAuthenticatorPatch,
  OwnAuthenticatorReplace,
  PostureCheckCreate,
  PostureCheckPatch,
  PostureCheckReplace,
  ReEnrollment,
  RevocationCreate,
  RouterCreate,
  RouterPatch,
  RouterReplace,
  ServiceConfigAssignment,
  ServiceCreate,
  ServiceEdgeRouterPolicyCreate,
  ServiceEdgeRouterPolicyPatch,
  ServiceEdgeRouterPolicyReplace,
  ServicePatch,
  ServicePolicyCreate,
  ServicePolicyPatch,
  ServicePolicyReplace,
  ServiceReplace,
  TerminatorCreate,
  TerminatorPatch,
  TerminatorReplace,
  Trace,
} from './shapes.js'

export type Inputs = {
  listAPISessions: undefined
  detailAPISessions: undefined
  deleteAPISessions: undefined
  listAuthPolicies: undefined
  createAuthPolicy: AuthPolicyCreate
  detailAuthPolicy: undefined
  updateAuthPolicy: AuthPolicyReplace
  patchAuthPolicy: AuthPolicyPatch
  deleteAuthPolicy: undefined
  authenticate: Authentication | undefined
  authenticateMfa: MfaCode
  listAuthenticators: undefined
  createAuthenticator: AuthenticatorCreate
  detailAuthenticator: undefined
  updateAuthenticator: AuthenticatorReplace
  patchAuthenticator: AuthenticatorPatch
  deleteAuthenticator: undefined
  reEnrollAuthenticator: ReEnrollment
  requestExtendAuthenticator: CertificateExtensionRequest
  listCas: undefined
  createCa: CaCreate
  detailCa: undefined
  updateCa: CaReplace
  patchCa: CaPatch
  deleteCa: undefined
  getCaJwt: undefined
  verifyCa: string
  listConfigTypes: undefined
  createConfigType: ConfigTypeCreate
  detailConfigType: undefined
  updateConfigType: ConfigTypeReplace
  patchConfigType: ConfigTypePatch
  deleteConfigType: undefined
  listConfigsForConfigType: undefined
  listConfigs: undefined
  createConfig: ConfigCreate
  detailConfig: undefined
  updateConfig: ConfigReplace
  patchConfig: ConfigPatch
  deleteConfig: undefined
  listConfigServices: undefined
  listControllerSettings: undefined
  createControllerSetting: ControllerSettingCreate
  detailControllerSetting: undefined
  detailControllerSettingEffective: undefined
  updateControllerSetting: ControllerSettingReplace
  patchControllerSetting: ControllerSettingPatch
  deleteControllerSetting: undefined
  listControllers: undefined
  getCurrentAPISession: undefined
  deleteCurrentAPISession: undefined
  createTotpToken: MfaCode
  getCurrentIdentity: undefined
  listCurrentIdentityAuthenticators: undefined
  detailCurrentIdentityAuthenticator: undefined
  updateCurrentIdentityAuthenticator: OwnAuthenticatorReplace
  patchCurrentIdentityAuthenticator: OwnAuthenticatorPatch
  extendCurrentIdentityAuthenticator: CertificateExtension
  extendVerifyCurrentIdentityAuthenticator: CertificateExtensionVerification
  detailMfa: undefined
  enrollMfa: undefined
  deleteMfa: undefined
  detailMfaQrCode: undefined
  detailMfaRecoveryCodes: MfaCode | undefined
  createMfaRecoveryCodes: MfaCode
  verifyMfa: MfaCode
  checkDataIntegrity: undefined
  dataIntegrityResults: undefined
  fixDataIntegrity: undefined
  createDatabaseSnapshot: undefined
  listEdgeRouterPolicies: undefined
  createEdgeRouterPolicy: EdgeRouterPolicyCreate
  detailEdgeRouterPolicy: undefined
  updateEdgeRouterPolicy: EdgeRouterPolicyReplace
  patchEdgeRouterPolicy: EdgeRouterPolicyPatch
  deleteEdgeRouterPolicy: undefined
  listEdgeRouterPolicyEdgeRouters: undefined
  listEdgeRouterPolicyIdentities: undefined
  listEdgeRouters: undefined
  createEdgeRouter: EdgeRouterCreate
  detailEdgeRouter: undefined
  updateEdgeRouter: EdgeRouterReplace
  patchEdgeRouter: EdgeRouterPatch
  deleteEdgeRouter: undefined
  listEdgeRouterEdgeRouterPolicies: undefined
  listEdgeRouterIdentities: undefined
  reEnrollEdgeRouter: undefined
  listEdgeRouterServiceEdgeRouterPolicies: undefined
  listEdgeRouterServices: undefined
  listEnrollments: undefined
  createEnrollment: EnrollmentCreate
  detailEnrollment: undefined
  deleteEnrollment: undefined
  refreshEnrollment: EnrollmentRefresh
  listNetworkJWTs: undefined
  listExternalJwtSigners: undefined
  createExternalJwtSigner: ExternalJwtSignerCreate
  detailExternalJwtSigner: undefined
  updateExternalJwtSigner: ExternalJwtSignerReplace
  patchExternalJwtSigner: ExternalJwtSignerPatch
  deleteExternalJwtSigner: undefined
  listIdentities: undefined
  createIdentity: IdentityCreate
  detailIdentity: undefined
  updateIdentity: IdentityReplace
  patchIdentity: IdentityPatch
  deleteIdentity: undefined
  getIdentityAuthenticators: undefined
  disableIdentity: IdentityDisable
  listIdentitysEdgeRouterPolicies: undefined
  listIdentityEdgeRouters: undefined
  enableIdentity: undefined
  getIdentityEnrollments: undefined
  getIdentityFailedServiceRequests: undefined
  removeIdentityMfa: undefined
  getIdentityPolicyAdvice: undefined
  getIdentityPostureData: undefined
  listIdentitysServiceConfigs: undefined
  associateIdentitysServiceConfigs: ServiceConfigAssignment[]
  disassociateIdentitysServiceConfigs: ServiceConfigAssignment[] | undefined
  listIdentityServicePolicies: undefined
  listIdentityServices: undefined
  updateIdentityTracing: Trace
  listIdentityTypes: undefined
  detailIdentityType: undefined
  listRoot: undefined
  listWellKnownCas: undefined
  listEnumeratedCapabilities: undefined
  listEnumeratedRouterCapabilities: undefined
  listSpecs: undefined
  detailSpec: undefined
  detailSpecBody: undefined
  listSummary: undefined
  listVersion: undefined
  listPostureCheckTypes: undefined
  detailPostureCheckType: undefined
  listPostureChecks: undefined
  createPostureCheck: PostureCheckCreate
  detailPostureCheck: undefined
  updatePostureCheck: PostureCheckReplace
  patchPostureCheck: PostureCheckPatch
  deletePostureCheck: undefined
  listRevocations: undefined
  createRevocation: RevocationCreate
  detailRevocation: undefined
  listEdgeRouterRoleAttributeUsage: undefined
  listEdgeRouterRoleAttributes: undefined
  listIdentityRoleAttributeUsage: undefined
  listIdentityRoleAttributes: undefined
  listPostureCheckRoleAttributeUsage: undefined
  listPostureCheckRoleAttributes: undefined
  listServiceRoleAttributeUsage: undefined
  listServiceRoleAttributes: undefined
  listRouters: undefined
  createRouter: RouterCreate
  detailRouter: undefined
  updateRouter: RouterReplace
  patchRouter: RouterPatch
  deleteRouter: undefined
  listServiceEdgeRouterPolicies: undefined
  createServiceEdgeRouterPolicy: ServiceEdgeRouterPolicyCreate
  detailServiceEdgeRouterPolicy: undefined
  updateServiceEdgeRouterPolicy: ServiceEdgeRouterPolicyReplace
  patchServiceEdgeRouterPolicy: ServiceEdgeRouterPolicyPatch
  deleteServiceEdgeRouterPolicy: undefined
  listServiceEdgeRouterPolicyEdgeRouters: undefined
  listServiceEdgeRouterPolicyServices: undefined
  listServicePolicies: undefined
  createServicePolicy: ServicePolicyCreate
  detailServicePolicy: undefined
  updateServicePolicy: ServicePolicyReplace
  patchServicePolicy: ServicePolicyPatch
  deleteServicePolicy: undefined
  listServicePolicyIdentities: undefined
  listServicePolicyPostureChecks: undefined
  listServicePolicyServices: undefined
  listServices: undefined
  createService: ServiceCreate
  detailService: undefined
  updateService: ServiceReplace
  patchService: ServicePatch
  deleteService: undefined
  listServiceConfig: undefined
  listServiceEdgeRouters: undefined
  listServiceIdentities: undefined
  listServiceServiceEdgeRouterPolicies: undefined
  listServiceServicePolicies: undefined
  listServiceTerminators: undefined
  listSessions: undefined
  detailSession: undefined
  deleteSession: undefined
  detailSessionRoutePath: undefined
  listTerminators: undefined
  createTerminator: TerminatorCreate
  detailTerminator: undefined
  updateTerminator: TerminatorReplace
  patchTerminator: TerminatorPatch
  deleteTerminator: undefined
  listTransitRouters: undefined
  createTransitRouter: RouterCreate
  detailTransitRouter: undefined
  updateTransitRouter: RouterReplace
  patchTransitRouter: RouterPatch
  deleteTransitRouter: undefined
}
