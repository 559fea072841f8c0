import { create, created, transact } from '../crud.js'
import { disable } from '../disabling.js'
import { inviteIdentity, openFor } from '../enrolling.js'
import type { Environment } from '../environment.js'
import type { Answer, Call, Handlers } from '../handler.js'
import { guardAdministrator } from '../kinds/identity-guard.js'
import { identities as kind } from '../kinds/identities.js'
import type { Scope, WritingScope } from '../kinds/kind.js'
import type { Kinds } from '../records.js'
import { badField, notFound, Refusal } from '../refusal.js'
import { show, time, zeroTime } from '../show.js'
import type { IdentityCreate } from '../../../generated/management/shapes.js'
import { parseDuration } from '../../../formats/duration.js'
import { nothingOf } from './relations.js'

type Identity = Kinds['identities']

const done: Answer = { data: {}, meta: {} }

/** The identity that a call changes. */
function identityOf({ parameters }: Call, scope: Scope): Identity {
  const id = parameters['id'] ?? ''
  const identity = scope.records.get('identities', id)
  if (!identity) throw notFound('identity', id)
  guardAdministrator(identity, scope)
  return identity
}

/** The enrollment that comes with a new identity: the first that is asked for. */
function invite(
  identity: string,
  { ott, ottca, updb }: NonNullable<IdentityCreate['enrollment']>,
  scope: WritingScope,
): void {
  const expiresAt = scope.now + openFor
  if (ott) inviteIdentity({ method: 'ott', identity, expiresAt }, scope)
  else if (ottca) {
    if (!scope.records.get('cas', ottca))
      throw new Refusal({ code: 'NOT_FOUND', field: 'caId', reason: 'ca not found', value: ottca })
    inviteIdentity({ method: 'ottca', identity, expiresAt, caId: ottca }, scope)
  } else if (updb) inviteIdentity({ method: 'updb', identity, expiresAt, username: updb }, scope)
}

/** What no update changes, no create sets either. */
const unset = Object.fromEntries((kind.keeps ?? []).map((field) => [field, undefined]))

/** Nothing connects here, so no endpoint ever told anything. */
const nothingKnown = { lastUpdatedAt: null, postureCheckId: '', timedOut: false }
const postureData = {
  apiSessionPostureData: {},
  domain: { ...nothingKnown, domain: null },
  mac: { ...nothingKnown, addresses: null },
  os: { ...nothingKnown, build: null, type: null, version: null },
  processes: [],
}

/** The same answer for every identity that there is. */
const known =
  (answer: Answer) =>
  (call: Call, environment: Environment): Promise<Answer> =>
    environment.read((records) =>
      records.get('identities', call.parameters['id'] ?? '') ? answer : nothingOf(call, answer),
    )

/** How long a trace lasts, in ms. */
function durationOf(text: string): number {
  const parsed = parseDuration(text)
  if ('right' in parsed)
    throw badField('duration', `time: invalid duration ${JSON.stringify(text)}`, text)
  return Number(parsed.nanoseconds / 1_000_000n)
}

/** What can be done to identities besides keeping them. */
export const identities: Handlers = {
  createIdentity: (call, environment) =>
    transact(call, environment, (scope) => {
      const { enrollment, ...fields } = call.input
      const { id } = create(kind, { ...fields, ...unset }, scope)
      if (enrollment) invite(id, enrollment, scope)
      return created(kind.collection, id)
    }),
  getCurrentIdentity: (call, environment) =>
    environment.read((records) => {
      const identity = call.caller?.identity
      if (!identity) throw new Refusal({ code: 'UNAUTHORIZED' })
      const self = './current-identity'
      return {
        data: {
          ...show(kind, identity, { records, now: environment.now(), environment, call }),
          _links: { self: { href: self }, mfa: { href: `${self}/mfa` } },
        },
        meta: null,
      }
    }),
  disableIdentity: (call, environment) =>
    transact(call, environment, (scope) => {
      disable(identityOf(call, scope), call.input.durationMinutes, scope)
      return done
    }),
  enableIdentity: (call, environment) =>
    transact(call, environment, (scope) => {
      scope.records.put('identities', {
        ...identityOf(call, scope),
        disabledAt: null,
        disabledUntil: null,
        updatedAt: scope.now,
      })
      return done
    }),
  removeIdentityMfa: (call, environment) =>
    transact(call, environment, (scope) => {
      const id = call.parameters['id'] ?? ''
      guardAdministrator(scope.records.get('identities', id), scope)
      for (const mfa of [...scope.records.find('mfas', 'identity', id)])
        scope.records.delete('mfas', mfa.id)
      return done
    }),
  getIdentityPostureData: known({ data: postureData, meta: {} }),
  getIdentityFailedServiceRequests: known({ data: [], meta: {} }),
  updateIdentityTracing: (call, environment) =>
    environment.read((records) => {
      const now = environment.now()
      identityOf(call, { records, now, environment, call })
      const { enabled, duration = '', traceId } = call.input
      if (!enabled)
        return { data: { enabled: false, traceId: traceId ?? '', until: zeroTime }, meta: null }
      return {
        data: {
          enabled,
          traceId: traceId || environment.ids.token(),
          until: time(now + durationOf(duration)),
        },
        meta: null,
      }
    }),
}
