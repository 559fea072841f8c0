import type { Operation } from '../operation.js'
import { refuse, respond } from './answer.js'
import { routesOf } from './apis.js'
import { behaviours } from './behaviours/index.js'
import { inputOf } from './input.js'
import { credentialsOf } from './credentials.js'
import type { Environment } from './environment.js'
import type { Answer, Call, Caller } from './handler.js'
import { mayCall } from './rights.js'
import { Refusal } from './refusal.js'
import { settleInTime } from './settling.js'

/** What a request comes with besides itself; one without an address is made in this process. */
export type Connection = { clientCertificate?: string; address?: string }

/** The service as a function: each step refuses or hands on to the next, in the order of controllers. */
export function serviceOf(environment: Environment): (request: Request, connection?: Connection) => Promise<Response> {
  const route = routesOf(environment.contract)
  return async (request, connection = {}) => {
    try {
      return await answer(request, connection)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return refuse(error.failure, environment.ids.short(), error.headers)
    }
  }

  async function answer(request: Request, { clientCertificate, address = '127.0.0.1' }: Connection): Promise<Response> {
    const url = new URL(request.url)
    const path = url.pathname.replaceAll(/\/{2,}/g, '/')
    const found = route(request.method, path, request.headers.get('content-type'))
    if (!found) throw new Refusal({ code: 'NOT_FOUND', reason: `path ${path} was not found` })
    if ('methods' in found) throw new Refusal({ code: 'METHOD_NOT_ALLOWED', reason: `method ${request.method} is not allowed, but [${found.methods.join(',')}] are` })
    const { operation, parameters } = found
    await settleInTime(environment)
    const caller = await callerFor(operation, request.headers)
    const { input, sets } = await inputOf(request, operation, environment.contract.shapes)
    if (caller && !mayCall(operation, caller)) throw new Refusal({ code: 'UNAUTHORIZED' })
    const call: Call = { operation, parameters, search: url.searchParams, input, sets, headers: request.headers, address, ...(clientCertificate !== undefined && { clientCertificate }), ...(caller && { caller }) }
    return respond(await run(call), operation)
  }

  async function callerFor({ right }: Operation, headers: Headers): Promise<Caller | undefined> {
    if (right === 'none') return undefined
    const shown = await credentialsOf(headers, environment)
    if ('caller' in shown) return shown.caller
    throw new Refusal({ code: 'UNAUTHORIZED', ...(shown.isMissing && { reason: 'unauthenticated for invalid credentials' }) }, { 'www-authenticate': shown.challenge })
  }

  async function run(call: Call): Promise<Answer> {
    const behaviour = behaviours[call.operation.id]
    if (!behaviour) throw new Refusal({ code: 'NOT_IMPLEMENTED', reason: `operation ${call.operation.id} needs a controller with routers` })
    return behaviour(call, environment)
  }
}
