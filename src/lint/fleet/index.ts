import { fleetDifferentControllers } from './different-controllers.js'
import { fleetLonelyGroup } from './lonely-group.js'
import { fleetReleaseOnlyKey } from './release-only-key.js'
import type { FleetRule } from './rule.js'
import { fleetSameAdvertise } from './same-advertise.js'
import { fleetSharedPort } from './shared-port.js'

/** Every rule about several files, in the order in which they are shown. */
export const fleetRules: readonly FleetRule[] = [fleetDifferentControllers, fleetLonelyGroup, fleetReleaseOnlyKey, fleetSameAdvertise, fleetSharedPort]
