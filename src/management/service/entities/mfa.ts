import type { ServiceContext } from '../call/context.js'
import type {
  ReadTransaction,
  WriteTransaction,
  BaseRecord,
  EntityRecords,
} from '../call/records.js'
import { createBase } from '../call/records.js'
import type { Trust } from '../auth/identity-rights.js'
import { pickTrust } from '../auth/identity-rights.js'
import { toRateLimitKey } from '../auth/attempts.js'
import { findMfa } from '../auth/second-factors.js'
import type { Answer, Call, Handlers } from '../call/call.js'
import { Refusal } from '../call/failure.js'
import {
  createSecret,
  createProvisioningUrl,
  renderQrCode,
  createRecoveryCodes,
  findAcceptedStep,
  removeRecoveryCode,
} from '../auth/totp.js'
import { getCaller } from '../call/call.js'
import type { EntityTable } from '../records/references.js'
import { createIdReference } from '../records/references.js'
import { emptyAnswer, createReadHandler } from '../call/scope.js'
import { presentBase } from './present.js'

type MfaRecord = BaseRecord &
  /** The trust in the session in which the TOTP setup was created: whoever opened that session knows the secret. */
  Trust & {
    identity: string
    isVerified: boolean
    secret: string
    recoveryCodes: string[]
    /** The time step of the last code that completed a session. */
    lastStep: number | null
    /** The latest time steps of codes that completed earlier sessions. */
    earlierSteps?: number[]
    /** The time step of the last code that renewed the recovery codes. */
    renewedStep?: number
  }

declare module '../call/records.js' {
  interface EntityRecords {
    mfas: MfaRecord
  }
}

/** The TOTP setups of identities. */
export const mfas: EntityTable<'mfas'> = {
  name: 'mfas',
  indexes: ['identity'],
  references: [createIdReference('identity', 'identities', 'remove')],
}

const mfaPath = './current-identity/mfa'

const presentMfa = (mfa: MfaRecord): Record<string, unknown> =>
  presentBase(mfa, {
    'current-identity': { href: './current-identity' },
    self: { href: mfaPath },
    ...(mfa.isVerified
      ? { 'recovery-codes': { href: `${mfaPath}/recovery-codes` } }
      : { qr: { href: `${mfaPath}/qr-code` }, verify: { href: `${mfaPath}/verify` } }),
  })

function getOwnMfa(call: Call, records: ReadTransaction, isVerified?: boolean): MfaRecord {
  const mfa = findMfa(getCaller(call).identity.id, records)
  if (!mfa || (isVerified !== undefined && mfa.isVerified !== isVerified))
    throw new Refusal({ code: 'NOT_FOUND' })
  return mfa
}

/** The operation that a code is submitted for; `repeat` is for a session whose second factor is already complete. */
type CodeUse = 'verify' | 'complete' | 'repeat' | 'read' | 'renew' | 'remove'

const acceptsRecoveryCode = (use: CodeUse): boolean => use !== 'verify' && use !== 'read'

/**
 * The caller's TOTP setup. Throws a Refusal if there is none, or if its state (verified or not) does not allow the use.
 */
function getMfaForUse(use: CodeUse, call: Call, records: ReadTransaction): MfaRecord {
  if (use !== 'complete' && use !== 'repeat') return getOwnMfa(call, records, use !== 'verify')
  const mfa = findMfa(getCaller(call).identity.id, records)
  if (!mfa?.isVerified) throw new Refusal({ code: 'MFA_NOT_ENROLLED' })
  return mfa
}

/** Maximum number of earlier time steps to remember: if the clock is set back, their codes become current again. */
const maxEarlierSteps = 100

/**
 * The time steps that count as used for an operation; `findAcceptedStep` refuses codes of these and of earlier steps
 * (RFC 6238, section 5.2). A code works once, with two exceptions recorded on controllers: the code that sets up the
 * second factor can also read the recovery codes and complete a new session, and the code that renews the recovery
 * codes can also read them and remove the second factor.
 */
