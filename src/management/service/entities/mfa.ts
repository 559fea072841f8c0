import type { Environment, Reading, Writing } from '../environment.js'
import { findMfa } from '../auth/second-factors.js'
import type { Answer, Call, Handlers } from '../http/handler.js'
import { Refusal } from '../http/failure.js'
import {
  createSecret,
  createProvisioningUrl,
  renderQrCode,
  createRecoveryCodes,
  findAcceptedStep,
  spendRecoveryCode,
} from '../auth/totp.js'
import { getCaller } from '../auth/authenticate.js'
import { presentBase } from './present.js'
import type { BaseRecord, EntityRecords } from './records.js'
import type { Table } from './references.js'
import { createIdReference } from './references.js'
import { emptyAnswer } from './scope.js'

type MfaRecord = BaseRecord & {
  identity: string
  isVerified: boolean
  secret: string
  recoveryCodes: string[]
  lastStep: number | null
  failures: number
  failedAt: number
}

declare module './records.js' {
  interface EntityRecords {
    mfas: MfaRecord
  }
}

/** The second factors by one-time codes. */
export const mfas: Table<'mfas'> = {
  name: 'mfas',
  indexes: ['identity'],
  references: [createIdReference('identity', 'identities', 'remove')],
}

const mfaPath = './current-identity/mfa'

const mfaLinks = {
  always: { 'current-identity': { href: './current-identity' }, self: { href: mfaPath } },
  pending: { qr: { href: `${mfaPath}/qr-code` }, verify: { href: `${mfaPath}/verify` } },
  verified: { 'recovery-codes': { href: `${mfaPath}/recovery-codes` } },
}

const presentMfa = (mfa: MfaRecord): Record<string, unknown> =>
  presentBase(mfa, {
    ...mfaLinks.always,
    ...(mfa.isVerified ? mfaLinks.verified : mfaLinks.pending),
  })

/** The second factor of the caller; refused where there is none, or none in that state. */
function getOwnMfa(call: Call, records: Reading, isVerified?: boolean): MfaRecord {
  const mfa = findMfa(getCaller(call).identity.id, records)
  if (!mfa || (isVerified !== undefined && mfa.isVerified !== isVerified))
    throw new Refusal({ code: 'NOT_FOUND' })
  return mfa
}

/** A code, what it is for, and what it is worth: whether a recovery code will do, and whether it is good once only. */
type CodeRequest = {
  find: (records: Writing) => MfaRecord
  code: string
  isRecoveryEnough?: boolean
  isSpent?: boolean
}

/** Does what a code is asked for. A wrong one counts, so it is refused after the transaction; a recovery code that is not enough is not used up. */
async function runWithCode(
  environment: Environment,
  asked: CodeRequest,
  work: (mfa: MfaRecord, records: Writing, now: number) => Answer,
): Promise<Answer> {
  const { find, code, isRecoveryEnough = false, isSpent = false } = asked
  const answer = await environment.write((records) => {
    const now = environment.now()
    const proof = verifyCode(find(records), code, { now, isSpent })
    if (proof.is === 'recovery' && !isRecoveryEnough)
      throw new Refusal({ code: 'MFA_INVALID_TOKEN' })
    const mfa = records.put('mfas', proof.mfa)
    return proof.is === 'wrong' ? undefined : work(mfa, records, now)
  })
  // The status is that of the specification; controllers answer with 400.
  if (!answer) throw new Refusal({ code: 'MFA_INVALID_TOKEN', status: 401 })
  return answer
}

const completeSession = (
  call: Call,
  records: Writing,
  changes: Partial<EntityRecords['apiSessions']>,
): Answer => {
  const session = records.get('apiSessions', getCaller(call).session.id)
  if (session) records.put('apiSessions', { ...session, ...changes, mfaComplete: true })
  return emptyAnswer
}

const readHeaderCode = ({ headers }: Call): string => headers.get('mfa-validation-code') ?? ''

