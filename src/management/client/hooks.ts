import { formatQuery, locateCall } from './call.js'
import { ManagementError } from './error.js'
import { redactQuery, redactText } from './redact.js'
import type { CallAttempt } from './call.js'

/**
 * The attributes of a request, named as in OpenTelemetry's semantic conventions for HTTP clients. Secrets in them are
 * masked.
 */
export type RequestAttributes = {
  /** The HTTP method. */
  'http.request.method': string
  /** The whole URL; strings in filters are masked. */
  'url.full': string
  /** The path with the names of its parameters, as in `/services/{id}`. */
  'url.template': string
  /** The host name or IP address of the controller; IPv6 without brackets. */
  'server.address': string
  /** The port of the controller; if the URL has none, the default port of its scheme. */
  'server.port': number
  /** How many times the call was sent before; absent on the first attempt. */
  'http.request.resend_count'?: number
  /** Resource and operation, as in `services.create`. */
  'routerfile.operation': string
}

/** The attributes of a request and of its outcome. */
export type ResponseAttributes = RequestAttributes & {
  /** The HTTP status; absent without a response. */
  'http.response.status_code'?: number
  /** The code of the error; absent without one. */
  'error.type'?: string
  /** How long the attempt took, in seconds. */
  'http.client.request.duration': number
}

/** Functions that are called for each attempt. Errors that they throw do not affect the call. */
export type Hooks = {
  /** Called before a request is sent. May return headers to send with it, such as `traceparent`. */
  onRequest?:
    ((attributes: RequestAttributes) => Readonly<Record<string, string>> | undefined) | undefined
  /**
   * Called when the response has arrived or the attempt has failed. `request` has the attributes that `onRequest` got.
   */
  onResponse?: ((attributes: ResponseAttributes, request: RequestAttributes) => void) | undefined
}

export function createHookCalls(
  { onRequest, onResponse, secrets }: { secrets: () => readonly string[] } & Hooks,
  { call, controller, attempt }: CallAttempt,
): {
  onRequest: () => Readonly<Record<string, string>>
  onResponse: (outcome: ManagementError | number, duration: number) => void
} {
  if (!onRequest && !onResponse) return { onRequest: () => ({}), onResponse: () => undefined }
  const { row, path, query } = call
  const { hostname, port, protocol } = new URL(controller)
  const attributes: RequestAttributes = {
    'http.request.method': row.method,
    'url.full': redactText(
      locateCall(controller, path) + formatQuery(redactQuery(query)).replaceAll('%22***%22', '***'),
      secrets(),
    ),
    'url.template': row.path,
    'server.address': hostname.replace(/^\[|\]$/g, ''),
    'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
    ...(attempt > 1 && { 'http.request.resend_count': attempt - 1 }),
    'routerfile.operation': row.operation,
  }
  return {
    onRequest: () => ignoreErrors(() => onRequest?.(attributes)) ?? {},
    onResponse: (outcome, duration) => {
      const status = outcome instanceof ManagementError ? outcome.status : outcome
      void ignoreErrors(() =>
        onResponse?.(
          {
            ...attributes,
            ...(status !== 0 && { 'http.response.status_code': status }),
            ...(outcome instanceof ManagementError && { 'error.type': outcome.code }),
            'http.client.request.duration': duration / 1000,
          },
          attributes,
        ),
      )
    },
  }
}

/** Ignores errors that a hook throws, because a mistake in a hook must not fail the call. */
function ignoreErrors<Value>(hook: () => Value): Value | undefined {
  try {
    return hook()
  } catch {
    return undefined
  }
}
