export type * from '../../generated/management/resources.js'
export type * from '../../generated/management/shapes.js'
export * from '../../generated/management/operations.js'
export type { BatchOptions, BatchReport, Progress } from './helpers.js'
export { batch } from './helpers.js'
export type { Client, ClientOptions } from './client.js'
export { clientOf, createClient } from './client.js'
export type { Credentials, TokenSource as Given, OidcTokens, SecondFactor } from './login.js'
export { ensure } from './helpers.js'
export type { FieldFault } from './error.js'
export {
  isAborted,
  isClusterWithoutLeader,
  isConflict,
  isForbidden,
  isNameTaken,
  isNotFound,
  isRateLimited,
  isTimeout,
  isUnauthorized,
  isUnreachable,
  ManagementError,
} from './error.js'
export type { FabricFunctions, FabricLink, FabricRouter, Inspection } from './fabric.js'
export type { Fields } from './filter.js'
export type { Filter } from './filter.js'
export type { Sort } from './filter.js'
export { every, some } from './filter.js'
export type { CallOptions, ControllerUrl } from './call.js'
export type { Listing, ListOptions, Page } from './listing.js'
export type { LiveLink, LiveOptions, LiveRouter } from './live.js'
export { liveLinks, liveRouters } from './live.js'
export type { Hooks, RequestAttributes, ResponseAttributes } from './hooks.js'
export type { Log, LogEvent } from './log.js'
export type { MockHandlers } from './mock.js'
export { createMock, createMockFetch } from './mock.js'
export { enrollMfa, renewRecoveryCodes } from './helpers.js'
export type { Retry } from './retry.js'
export type { SessionFunctions } from './session.js'
export type { Fetch } from './transport.js'
export type { Call, CallResponse, DataResponse } from './call.js'
export { update } from './helpers.js'
