import { extendRouter, enroll } from '../auth/enroll.js'
import type { Environment } from '../environment.js'
import type { Answer, Call } from '../http/handler.js'
import { authenticationOperations } from '../auth/authenticate.js'
import { postureCheckTypes, postureChecks } from './posture-checks.js'
import {
  identityTypes,
  identities,
  identityOperations,
  serviceConfigOperations,
} from './identities.js'
import { crud } from './crud.js'
import { authPolicies } from './auth-policies.js'
import { cas, caOperations } from './cas.js'
import { configTypes, configs } from './configs.js'
import { externalJwtSigners } from './external-jwt-signers.js'
import type { Entity } from './entity.js'
import {
  edgeRouterPolicies,
  serviceEdgeRouterPolicies,
  servicePolicies,
  policyAdviceOperations,
} from './policies.js'
import { revocations, revocationOperations } from './revocations.js'
import { edgeRouters, transitRouters, routerOperations } from './routers.js'
import { services, serviceOperations } from './services.js'
import { terminators } from './terminators.js'
import type { EntityName } from './records.js'
import { authenticatorOperations, ownAuthenticatorOperations } from './authenticators.js'
import { controllerOperations } from './controllers.js'
import { databaseOperations } from './database.js'
import { enrollmentOperations } from './enrollments.js'
import { informationOperations, wellKnownOperations } from './information.js'
import { mfaOperations } from './mfa.js'
import { relationOperations } from './relations.js'
import { roleAttributeOperations } from './role-attributes.js'
import { sessionOperations } from './sessions.js'

type OperationTable = Readonly<
  Record<string, ((call: Call, environment: Environment) => Answer | Promise<Answer>) | undefined>
>

/** The operations that all kinds have, by their names in the contract. */
const createCrudOperations = <Name extends EntityName>(
  kind: Entity<Name>,
  one: string,
  many: string,
): OperationTable => {
  const operations = crud(kind)
  return {
    [`list${many}`]: operations.list,
    [`detail${one}`]: operations.get,
    [`create${one}`]: operations.create,
    [`update${one}`]: operations.replace,
    [`patch${one}`]: operations.patch,
    [`delete${one}`]: operations.delete,
  } as OperationTable
}

/** What every operation does, by its name in the contract. */
export const operations: OperationTable = {
  ...createCrudOperations(authPolicies, 'AuthPolicy', 'AuthPolicies'),
  ...createCrudOperations(externalJwtSigners, 'ExternalJwtSigner', 'ExternalJwtSigners'),
  ...createCrudOperations(revocations, 'Revocation', 'Revocations'),
  ...createCrudOperations(cas, 'Ca', 'Cas'),
  ...createCrudOperations(configTypes, 'ConfigType', 'ConfigTypes'),
  ...createCrudOperations(configs, 'Config', 'Configs'),
  ...createCrudOperations(postureChecks, 'PostureCheck', 'PostureChecks'),
  ...createCrudOperations(identities, 'Identity', 'Identities'),
  ...createCrudOperations(identityTypes, 'IdentityType', 'IdentityTypes'),
  ...createCrudOperations(postureCheckTypes, 'PostureCheckType', 'PostureCheckTypes'),
  ...createCrudOperations(terminators, 'Terminator', 'Terminators'),
  ...createCrudOperations(edgeRouterPolicies, 'EdgeRouterPolicy', 'EdgeRouterPolicies'),
  ...createCrudOperations(
    serviceEdgeRouterPolicies,
    'ServiceEdgeRouterPolicy',
    'ServiceEdgeRouterPolicies',
  ),
  ...createCrudOperations(servicePolicies, 'ServicePolicy', 'ServicePolicies'),
  ...createCrudOperations(services, 'Service', 'Services'),
  ...createCrudOperations(edgeRouters, 'EdgeRouter', 'EdgeRouters'),
  ...createCrudOperations(transitRouters, 'TransitRouter', 'TransitRouters'),
  ...createCrudOperations(transitRouters, 'Router', 'Routers'),
  ...relationOperations,
  ...({
    ...authenticationOperations,
    ...authenticatorOperations,
    ...caOperations,
    ...controllerOperations,
    ...databaseOperations,
    ...enrollmentOperations,
    ...identityOperations,
    ...informationOperations,
    ...mfaOperations,
    ...ownAuthenticatorOperations,
    ...policyAdviceOperations,
    ...revocationOperations,
    ...roleAttributeOperations,
    ...routerOperations,
    ...serviceConfigOperations,
    ...serviceOperations,
    ...sessionOperations,
    ...wellKnownOperations,
    enroll,
    extendRouter,
  } as OperationTable),
}
