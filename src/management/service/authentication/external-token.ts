import { bearersOf, holderOf } from '../external-holder.js'
import type { Prove } from './claim.js'

/** By the token of another issuer. */
export const byExternalToken: Prove = async ({ headers }, environment) => {
  for (const token of bearersOf(headers)) {
    const holder = await holderOf(token, environment)
    if (holder)
      return () => ({ ...holder, authenticator: `extJwtId:${holder.signer}`, method: 'extJwt' })
  }
  return () => undefined
}
