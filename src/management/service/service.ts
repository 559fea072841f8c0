import type { Operation } from '../operation.js'
import { refuse, respond } from './answer.js'
import { createAttempts, guesses } from './attempts.js'
import { behaviours } from './behaviours/index.js'
import { readInput } from './body/index.js'
import { credentialsOf } from './credentials.js'
import { entrances } from './entrances.js'
import type { Environment } from './environment.js'
import type { Handle, Outgoing } from './exchange.js'
import type { Answer, Call, Caller } from './handler.js'
import { mayCall } from './rights.js'
import { Refusal } from './refusal.js'

/** The service as a function: each step refuses or hands on to the next, in the order of controllers. */
export function serviceOf(environment: Environment): Handle {
  const enter = entrances(environment.contract, ({ id, unserved }) => !unserved || behaviours[id] !== undefined)
  const attempt = createAttempts(environment.now)
  return async (incoming, connection = {}) => {
    const outgoing = await answer(incoming, connection).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return refuse(error.failure, environment.ids.short(), error.headers)
    })
    return incoming.method === 'HEAD' ? { ...outgoing, body: null } : outgoing
  }

  async function answer(incoming: Parameters<Handle>[0], { clientCertificate, address = '' }: NonNullable<Parameters<Handle>[1]>): Promise<Outgoing> {
    const { method, headers } = incoming
    const { pathname, searchParams } = new URL(incoming.url)
    const path = pathname.replaceAll(/\/{2,}/g, '/')
    if (method === 'OPTIONS') return { status: 200, headers: {}, body: null }
    const found = enter(method, path)
    if (!found) throw new Refusal({ code: 'NOT_FOUND', reason: `path ${path} was not found` })
    if ('methods' in found) throw new Refusal({ code: 'METHOD_NOT_ALLOWED', reason: `method ${method} is not allowed, but [${found.methods.join(',')}] are` }, { allow: found.methods.join(', ') })
    const { operation, parameters } = found
    const caller = await callerFor(operation, headers)
    const input = await readInput(incoming, operation, environment.contract.shapes)
    if (caller && !mayCall(operation, caller)) throw new Refusal({ code: 'UNAUTHORIZED' })
    const call: Call = { operation, parameters, search: searchParams, input, headers, address, ...(clientCertificate !== undefined && { clientCertificate }), ...(caller && { caller }) }
    return respond(await run(call), operation)
  }

  async function callerFor({ right }: Operation, headers: Headers): Promise<Caller | undefined> {
    if (right === 'none') return undefined
    const shown = await credentialsOf(headers, environment)
    if ('caller' in shown) return shown.caller
    throw new Refusal({ code: 'UNAUTHORIZED', ...(shown.isMissing && { reason: 'unauthenticated for invalid credentials' }) }, { 'www-authenticate': shown.challenge })
  }

  async function run(call: Call): Promise<Answer> {
    const { id } = call.operation
    const behaviour = behaviours[id]
    if (!behaviour) throw new Refusal({ code: 'NOT_IMPLEMENTED', reason: `operation ${id} needs a controller with routers` })
    return guesses.has(id) ? attempt(call.address, () => behaviour(call, environment)) : behaviour(call, environment)
  }
}
