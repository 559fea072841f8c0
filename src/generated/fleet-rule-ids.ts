// Made by `npm run derive`; do not edit.
/** Id of a rule about several files. */
export type FleetRuleId =
  | 'fleet-different-controllers'
  | 'fleet-lonely-group'
  | 'fleet-record-certificate'
  | 'fleet-record-controllers'
  | 'fleet-record-disabled'
  | 'fleet-record-name'
  | 'fleet-record-no-traversal'
  | 'fleet-record-settings'
  | 'fleet-record-shared'
  | 'fleet-record-tunneler-off'
  | 'fleet-record-tunneler-unused'
  | 'fleet-record-unknown'
  | 'fleet-record-without-file'
  | 'fleet-release-only-key'
  | 'fleet-same-advertise'
  | 'fleet-shared-port'
