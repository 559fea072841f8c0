import type { Environment, Reading, Writing } from '../environment.js'
import { mfaOf } from '../factors.js'
import type { Answer, Call, Handlers } from '../handler.js'
import type { Base, Kinds } from '../records.js'
import { Refusal } from '../refusal.js'
import { proofOf } from '../second-factor.js'
import { base } from '../show.js'
import { newSecret } from '../totp/one-time-code.js'
import { provisioningUrl, qrCode } from '../totp/provisioning.js'
import { newRecoveryCodes } from '../totp/recovery-codes.js'
import { callerOf } from './authentication.js'

type Mfa = Kinds['mfas']

const path = './current-identity/mfa'

const done: Answer = { data: {}, meta: {} }

const links = {
  always: { 'current-identity': { href: './current-identity' }, self: { href: path } },
  pending: { qr: { href: `${path}/qr-code` }, verify: { href: `${path}/verify` } },
  verified: { 'recovery-codes': { href: `${path}/recovery-codes` } },
}

const shown = (mfa: Mfa): Record<string, unknown> =>
  base(mfa, { ...links.always, ...(mfa.isVerified ? links.verified : links.pending) })

/** The second factor of the caller; refused where there is none, or none in that state. */
function ownMfa(call: Call, records: Reading, isVerified?: boolean): Mfa {
  const mfa = mfaOf(callerOf(call).identity.id, records)
  if (!mfa || (isVerified !== undefined && mfa.isVerified !== isVerified))
    throw new Refusal({ code: 'NOT_FOUND' })
  return mfa
}

/** A code, what it is for, and what it is worth: whether a recovery code will do, and whether it is good once only. */
type Asked = {
  find: (records: Writing) => Mfa
  code: string
  isRecoveryEnough?: boolean
  isSpent?: boolean
}

/** Does what a code is asked for. A wrong one counts, so it is refused after the transaction; a recovery code that is not enough is not used up. */
async function withCode(
  environment: Environment,
  asked: Asked,
  work: (mfa: Mfa, records: Writing, now: number) => Answer,
): Promise<Answer> {
  const { find, code, isRecoveryEnough = false, isSpent = false } = asked
  const answer = await environment.write((records) => {
    const now = environment.now()
    const proof = proofOf(find(records), code, { now, isSpent })
    if (proof.is === 'recovery' && !isRecoveryEnough)
      throw new Refusal({ code: 'MFA_INVALID_TOKEN' })
    const mfa = records.put('mfas', proof.mfa)
    return proof.is === 'wrong' ? undefined : work(mfa, records, now)
  })
  // The status is that of the specification; controllers answer with 400.
  if (!answer) throw new Refusal({ code: 'MFA_INVALID_TOKEN', status: 401 })
  return answer
}

const completed = (
  call: Call,
  records: Writing,
  changes: Partial<Kinds['apiSessions']>,
): Answer => {
  const session = records.get('apiSessions', callerOf(call).session.id)
  if (session) records.put('apiSessions', { ...session, ...changes, mfaComplete: true })
  return done
}

const headerCode = ({ headers }: Call): string => headers.get('mfa-validation-code') ?? ''

/** The second factor by one-time codes: set up, used, and removed. */
export const mfa: Handlers = {
  detailMfa: (call, environment) =>
    environment.read((records) => {
      const own = ownMfa(call, records)
      const { isVerified, recoveryCodes, secret } = own
      const hidden = isVerified
        ? { recoveryCodes: null }
        : { recoveryCodes, provisioningUrl: provisioningUrl(callerOf(call).identity.name, secret) }
      return { data: { ...shown(own), isVerified, ...hidden }, meta: {} }
    }),
  enrollMfa: (call, environment) =>
    environment.write((records) => {
      const { identity } = callerOf(call)
      if (mfaOf(identity.id, records)) throw new Refusal({ code: 'MFA_EXISTS' })
      const now = environment.now()
      const common: Base = { id: environment.ids.long(), createdAt: now, updatedAt: now, tags: {} }
      const { random } = environment
      records.put('mfas', {
        ...common,
        identity: identity.id,
        isVerified: false,
        secret: newSecret(random),
        recoveryCodes: newRecoveryCodes(random),
        lastStep: null,
        failures: 0,
        failedAt: 0,
      })
      return { status: 201, data: { _links: { self: { href: path } }, id: common.id }, meta: {} }
    }),
  verifyMfa: (call, environment) => {
    const asked = {
      find: (records: Writing) => ownMfa(call, records, false),
      code: call.input.code,
    }
    return withCode(environment, asked, (own, records, now) => {
      records.put('mfas', { ...own, isVerified: true, updatedAt: now })
      return completed(call, records, { mfaRequired: true })
    })
  },
  detailMfaQrCode: (call, environment) =>
    environment.read((records) => ({
      body: {
        type: 'image/png',
        content: qrCode(
          provisioningUrl(callerOf(call).identity.name, ownMfa(call, records, false).secret),
        ),
      },
    })),
  detailMfaRecoveryCodes: (call, environment) => {
    const asked = {
      find: (records: Writing) => ownMfa(call, records, true),
      code: call.input?.code ?? headerCode(call),
    }
    return withCode(environment, asked, (own) => ({
      data: { ...shown(own), recoveryCodes: own.recoveryCodes },
      meta: {},
    }))
  },
  createMfaRecoveryCodes: (call, environment) => {
    const asked = {
      find: (records: Writing) => ownMfa(call, records, true),
      code: call.input.code,
      isRecoveryEnough: true,
    }
    return withCode(environment, asked, (own, records, now) => {
      const { recoveryCodes } = records.put('mfas', {
        ...own,
        recoveryCodes: newRecoveryCodes(environment.random),
        updatedAt: now,
      })
      return { data: { recoveryCodes }, meta: {} }
    })
  },
  deleteMfa: async (call, environment) => {
    const remove = (own: Mfa, records: Writing): Answer => {
      records.delete('mfas', own.id)
      return done
    }
    const { isVerified } = await environment.read((records) => ownMfa(call, records))
    if (!isVerified)
      return environment.write((records) => remove(ownMfa(call, records, false), records))
    return withCode(
      environment,
      {
        find: (records) => ownMfa(call, records, true),
        code: headerCode(call),
        isRecoveryEnough: true,
      },
      remove,
    )
  },
  authenticateMfa: (call, environment) => {
    const { identity, session } = callerOf(call)
    const find = (records: Writing): Mfa => {
      const own = mfaOf(identity.id, records)
      if (!own?.isVerified) throw new Refusal({ code: 'MFA_NOT_ENROLLED' })
      return own
    }
    // A code completes one session only.
    return withCode(
      environment,
      { find, code: call.input.code, isRecoveryEnough: true, isSpent: !session.mfaComplete },
      (_, records) => completed(call, records, {}),
    )
  },
}
