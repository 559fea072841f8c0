import { crud } from '../crud.js'
import { extendRouter } from '../enroll/extend-router.js'
import { enroll } from '../enroll/index.js'
import type { Environment } from '../environment.js'
import type { Answer, Call } from '../handler.js'
import { authPolicies } from '../kinds/auth-policies.js'
import { cas as authorities } from '../kinds/cas.js'
import { configTypes } from '../kinds/config-types.js'
import { configs } from '../kinds/configs.js'
import { externalJwtSigners } from '../kinds/external-jwt-signers.js'
import { identities as subjects } from '../kinds/identities.js'
import type { Kind } from '../kinds/kind.js'
import {
  edgeRouterPolicies,
  serviceEdgeRouterPolicies,
  servicePolicies,
} from '../kinds/policies.js'
import { postureChecks } from '../kinds/posture-checks.js'
import { revocations as revocationKind } from '../kinds/revocations.js'
import { edgeRouters, transitRouters } from '../kinds/routers.js'
import { services as serviceKind } from '../kinds/services.js'
import { terminators } from '../kinds/terminators.js'
import { identityTypes, postureCheckTypes } from '../kinds/types.js'
import type { KindName } from '../records.js'
import { authentication } from './authentication.js'
import { authenticators } from './authenticators.js'
import { cas } from './cas.js'
import { controllers } from './controllers.js'
import { database } from './database.js'
import { enrollments } from './enrollments.js'
import { identities } from './identities.js'
import { information } from './information.js'
import { mfa } from './mfa.js'
import { ownAuthenticators } from './own-authenticators.js'
import { policyAdvice } from './policy-advice.js'
import { relations } from './relations.js'
import { revocations } from './revocations.js'
import { roleAttributes } from './role-attributes.js'
import { routers } from './routers.js'
import { serviceConfigs } from './service-configs.js'
import { services } from './services.js'
import { sessions } from './sessions.js'
import { wellKnown } from './well-known.js'

type Table = Readonly<
  Record<string, ((call: Call, environment: Environment) => Answer | Promise<Answer>) | undefined>
>

/** The operations that all kinds have, by their names in the contract. */
const of = <Name extends KindName>(kind: Kind<Name>, one: string, many: string): Table => {
  const operations = crud(kind)
  return {
    [`list${many}`]: operations.list,
    [`detail${one}`]: operations.get,
    [`create${one}`]: operations.create,
    [`update${one}`]: operations.replace,
    [`patch${one}`]: operations.patch,
    [`delete${one}`]: operations.delete,
  } as Table
}

/** What every operation does, by its name in the contract. */
export const behaviours: Table = {
  ...of(authPolicies, 'AuthPolicy', 'AuthPolicies'),
  ...of(externalJwtSigners, 'ExternalJwtSigner', 'ExternalJwtSigners'),
  ...of(revocationKind, 'Revocation', 'Revocations'),
  ...of(authorities, 'Ca', 'Cas'),
  ...of(configTypes, 'ConfigType', 'ConfigTypes'),
  ...of(configs, 'Config', 'Configs'),
  ...of(postureChecks, 'PostureCheck', 'PostureChecks'),
  ...of(subjects, 'Identity', 'Identities'),
  ...of(identityTypes, 'IdentityType', 'IdentityTypes'),
  ...of(postureCheckTypes, 'PostureCheckType', 'PostureCheckTypes'),
  ...of(terminators, 'Terminator', 'Terminators'),
  ...of(edgeRouterPolicies, 'EdgeRouterPolicy', 'EdgeRouterPolicies'),
  ...of(serviceEdgeRouterPolicies, 'ServiceEdgeRouterPolicy', 'ServiceEdgeRouterPolicies'),
  ...of(servicePolicies, 'ServicePolicy', 'ServicePolicies'),
  ...of(serviceKind, 'Service', 'Services'),
  ...of(edgeRouters, 'EdgeRouter', 'EdgeRouters'),
  ...of(transitRouters, 'TransitRouter', 'TransitRouters'),
  ...of(transitRouters, 'Router', 'Routers'),
  ...relations,
  ...({
    ...authentication,
    ...authenticators,
    ...cas,
    ...controllers,
    ...database,
    ...enrollments,
    ...identities,
    ...information,
    ...mfa,
    ...ownAuthenticators,
    ...policyAdvice,
    ...revocations,
    ...roleAttributes,
    ...routers,
    ...serviceConfigs,
    ...services,
    ...sessions,
    ...wellKnown,
    enroll,
    extendRouter,
  } as Table),
}
