import type { Operation } from '../operation.js'
import { refuse, respond } from './answer.js'
import { routesOf } from './apis.js'
import { createAttempts, guesses } from './attempts.js'
import { behaviours } from './behaviours/index.js'
import { searchOf } from './body/index.js'
import { inputOf } from './input.js'
import { credentialsOf } from './credentials.js'
import { withDeadline } from './deadline.js'
import type { Environment } from './environment.js'
import type { Connection, Handle, Incoming, Outgoing } from './exchange.js'
import type { Answer, Call, Caller } from './handler.js'
import { mayCall } from './rights.js'
import { Refusal } from './refusal.js'
import { settleInTime } from './settling.js'
import { createTurns } from './turns.js'

/** Whether there is anything to do for an operation; of those that no release serves, some have an answer nonetheless. */
const isServed = ({ id, unserved }: Operation): boolean => !unserved || behaviours[id] !== undefined

/** The service as a function: each step refuses or hands on to the next, in the order of controllers. */
export function serviceOf(environment: Environment): Handle {
  const { contract } = environment
  const route = routesOf(contract, isServed)
  const attempt = createAttempts(environment.now)
  const takeTurns = createTurns()
  return async (incoming, connection = {}) => {
    const outgoing = await answer(incoming, connection).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return refuse(error.failure, environment.ids.short(), error.headers)
    })
    return incoming.method === 'HEAD' ? { ...outgoing, body: null } : outgoing
  }

  async function answer(
    incoming: Incoming,
    { clientCertificate, address }: Connection,
  ): Promise<Outgoing> {
    const { method, headers } = incoming
    const url = new URL(incoming.url)
    const path = url.pathname.replaceAll(/\/{2,}/g, '/')
    if (method === 'OPTIONS') return { status: 200, headers: {}, body: null }
    const found = route(method, path, headers.get('content-type'))
    if (!found) throw new Refusal({ code: 'NOT_FOUND', reason: `path ${path} was not found` })
    if ('methods' in found)
      throw new Refusal(
        {
          code: 'METHOD_NOT_ALLOWED',
          reason: `method ${method} is not allowed, but [${found.methods.join(',')}] are`,
        },
        { allow: found.methods.join(', ') },
      )
    const { operation, parameters } = found
    await settleInTime(environment)
    const caller = await callerFor(operation, headers, environment)
    const search = searchOf(url)
    const text = await incoming.text()
    const turn = takeTurns(text.length + url.search.length)
    await turn()
    const { input, sets } = inputOf({ headers, text }, operation, {
      shapes: contract.shapes,
      search,
    })
    if (caller && !mayCall(operation, caller)) throw new Refusal({ code: 'UNAUTHORIZED' })
    const call: Call = {
      operation,
      parameters,
      search,
      input,
      sets,
      headers,
      address: address ?? '127.0.0.1',
      ...(clientCertificate !== undefined && { clientCertificate }),
      ...(caller && { caller }),
    }
    const work = (): Answer | Promise<Answer> =>
      run(call, withDeadline(environment, incoming, turn))
    return respond(await (guesses.has(operation.id) ? attempt(address, work) : work()), operation)
  }
}

async function callerFor(
  { right }: Operation,
  headers: Headers,
  environment: Environment,
): Promise<Caller | undefined> {
  if (right === 'none') return undefined
  const shown = await credentialsOf(headers, environment)
  if ('caller' in shown) return shown.caller
  throw new Refusal(
    {
      code: 'UNAUTHORIZED',
      ...(shown.isMissing && { reason: 'unauthenticated for invalid credentials' }),
    },
    { 'www-authenticate': shown.challenge },
  )
}

function run(call: Call, environment: Environment): Answer | Promise<Answer> {
  const { id } = call.operation
  const behaviour = behaviours[id]
  if (!behaviour)
    throw new Refusal({
      code: 'NOT_IMPLEMENTED',
      reason: `operation ${id} needs a controller with routers`,
    })
  return behaviour(call, environment)
}
