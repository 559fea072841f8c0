import type { Operation } from '../operation.js'
import type { Caller } from './handler.js'

/** Whether a caller has the right that an operation needs. Every operation's right is in the contract; this alone decides by it. */
export function mayCall({ right, method }: Pick<Operation, 'right' | 'method'>, { identity, session }: Caller): boolean {
  if (right === 'none' || right === 'partial') return true
  if (session.mfaRequired && !session.mfaComplete) return false
  if (right === 'session' || identity.isAdmin || identity.isDefaultAdmin) return true
  const granted = identity.permissions ?? []
  if (right === 'admin') return false
  if (granted.includes('admin_readonly') && method === 'GET') return true
  return granted.includes(right) || granted.includes(right.replace(/\..*/, ''))
}
