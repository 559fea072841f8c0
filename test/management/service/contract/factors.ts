import { createPrivateKey, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect } from 'vitest'
import type { Client } from '../../../../src/management/client/index.js'
import { enrollMfa, renewRecoveryCodes } from '../../../../src/management/client/index.js'
import { createAuthority } from '../../../../src/management/service/pki/authority.js'
import { showCode } from '../../../support/one-time-code.js'
import { newUser, createUserClient } from './identities.js'
import type { Context, Scenario } from './scenario.js'
import { requireValue, minute } from './scenario.js'

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47])

/** A second factor by one-time codes. */
export const oneTimeCodes: Scenario = () => {
  const made: {
    id: string
    secret: string
    codes: string[]
    used: string
    session: string
    first?: Client
    waiting?: Client
  } = { id: '', secret: '', codes: [], used: '', session: '' }
  const first = (context: Context): Client => (made.first ??= createUserClient(context))
  /** A code that was not used yet. */
  const code = ({ now, pass }: Context): string => {
    pass(minute)
    return (made.used = showCode(made.secret, now()))
  }
  const withCode = (context: Context, totp: string | (() => string)): Client =>
    context.client({ credentials: { username: 'anna', password: 'a-user-password', totp } })
  const secretIn = (url: string | undefined): string =>
    requireValue(new URL(requireValue(url)).searchParams.get('secret'))
  return {
    'is not set up': async (context) => {
      made.id = await newUser(context)
      await expect(first(context).currentIdentity.mfa()).rejects.toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      })
    },
    'is begun': async (context) => {
      await first(context).currentIdentity.enrollMfa()
      await expect(first(context).currentIdentity.enrollMfa()).rejects.toMatchObject({
        status: 409,
        code: 'MFA_EXISTS',
      })
    },
    'waits for a code': async (context) => {
      const { isVerified, provisioningUrl } = await first(context).currentIdentity.mfa()
      expect(isVerified).toBe(false)
      made.secret = secretIn(provisioningUrl)
    },
    'is shown as a picture': async (context) =>
      expect(Buffer.from(await first(context).currentIdentity.mfaQrCode()).subarray(0, 4)).toEqual(
        png,
      ),
    'is not verified by a wrong code': (context) =>
      expect(first(context).currentIdentity.verifyMfa({ code: '000000' })).rejects.toMatchObject({
        status: 401,
        code: 'MFA_INVALID_TOKEN',
      }),
    'is verified': async (context) => {
      await first(context).currentIdentity.verifyMfa({ code: code(context) })
      expect(await context.admin.identities.get(made.id)).toMatchObject({ isMfaEnabled: true })
    },
    'is not asked for in the session in which it was set up': async (context) =>
      expect(await first(context).session()).toMatchObject({
        isMfaRequired: true,
        isMfaComplete: true,
      }),
    'is asked for in another': (context) =>
      expect(createUserClient(context).currentIdentity.get()).rejects.toMatchObject({
        code: 'MFA_REQUIRED',
        status: 0,
      }),
    'is refused where the code is wrong': (context) =>
      expect(withCode(context, '000000').currentIdentity.get()).rejects.toMatchObject({
        status: 401,
        code: 'MFA_INVALID_TOKEN',
      }),
    'is waited for by a session': async (context) => {
      made.waiting = withCode(context, () => code(context))
      const { id, isMfaRequired, isMfaComplete } = await made.waiting.session()
      expect([isMfaRequired, isMfaComplete]).toEqual([true, false])
      made.session = id
    },
    'is given to it': async () => {
      expect((await requireValue(made.waiting).currentIdentity.get()).id).toBe(made.id)
      expect(await requireValue(made.waiting).session()).toMatchObject({
        id: made.session,
        isMfaComplete: true,
      })
    },
    'is not given by the same code to another': (context) =>
      expect(withCode(context, made.used).currentIdentity.get()).rejects.toMatchObject({
        status: 401,
        code: 'MFA_INVALID_TOKEN',
      }),
    'has recovery codes': async (context) => {
      made.codes = (
        await first(context).currentIdentity.recoveryCodes({ mfaValidationCode: code(context) })
      ).recoveryCodes
      expect(new Set(made.codes).size).toBe(20)
    },
    'is given as one of them': async (context) =>
      expect((await withCode(context, requireValue(made.codes[0])).currentIdentity.get()).id).toBe(
        made.id,
      ),
    'is not given so twice': (context) =>
      expect(
        withCode(context, requireValue(made.codes[0])).currentIdentity.get(),
      ).rejects.toMatchObject({
        status: 401,
      }),
    'gets new recovery codes': async (context) => {
      const next = await renewRecoveryCodes(first(context), code(context))
      await expect(
        withCode(context, requireValue(made.codes[1])).currentIdentity.get(),
      ).rejects.toMatchObject({ status: 401 })
      expect((await withCode(context, requireValue(next[0])).currentIdentity.get()).id).toBe(
        made.id,
      )
    },
    'is removed with a code': (context) =>
      first(context).currentIdentity.removeMfa({ mfaValidationCode: code(context) }),
    'is not asked for then': async (context) =>
      expect((await createUserClient(context).currentIdentity.get()).isMfaEnabled).toBe(false),
    'is set up again': async (context) => {
      const codeIn = ({ provisioningUrl }: { provisioningUrl?: string }): string =>
        showCode(secretIn(provisioningUrl), context.now())
      expect(await enrollMfa(first(context), codeIn)).toHaveLength(20)
    },
    'is removed by an administrator': async (context) => {
      await context.admin.identities.removeMfa(made.id)
      expect((await createUserClient(context).currentIdentity.get()).isMfaEnabled).toBe(false)
    },
  }
}