function findUsedSteps(
  use: CodeUse,
  mfa: MfaRecord,
  call: Call,
  records: ReadTransaction,
): number[] {
  const { identity, lastStep, earlierSteps = [], renewedStep } = mfa
  if (use === 'verify' || use === 'repeat') return []
  const isStep = (step: number | null | undefined): step is number => typeof step === 'number'
  if (use === 'complete') return [...earlierSteps, lastStep, renewedStep].filter(isStep)
  const completedSteps = [...records.find('apiSessions', 'identity', identity)].map(
    ({ completedStep }) => completedStep,
  )
  if (use === 'read') return completedSteps.filter(isStep)
  const { verifiedStep } = records.get('apiSessions', getCaller(call).session.id) ?? {}
  return [...completedSteps, verifiedStep, use === 'renew' ? renewedStep : undefined].filter(isStep)
}

/**
 * Whether a user has a session that was opened at an address (or in the same /64 network, for IPv6) and whose second
 * factor is complete.
 */
const isFamiliarAddress = (
  address: string,
  { identity }: MfaRecord,
  records: ReadTransaction,
): boolean =>
  [...records.find('apiSessions', 'identity', identity)].some(
    ({ mfaComplete, ipAddress }) =>
      mfaComplete && toRateLimitKey(ipAddress) === toRateLimitKey(address),
  )

/**
 * Runs an operation if the code is correct. Throws a Refusal if it is wrong, or after too many wrong codes. An
 * operation that does not accept recovery codes does not use them up.
 */
async function runWithCode(
  call: Call,
  context: ServiceContext,
  { use, code }: { use: CodeUse; code: string },
  work: (
    mfa: MfaRecord,
    records: WriteTransaction,
    details: { now: number; step: number | undefined },
  ) => Answer,
): Promise<Answer> {
  const answer = await context.write((records) => {
    const now = context.now()
    const storedMfa = getMfaForUse(use, call, records)
    const usedSteps = findUsedSteps(use, storedMfa, call, records)
    const { address } = call
    const attempt = {
      id: storedMfa.id,
      address,
      isFamiliar: () => isFamiliarAddress(address, storedMfa, records),
    }
    const isThrottled = context.codeThrottle.isThrottled(attempt)
    const proof = isThrottled
      ? ({ kind: 'wrong', mfa: storedMfa } as const)
      : verifyCode(storedMfa, code, { now, usedSteps })
    if (!isThrottled) context.codeThrottle.recordResult(attempt, proof.kind !== 'wrong')
    if (proof.kind === 'recovery' && !acceptsRecoveryCode(use))
      throw new Refusal({ code: 'MFA_INVALID_TOKEN' })
    if (proof.kind === 'wrong') return undefined
    const mfa = records.put('mfas', proof.mfa)
    return work(mfa, records, { now, step: proof.step })
  })
  // The specification defines this status; controllers send 400.
  if (!answer) throw new Refusal({ code: 'MFA_INVALID_TOKEN', status: 401 })
  return answer
}

const completeSession = (
  call: Call,
  records: WriteTransaction,
  changes: Partial<EntityRecords['apiSessions']>,
): Answer => {
  const session = records.get('apiSessions', getCaller(call).session.id)
  if (session) records.put('apiSessions', { ...session, ...changes, mfaComplete: true })
  return emptyAnswer
}

const readHeaderCode = ({ headers }: Call): string => headers.get('mfa-validation-code') ?? ''

