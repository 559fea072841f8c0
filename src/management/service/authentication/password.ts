import { disable } from '../disabling.js'
import { policyOf } from '../factors.js'
import { isDisabled } from '../kinds/identities.js'
import type { WritingScope } from '../kinds/kind.js'
import type { Base, Kinds } from '../records.js'
import { Refusal } from '../refusal.js'
import type { Claim, Prove } from './claim.js'

type Authenticator = Kinds['authenticators']

/**
 * By name and password. An unknown user takes as long as a wrong password: the same work on a hash, and a transaction.
 * A failure counts as soon as it is known, so that of many attempts at a time no more are heeded than the policy allows.
 */
export const byPassword: Prove = async (
  { input: { username, password } = {} },
  { read, passwords },
) => {
  if (!username || !password)
    throw new Refusal({
      code: 'COULD_NOT_VALIDATE',
      reason: 'username and password fields are required',
    })
  const [known] = await read((records) => [...records.find('authenticators', 'username', username)])
  const isGood = await passwords.verify(password, known?.passwordHash)
  const renewed =
    isGood && known?.passwordHash !== undefined && passwords.needsRehash(known.passwordHash)
      ? await passwords.hash(password)
      : undefined
  return (scope) => {
    const authenticator = known && scope.records.get('authenticators', known.id)
    if (!authenticator) return void pretend(scope)
    // Not with a password that was changed meanwhile.
    return isGood && authenticator.passwordHash === known.passwordHash
      ? accept(authenticator, renewed, scope)
      : void count(authenticator, scope)
  }
}

/** Writes nothing, and takes as long as writing. */
function pretend({ records, now, environment: { ids } }: WritingScope): undefined {
  const nobody: Base = { id: ids.long(), createdAt: now, updatedAt: now, tags: {} }
  records.put('revocations', { ...nobody, type: 'JTI', expiresAt: now })
  records.delete('revocations', nobody.id)
}

const lockoutOf = (
  { identity }: Authenticator,
  { records }: WritingScope,
): Kinds['authPolicies']['primary']['updb'] | undefined => policyOf(identity, records)?.primary.updb

function accept(
  authenticator: Authenticator,
  renewed: string | undefined,
  { records }: WritingScope,
): Claim {
  if (authenticator.failures > 0 || renewed !== undefined)
    records.put('authenticators', {
      ...authenticator,
      failures: 0,
      ...(renewed !== undefined && { passwordHash: renewed }),
    })
  return { identity: authenticator.identity, authenticator: authenticator.id, method: 'updb' }
}

/** Counts a failure, and locks the identity after as many as its policy allows. While it is locked, none count. */
function count(authenticator: Authenticator, scope: WritingScope): undefined {
  const { records, now } = scope
  const {
    allowed = false,
    maxAttempts = 0,
    lockoutDurationMinutes = 0,
  } = lockoutOf(authenticator, scope) ?? {}
  const identity = records.get('identities', authenticator.identity)
  const isCounted =
    allowed && maxAttempts > 0 && identity !== undefined && !isDisabled(identity, now)
  const failures = isCounted ? authenticator.failures + 1 : authenticator.failures
  const isOver = isCounted && failures >= maxAttempts
  records.put('authenticators', { ...authenticator, failures: isOver ? 0 : failures })
  if (isOver) disable(identity, lockoutDurationMinutes, scope)
}
