import type { Connection, MessageStrategy, RequestMessage } from 'vscode-languageserver'
import { ErrorCodes, Message, ResponseError } from './protocol.js'

/**
 * The error responses to requests that arrive at the wrong time, by the internal method to which `createLifetime`
 * routes such a request.
 */
const refusals: ReadonlyMap<string, ResponseError> = new Map([
  [
    'routerfile/early',
    new ResponseError(ErrorCodes.ServerNotInitialized, '`initialize` has not been sent yet'),
  ],
  [
    'routerfile/twice',
    new ResponseError(ErrorCodes.InvalidRequest, '`initialize` was already sent'),
  ],
  ['routerfile/late', new ResponseError(ErrorCodes.InvalidRequest, 'the server was shut down')],
])

export type Lifetime = {
  messageStrategy: MessageStrategy
  /** Whether the client has sent `shutdown`. */
  isShutDown: () => boolean
}

/**
 * Filters messages before `initialize` and after `shutdown`, and a second `initialize`: requests are refused, and
 * notifications are dropped, except `exit` and those that begin with `$/`.
 */
export function createLifetime(): Lifetime {
  const state: { phase: 'new' | 'begun' | 'ended' } = { phase: 'new' }
  const routeMethod = (method: string): string => {
    if (state.phase === 'new' && method !== 'initialize') return 'routerfile/early'
    if (state.phase === 'begun' && method === 'initialize') return 'routerfile/twice'
    if (state.phase === 'ended') return 'routerfile/late'
    state.phase = method === 'shutdown' ? 'ended' : 'begun'
    return method
  }
  return {
    isShutDown: () => state.phase === 'ended',
    messageStrategy: {
      handleMessage: (message, next) => {
        if (Message.isRequest(message)) {
          const request: RequestMessage = { ...message, method: routeMethod(message.method) }
          return next(request)
        }
        const isDropped =
          Message.isNotification(message) &&
          state.phase !== 'begun' &&
          message.method !== 'exit' &&
          !message.method.startsWith('$/')
        return isDropped ? undefined : next(message)
      },
    },
  }
}

/** Refuses the requests that the message strategy of `createLifetime` has routed to an internal method. */
export function refuseOutOfOrder(connection: Connection): void {
  for (const [method, refusal] of refusals) connection.onRequest(method, () => refusal)
}
