import type { FleetRule } from '../rule.js'
import { fleetDifferentControllers } from './different-controllers.js'
import { fleetLonelyGroup } from './lonely-group.js'
import { fleetRecordCertificate } from './record-certificate.js'
import { fleetRecordControllers } from './record-controllers.js'
import { fleetRecordDisabled } from './record-disabled.js'
import { fleetRecordName } from './record-name.js'
import { fleetRecordNoTraversal } from './record-no-traversal.js'
import { fleetRecordSettings } from './record-settings.js'
import { fleetRecordShared } from './record-shared.js'
import { fleetRecordTunnelerOff } from './record-tunneler-off.js'
import { fleetRecordTunnelerUnused } from './record-tunneler-unused.js'
import { fleetRecordUnknown } from './record-unknown.js'
import { fleetRecordWithoutFile } from './record-without-file.js'
import { fleetReleaseOnlyKey } from './release-only-key.js'
import { fleetSameAdvertise } from './same-advertise.js'
import { fleetSharedPort } from './shared-port.js'

/** Every rule about several files, or about files and records, in the order in which they are shown. */
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
  fleetSharedPort,
]
