// Made by `npm run derive`; do not edit.
import type { AnyEntity } from '../../management/service/entities/crud.js'
import { authPolicies } from '../../management/service/entities/auth-policies.js'
import { authenticators } from '../../management/service/entities/authenticators.js'
import { cas } from '../../management/service/entities/cas.js'
import { configTypes } from '../../management/service/entities/configs.js'
import { configs } from '../../management/service/entities/configs.js'
import { enrollments } from '../../management/service/entities/enrollments.js'
import { externalJwtSigners } from '../../management/service/entities/external-jwt-signers.js'
import { identities } from '../../management/service/entities/identities.js'
import { identityTypes } from '../../management/service/entities/identities.js'
import { keys } from '../../management/service/entities/keys.js'
import { mfas } from '../../management/service/entities/mfa.js'
import { edgeRouterPolicies } from '../../management/service/entities/policies.js'
import { serviceEdgeRouterPolicies } from '../../management/service/entities/policies.js'
import { servicePolicies } from '../../management/service/entities/policies.js'
import { postureCheckTypes } from '../../management/service/entities/posture-checks.js'
import { postureChecks } from '../../management/service/entities/posture-checks.js'
import { revocations } from '../../management/service/entities/revocations.js'
import { edgeRouters } from '../../management/service/entities/routers.js'
import { transitRouters } from '../../management/service/entities/routers.js'
import { services } from '../../management/service/entities/services.js'
import { apiSessions } from '../../management/service/entities/sessions.js'
import { sessions } from '../../management/service/entities/sessions.js'
import { terminators } from '../../management/service/entities/terminators.js'

/** Every entity of the management service. */
export const entities: readonly AnyEntity[] = [
  authPolicies,
  authenticators,
  cas,
  configTypes,
  configs,
  enrollments,
  externalJwtSigners,
  identities,
  identityTypes,
  keys,
  mfas,
  edgeRouterPolicies,
  serviceEdgeRouterPolicies,
  servicePolicies,
  postureCheckTypes,
  postureChecks,
  revocations,
  edgeRouters,
  transitRouters,
  services,
  apiSessions,
  sessions,
  terminators,
]