const issuer = 'https://issuer.test'

/** Tokens of another issuer. */
export const externalTokens: Scenario = () => {
  const keys = createAuthority('issuer', { time: new Date(), random: randomBytes })
  const made = { id: '', signer: '', policy: '' }
  const jti = '3f2b1c1e-8a53-4d62-9e4d-0a8f6d1c2b3a'
  const tokenOf = ({ now }: Context, more: object = {}): Promise<string> =>
    new SignJWT({
      iss: issuer,
      aud: 'orchard',
      sub: made.id,
      exp: Math.floor(now() / 1000) + 600,
      ...more,
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .sign(createPrivateKey(keys.keyPem))
  const bearer = (context: Context, more?: object): Client =>
    context.client({ credentials: { externalJwt: () => tokenOf(context, more) } })
  const refused = { status: 401, code: 'UNAUTHORIZED' }
  return {
    'have a signer': async (context) => {
      made.id = await newUser(context)
      made.signer = (
        await context.admin.externalJwtSigners.create({
          name: 'issuer',
          issuer,
          audience: 'orchard',
          enabled: true,
          certPem: keys.certPem,
          kid: 'one',
        })
      ).id
    },
    'open a session': async (context) =>
      expect(await bearer(context).session()).toMatchObject({
        identityId: made.id,
        authenticatorId: `extJwtId:${made.signer}`,
      }),
    'open none for another audience': (context) =>
      expect(bearer(context, { aud: 'desert' }).session()).rejects.toMatchObject(refused),
    'open none when they have expired': (context) =>
      expect(
        bearer(context, { exp: Math.floor(context.now() / 1000) - 1 }).session(),
      ).rejects.toMatchObject(refused),
    'are revoked': async ({ admin }) => {
      expect(await admin.revocations.create({ type: 'JTI', id: jti })).toMatchObject({ id: jti })
      expect([
        (await admin.revocations.get(jti)).type,
        (await admin.revocations.list()).totalCount,
      ]).toEqual(['JTI', 1])
    },
    'open none when they are revoked': (context) =>
      expect(bearer(context, { jti }).session()).rejects.toMatchObject(refused),
    'are wanted as a second factor': async ({ admin }) => {
      const primary = {
        cert: { allowed: true, allowExpiredCerts: false },
        extJwt: { allowed: true, allowedSigners: [] },
        updb: {
          allowed: true,
          lockoutDurationMinutes: 0,
          maxAttempts: 0,
          minPasswordLength: 5,
          requireMixedCase: false,
          requireNumberChar: false,
          requireSpecialChar: false,
        },
      }
      made.policy = (
        await admin.authPolicies.create({
          name: 'two',
          primary,
          secondary: { requireTotp: false, requireExtJwtSigner: made.signer },
        })
      ).id
      await admin.identities.patch(made.id, { authPolicyId: made.policy })
    },
    'are asked for then': async (context) => {
      expect((await createUserClient(context).session()).authQueries).toMatchObject([
        { typeId: 'EXT-JWT', id: made.signer },
      ])
      await expect(createUserClient(context).currentIdentity.get()).rejects.toMatchObject(refused)
    },
    'are given with the password': async (context) => {
      const credentials = {
        username: 'anna',
        password: 'a-user-password',
        externalJwt: () => tokenOf(context),
      }
      expect((await context.client({ credentials }).currentIdentity.get()).id).toBe(made.id)
    },
    'keep their signer where it is': ({ admin }) =>
      expect(admin.externalJwtSigners.delete(made.signer)).rejects.toMatchObject({ status: 409 }),
    'open none when their signer is switched off': async (context) => {
      await context.admin.externalJwtSigners.patch(made.signer, { enabled: false })
      await expect(bearer(context).session()).rejects.toMatchObject(refused)
    },
  }
}