/** The second factor by one-time codes: set up, used, and removed. */
export const mfaOperations: Handlers = {
  detailMfa: (call, environment) =>
    environment.read((records) => {
      const own = getOwnMfa(call, records)
      const { isVerified, recoveryCodes, secret } = own
      const hidden = isVerified
        ? { recoveryCodes: null }
        : {
            recoveryCodes,
            provisioningUrl: createProvisioningUrl(getCaller(call).identity.name, secret),
          }
      return { data: { ...presentMfa(own), isVerified, ...hidden }, meta: {} }
    }),
  enrollMfa: (call, environment) =>
    environment.write((records) => {
      const { identity } = getCaller(call)
      if (findMfa(identity.id, records)) throw new Refusal({ code: 'MFA_EXISTS' })
      const now = environment.now()
      const common: BaseRecord = {
        id: environment.ids.long(),
        createdAt: now,
        updatedAt: now,
        tags: {},
      }
      const { random } = environment
      records.put('mfas', {
        ...common,
        identity: identity.id,
        isVerified: false,
        secret: createSecret(random),
        recoveryCodes: createRecoveryCodes(random),
        lastStep: null,
        failures: 0,
        failedAt: 0,
      })
      return { status: 201, data: { _links: { self: { href: mfaPath } }, id: common.id }, meta: {} }
    }),
  verifyMfa: (call, environment) => {
    const asked = {
      find: (records: Writing) => getOwnMfa(call, records, false),
      code: call.input.code,
    }
    return runWithCode(environment, asked, (own, records, now) => {
      records.put('mfas', { ...own, isVerified: true, updatedAt: now })
      return completeSession(call, records, { mfaRequired: true })
    })
  },
  detailMfaQrCode: (call, environment) =>
    environment.read((records) => ({
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
  detailMfaRecoveryCodes: (call, environment) => {
    const asked = {
      find: (records: Writing) => getOwnMfa(call, records, true),
      code: call.input?.code ?? readHeaderCode(call),
    }
    return runWithCode(environment, asked, (own) => ({
      data: { ...presentMfa(own), recoveryCodes: own.recoveryCodes },
      meta: {},
    }))
  },
  createMfaRecoveryCodes: (call, environment) => {
    const asked = {
      find: (records: Writing) => getOwnMfa(call, records, true),
      code: call.input.code,
      isRecoveryEnough: true,
    }
    return runWithCode(environment, asked, (own, records, now) => {
      const { recoveryCodes } = records.put('mfas', {
        ...own,
        recoveryCodes: createRecoveryCodes(environment.random),
        updatedAt: now,
      })
      return { data: { recoveryCodes }, meta: {} }
    })
  },
  deleteMfa: async (call, environment) => {
    const remove = (own: MfaRecord, records: Writing): Answer => {
      records.delete('mfas', own.id)
      return emptyAnswer
    }
    const { isVerified } = await environment.read((records) => getOwnMfa(call, records))
    if (!isVerified)
      return environment.write((records) => remove(getOwnMfa(call, records, false), records))
    return runWithCode(
      environment,
      {
        find: (records) => getOwnMfa(call, records, true),
        code: readHeaderCode(call),
        isRecoveryEnough: true,
      },
      remove,
    )
  },
  authenticateMfa: (call, environment) => {
    const { identity, session } = getCaller(call)
    const find = (records: Writing): MfaRecord => {
      const own = findMfa(identity.id, records)
      if (!own?.isVerified) throw new Refusal({ code: 'MFA_NOT_ENROLLED' })
      return own
    }
    // A code completes one session only.
    return runWithCode(
      environment,
      { find, code: call.input.code, isRecoveryEnough: true, isSpent: !session.mfaComplete },
      (_, records) => completeSession(call, records, {}),
    )
  },
}

/** What a code is, and the record to be kept. */
export type CodeProof = { is: 'one-time' | 'recovery' | 'wrong'; mfa: MfaRecord }

/**
 * This many wrong codes in a row are free; after that, one is checked per interval in ms (RFC 4226, section 7.3,
 * requires a throttle and leaves its kind open).
 */
const freeAttempts = 10
const throttleDelay = 30_000

/** The record after a wrong code. */
const withFailure = (mfa: MfaRecord, now: number): MfaRecord => ({
  ...mfa,
  failures: mfa.failures + 1,
  failedAt: now,
})

/**
 * Checks a code at a time in ms since 1970. With `isSpent`, a one-time code can be used only once: afterwards it and
 * all earlier codes are invalid (RFC 6238, section 5.2).
 */
function verifyCode(
  mfa: MfaRecord,
  code: string,
  { now, isSpent = false }: { now: number; isSpent?: boolean },
): CodeProof {
  if (mfa.failures >= freeAttempts && now < mfa.failedAt + throttleDelay)
    return { is: 'wrong', mfa }
  const step = findAcceptedStep(code, mfa.secret, {
    at: new Date(now),
    ...(isSpent && mfa.lastStep !== null && { used: mfa.lastStep }),
  })
  if (step !== undefined)
    return { is: 'one-time', mfa: { ...mfa, failures: 0, ...(isSpent && { lastStep: step }) } }
  const recoveryCodes = spendRecoveryCode(mfa.recoveryCodes, code)
  return recoveryCodes
    ? { is: 'recovery', mfa: { ...mfa, failures: 0, recoveryCodes } }
    : { is: 'wrong', mfa: withFailure(mfa, now) }
}
