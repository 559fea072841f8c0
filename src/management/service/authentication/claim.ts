import type { Voucher } from '../administrators.js'
import type { WritingScope } from '../kinds/kind.js'
import type { Call } from '../handler.js'
import type { Environment } from '../environment.js'
import type { Authentication } from '../../../generated/management/shapes.js'

/** Who a caller has proved to be, how, and by what: an authenticator, or what stands for one. */
export type Claim = {
  identity: string
  authenticator: string
  method: 'cert' | 'extJwt' | 'updb'
  signer?: string
} & Voucher

/** Looks at what a request proves, first what takes time, then what has to be done in the transaction that opens the session. Undefined stands for nothing. */
export type Prove = (
  call: Call<Authentication | undefined>,
  environment: Environment,
) => Promise<(scope: WritingScope) => Claim | undefined>
