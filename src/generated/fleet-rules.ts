// Made by `npm run derive`; do not edit.
import type { FleetRule } from '../lint/fleet/rule.js'
import { fleetDifferentControllers } from '../lint/fleet/rules/different-controllers.js'
import { fleetLonelyGroup } from '../lint/fleet/rules/lonely-group.js'
import { fleetRecordCertificate } from '../lint/fleet/rules/record-certificate.js'
import { fleetRecordControllers } from '../lint/fleet/rules/record-controllers.js'
import { fleetRecordDisabled } from '../lint/fleet/rules/record-disabled.js'
import { fleetRecordName } from '../lint/fleet/rules/record-name.js'
import { fleetRecordNoTraversal } from '../lint/fleet/rules/record-no-traversal.js'
import { fleetRecordSettings } from '../lint/fleet/rules/record-settings.js'
import { fleetRecordShared } from '../lint/fleet/rules/record-shared.js'
import { fleetRecordTunnelerOff } from '../lint/fleet/rules/record-tunneler-off.js'
import { fleetRecordTunnelerUnused } from '../lint/fleet/rules/record-tunneler-unused.js'
import { fleetRecordUnknown } from '../lint/fleet/rules/record-unknown.js'
import { fleetRecordWithoutFile } from '../lint/fleet/rules/record-without-file.js'
import { fleetReleaseOnlyKey } from '../lint/fleet/rules/release-only-key.js'
import { fleetSameAdvertise } from '../lint/fleet/rules/same-advertise.js'
import { fleetSameAuthorities } from '../lint/fleet/rules/same-authorities.js'
import { fleetSameIdentity } from '../lint/fleet/rules/same-identity.js'
import { fleetSharedPort } from '../lint/fleet/rules/shared-port.js'

/** Every rule about several files, or about files and records. */
export const fleetRules: readonly FleetRule[] = [
  fleetDifferentControllers,
  fleetLonelyGroup,
  fleetRecordCertificate,
  fleetRecordControllers,
  fleetRecordDisabled,
  fleetRecordName,
  fleetRecordNoTraversal,
  fleetRecordSettings,
  fleetRecordShared,
  fleetRecordTunnelerOff,
  fleetRecordTunnelerUnused,
  fleetRecordUnknown,
  fleetRecordWithoutFile,
  fleetReleaseOnlyKey,
  fleetSameAdvertise,
  fleetSameAuthorities,
  fleetSameIdentity,
  fleetSharedPort,
]