export const mfaOperations = {
  detailMfa: createReadHandler(({ records }, call) => {
    const mfa = getOwnMfa(call, records)
    const { isVerified, recoveryCodes, secret } = mfa
    const secretFields = isVerified
      ? { recoveryCodes: null }
      : {
          recoveryCodes,
          provisioningUrl: createProvisioningUrl(getCaller(call).identity.name, secret),
        }
    return { data: { ...presentMfa(mfa), isVerified, ...secretFields } }
  }),
  enrollMfa: (call, context) =>
    context.write((records) => {
      const { identity, session } = getCaller(call)
      if (findMfa(identity.id, records)) throw new Refusal({ code: 'MFA_EXISTS' })
      const { random } = context
      const id = context.idGenerator.long()
      records.put('mfas', {
        ...createBase(id, context.now()),
        identity: identity.id,
        isVerified: false,
        secret: createSecret(random),
        recoveryCodes: createRecoveryCodes(random),
        lastStep: null,
        ...pickTrust(session),
      })
      return { status: 201, data: { _links: { self: { href: mfaPath } }, id } }
    }),
  verifyMfa: (call, context) => {
    const submittedCode = { use: 'verify', code: call.input.code } as const
    return runWithCode(call, context, submittedCode, (mfa, records, { now, step }) => {
      records.put('mfas', { ...mfa, isVerified: true, updatedAt: now })
      return completeSession(call, records, {
        mfaRequired: true,
        ...(step !== undefined && { verifiedStep: step }),
      })
    })
  },
  detailMfaQrCode: createReadHandler(({ records }, call) => ({
    body: {
      type: 'image/png',
      content: renderQrCode(
        createProvisioningUrl(
          getCaller(call).identity.name,
          getOwnMfa(call, records, false).secret,
        ),
      ),
    },
  })),
  detailMfaRecoveryCodes: (call, context) => {
    const code = call.input?.code ?? readHeaderCode(call)
    return runWithCode(call, context, { use: 'read', code }, (mfa) => ({
      data: { ...presentMfa(mfa), recoveryCodes: mfa.recoveryCodes },
    }))
  },
  createMfaRecoveryCodes: (call, context) => {
    const submittedCode = { use: 'renew', code: call.input.code } as const
    return runWithCode(call, context, submittedCode, (mfa, records, { now, step }) => {
      const { recoveryCodes } = records.put('mfas', {
        ...mfa,
        ...(step !== undefined && { renewedStep: step }),
        recoveryCodes: createRecoveryCodes(context.random),
        updatedAt: now,
      })
      return { data: { recoveryCodes } }
    })
  },
  deleteMfa: async (call, context) => {
    const remove = (mfa: MfaRecord, records: WriteTransaction): Answer => {
      records.delete('mfas', mfa.id)
      return emptyAnswer
    }
    const { isVerified } = await context.read((records) => getOwnMfa(call, records))
    return isVerified
      ? runWithCode(call, context, { use: 'remove', code: readHeaderCode(call) }, remove)
      : context.write((records) => remove(getOwnMfa(call, records, false), records))
  },
  authenticateMfa: (call, context) => {
    // A code completes one session only, but may be repeated in that session.
    const use = getCaller(call).session.mfaComplete ? 'repeat' : 'complete'
    const submittedCode = { use, code: call.input.code } as const
    return runWithCode(call, context, submittedCode, (mfa, records, { step }) => {
      if (step === undefined || use === 'repeat') return completeSession(call, records, {})
      const earlierSteps = [...(mfa.earlierSteps ?? []), mfa.lastStep]
        .filter((earlierStep) => earlierStep !== null)
        .slice(-maxEarlierSteps)
      records.put('mfas', { ...mfa, lastStep: step, earlierSteps })
      return completeSession(call, records, { completedStep: step })
    })
  },
} satisfies Handlers

/** The kind of a code, the record to store, and the time step of a one-time code. */
type CodeProof = { kind: 'one-time' | 'recovery' | 'wrong'; mfa: MfaRecord; step?: number }

/**
 * Verifies a code at a time in ms since 1970. One-time codes of used time steps count as wrong, see `findAcceptedStep`.
 */
function verifyCode(
  mfa: MfaRecord,
  code: string,
  { now, usedSteps }: { now: number; usedSteps: readonly number[] },
): CodeProof {
  const step = findAcceptedStep(code, mfa.secret, { time: new Date(now), usedSteps })
  if (step !== undefined) return { kind: 'one-time', mfa, step }
  const recoveryCodes = removeRecoveryCode(mfa.recoveryCodes, code)
  if (recoveryCodes) return { kind: 'recovery', mfa: { ...mfa, recoveryCodes } }
  return { kind: 'wrong', mfa }
}
