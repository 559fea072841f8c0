import type { EntityRecords } from './entities/records.js'

type Identity = EntityRecords['identities']

/** Whether somebody is an administrator. */
export const isAdministrator = ({ isAdmin, isDefaultAdmin }: Identity): boolean =>
  isAdmin || isDefaultAdmin

/** What vouches for identities, or was opened by it: for administrators only where an administrator says so. */
export type Voucher = { readonly isUntrusted?: boolean }

/** Whether something vouches for an identity. */
export const vouchesFor = ({ isUntrusted }: Voucher, identity: Identity): boolean =>
  !isUntrusted || !isAdministrator(identity)
