import type { Handlers } from '../handler.js'
import { identities } from '../kinds/identities.js'
import { show } from '../show.js'
import { callerOf } from './authentication.js'

/** The identity of the caller; controllers send no meta with it. */
export const currentIdentity: Handlers = {
  getCurrentIdentity: (call, environment) => environment.read((records) => {
    const { identity } = callerOf(call)
    const _links = { mfa: { href: './current-identity/mfa' }, self: { href: './current-identity' } }
    return { data: { ...show(identities, records.get('identities', identity.id) ?? identity, { records, now: environment.now(), environment, call }), _links }, meta: null }
  }),
}
