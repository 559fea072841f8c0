import { extension } from './certificates.js'
import { authority, byCertificate, byPassword, router } from './enrolling.js'
import { externalTokens, oneTimeCodes } from './factors.js'
import { identity, lockout, ownPassword } from './identities.js'
import { information, unserved } from './information.js'
import { wells } from './lists.js'
import { recordScenarios } from './records.js'
import { refusals } from './refusals.js'
import { orchard } from './relations.js'
import type { Scenario } from './scenario.js'
import { session } from './sessions.js'

/** What clients do with a service. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  ...recordScenarios,
  'an orchard': orchard,
  wells: wells,
  'an identity with a password': identity,
  "a password of one's own": ownPassword,
  'a lock': lockout,
  'an identity with a certificate': byCertificate,
  'an identity that chooses a password': byPassword,
  'a router that enrolls': router,
  'a CA outside': authority,
  'a certificate': extension,
  'a second factor': oneTimeCodes,
  'tokens of another issuer': externalTokens,
  'a session': session,
  'the service itself': information,
  'what no release serves': unserved,
  refusals,
}
