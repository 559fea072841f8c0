import type { Operation } from '../operation.js'
import { isAdministrator } from './administrators.js'
import type { Caller } from './handler.js'

/** Whether a caller has the right that an operation needs. Every operation's right is in the contract; this alone decides by it. */
export function mayCall(
  { right, method }: Pick<Operation, 'right' | 'method'>,
  { identity, queries }: Caller,
): boolean {
  if (right === 'none' || right === 'partial') return true
  if (queries.length > 0) return false
  if (right === 'session' || isAdministrator(identity)) return true
  const granted = identity.permissions ?? []
  if (right === 'admin') return false
  if (granted.includes('admin_readonly') && method === 'GET') return true
  return granted.includes(right) || granted.includes(right.replace(/\..*/, ''))
}
