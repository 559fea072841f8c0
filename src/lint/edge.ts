import type { Draft } from '../schema/draft.js'

/** Whether edge functionality is on: the router keeps 0 for the interval of heartbeats where it is off, and only there. */
export const edgeIsOn = ({ edge }: Draft): boolean =>
  edge !== undefined && edge.heartbeatIntervalSeconds !== 0
