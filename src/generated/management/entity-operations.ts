// Made by `npm run derive`; do not edit.
import type { Handlers } from '../../management/service/call/call.js'
import { authenticatorOperations } from '../../management/service/entities/authenticators.js'
import { ownAuthenticatorOperations } from '../../management/service/entities/authenticators.js'
import { caOperations } from '../../management/service/entities/cas.js'
import { configOperations } from '../../management/service/entities/configs.js'
import { controllerOperations } from '../../management/service/entities/controllers.js'
import { enrollmentOperations } from '../../management/service/entities/enrollments.js'
import { identityOperations } from '../../management/service/entities/identities.js'
import { serviceConfigOperations } from '../../management/service/entities/identities.js'
import { mfaOperations } from '../../management/service/entities/mfa.js'
import { policyAdviceOperations } from '../../management/service/entities/policies.js'
import { policyOperations } from '../../management/service/entities/policies.js'
import { postureCheckOperations } from '../../management/service/entities/posture-checks.js'
import { revocationOperations } from '../../management/service/entities/revocations.js'
import { routerOperations } from '../../management/service/entities/routers.js'
import { serviceOperations } from '../../management/service/entities/services.js'
import { sessionOperations } from '../../management/service/entities/sessions.js'
import { terminatorOperations } from '../../management/service/entities/terminators.js'

/** The operations of entities besides those that all have. */
export const entityOperations: readonly Handlers[] = [
  authenticatorOperations,
  ownAuthenticatorOperations,
  caOperations,
  configOperations,
  controllerOperations,
  enrollmentOperations,
  identityOperations,
  serviceConfigOperations,
  mfaOperations,
  policyAdviceOperations,
  policyOperations,
  postureCheckOperations,
  revocationOperations,
  routerOperations,
  serviceOperations,
  sessionOperations,
  terminatorOperations,
]
