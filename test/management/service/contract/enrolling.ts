import { decodeJwt, decodeProtectedHeader } from 'jose'
import { expect } from 'vitest'
import type { Client } from '../../../../src/management/client/index.js'
import { createKey } from '../../../../src/management/service/pki/authority.js'
import { createOutsideAuthority, createCsr } from '../../../support/certificates.js'
import type { Context, Pair, Scenario } from './scenario.js'
import { inMinutes, requireValue, minute } from './scenario.js'

const keyPem = (key: ReturnType<typeof createKey>): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** The claims, and with them the head, of a token. */
const decodeToken = (token: string): Record<string, unknown> => ({
  ...decodeProtectedHeader(token),
  ...decodeJwt(token),
})

/** What an identity enrolls with that is asked to by a token. */
export async function enrollOnce(
  { enroll }: Context,
  token: string,
  key = createKey(),
): Promise<Pair> {
  const { status, data } = await enroll({ token }, { csr: createCsr('whatever', key) })
  expect(status).toBe(200)
  return { cert: String(data['cert']), key: keyPem(key) }
}

const spent = { status: 400, code: 'INVALID_ENROLLMENT_TOKEN' }

/** An identity that is invited, comes with a certificate, and is sent back. */
export const byCertificate: Scenario = () => {
  const made = { id: '', enrollment: '', token: '', pair: { cert: '', key: '' }, authenticator: '' }
  const comes = (context: Context): Client =>
    context.client({ credentials: { certificate: true } }, made.pair)
  return {
    'is invited when it is made': async ({ admin }) => {
      made.id = (
        await admin.identities.create({
          name: 'anna',
          type: 'Device',
          isAdmin: false,
          enrollment: { ott: true },
        })
      ).id
      const { data } = await admin.identities.enrollments(made.id)
      made.enrollment = requireValue(data[0]).id
    },
    'is invited by a token of this service': async ({ admin, isSigned }) => {
      const { jwt, token, method } = await admin.enrollments.get(made.enrollment)
      expect(decodeToken(requireValue(jwt))).toMatchObject({ sub: made.id, em: 'ott', jti: token })
      expect([method, await isSigned(requireValue(jwt))]).toEqual(['ott', true])
      made.token = token
    },
    'is not invited twice': (context) =>
      expect(
        context.admin.enrollments.create({
          method: 'ott',
          identityId: made.id,
          expiresAt: inMinutes(context, 5),
        }),
      ).rejects.toMatchObject({
        status: 409,
        code: 'ENROLLMENT_EXISTS',
        field: { field: 'method', value: 'ott' },
      }),
    'comes too late': async ({ pass, enroll }) => {
      pass(181 * minute)
      expect(await enroll({ token: made.token }, { csr: createCsr('anna') })).toMatchObject({
        status: 400,
        code: 'ENROLLMENT_EXPIRED',
      })
    },
    'is invited anew': async (context) => {
      expect(
        await context.admin.enrollments.refresh(made.enrollment, {
          expiresAt: inMinutes(context, 10),
        }),
      ).toMatchObject({ id: made.enrollment })
      expect(await context.enroll({ token: made.token }, { csr: createCsr('anna') })).toMatchObject(
        spent,
      )
      made.token = (await context.admin.enrollments.get(made.enrollment)).token
    },
    'comes in time': async (context) => {
      made.pair = await enrollOnce(context, made.token)
    },
    'cannot come twice': async ({ enroll }) =>
      expect(await enroll({ token: made.token }, { csr: createCsr('anna') })).toMatchObject(spent),
    'is not expected any more': async ({ admin }) =>
      expect((await admin.enrollments.list()).totalCount).toBe(0),
    'opens a session with its certificate': async (context) => {
      const { identityId, authenticatorId, isCertExtendable } = await comes(context).login()
      expect([identityId, isCertExtendable]).toEqual([made.id, true])
      made.authenticator = authenticatorId
    },
    'goes back to an invitation': async (context) => {
      const { id } = await context.admin.authenticators.reEnroll(made.authenticator, {
        expiresAt: inMinutes(context, 10),
      })
      await expect(comes(context).login()).rejects.toMatchObject({
        status: 401,
        code: 'INVALID_AUTH',
      })
      made.enrollment = id
    },
    'is not invited any more': async ({ admin }) => {
      expect((await admin.enrollments.list()).data).toMatchObject([
        { id: made.enrollment, method: 'ott' },
      ])
      await admin.enrollments.delete(made.enrollment)
      await expect(admin.enrollments.get(made.enrollment)).rejects.toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      })
    },
  }
}

/** An identity that is invited to choose a password. */
export const byPassword: Scenario = () => {
  const made = { token: '', authenticator: '' }
  return {
    'is invited': async (context) => {
      const { id: identityId } = await context.admin.identities.create({
        name: 'bert',
        type: 'User',
        isAdmin: false,
      })
      const { id } = await context.admin.enrollments.create({
        method: 'updb',
        identityId,
        username: 'bert',
        expiresAt: inMinutes(context, 5),
      })
      made.token = (await context.admin.enrollments.get(id)).token
    },
    'must choose one that is long enough': async ({ enroll }) =>
      expect(
        await enroll({ token: made.token, method: 'updb' }, { body: { password: 'abc' } }),
      ).toMatchObject({ status: 400, code: 'COULD_NOT_VALIDATE' }),
    'chooses one': async ({ enroll }) =>
      expect(
        await enroll(
          { token: made.token, method: 'updb' },
          { body: { password: 'a-user-password' } },
        ),
      ).toMatchObject({ status: 200, data: { username: 'bert' } }),
    'opens a session with it': async ({ client }) => {
      made.authenticator = (
        await client({ credentials: { username: 'bert', password: 'a-user-password' } }).login()
      ).authenticatorId
    },
    'goes back to an invitation, with its sessions': async (context) => {
      const { id } = await context.admin.authenticators.reEnroll(made.authenticator, {
        expiresAt: inMinutes(context, 5),
      })
      expect(await context.admin.enrollments.get(id)).toMatchObject({
        method: 'updb',
        username: 'bert',
      })
      expect(
        (
          await context.admin.apiSessions.list({
            where: ({ authenticator }) => authenticator.eq(made.authenticator),
          })
        ).totalCount,
      ).toBe(0)
    },
  }
}

/** A router that enrolls, and is sent back. */
export const router: Scenario = () => {
  const made = { id: '', token: '', old: '' }
  const enroll = (context: Context, token: string) =>
    context.enroll(
      { token, method: 'erott' },
      { body: { certCsr: createCsr(made.id), serverCertCsr: createCsr(made.id) } },
    )
  return {
    'is made': async ({ admin }) => {
      made.id = (
        await admin.edgeRouters.create({ name: 'north', isTunnelerEnabled: true, cost: 7 })
      ).id
    },
    waits: async ({ admin, isSigned }) => {
      const { isVerified, enrollmentToken, enrollmentJwt } = await admin.edgeRouters.get(made.id)
      expect([isVerified, await isSigned(requireValue(enrollmentJwt))]).toEqual([false, true])
      made.token = requireValue(enrollmentToken)
    },
    enrolls: async (context) =>
      expect(Object.keys((await enroll(context, made.token)).data).sort()).toEqual([
        'ca',
        'cert',
        'serverCert',
      ]),
    'is found among those that wait no more': async ({ admin }) => {
      const waiting = async (isWaiting: boolean): Promise<number> =>
        (await admin.edgeRouters.list({ where: ({ isVerified }) => isVerified.eq(!isWaiting) }))
          .totalCount
      expect([await waiting(true), await waiting(false)]).toEqual([0, 1])
    },
    'is verified': async ({ admin }) => {
      const { isVerified, fingerprint, enrollmentToken } = await admin.edgeRouters.get(made.id)
      expect([isVerified, typeof fingerprint, enrollmentToken ?? null]).toEqual([
        true,
        'string',
        null,
      ])
    },
    'is sent back': ({ admin }) => admin.edgeRouters.reEnroll(made.id),
    'is as it was, but waits': async ({ admin }) => {
      const { isVerified, fingerprint, enrollmentToken, cost } = await admin.edgeRouters.get(
        made.id,
      )
      expect([
        isVerified,
        fingerprint ?? null,
        cost,
        (await admin.identities.get(made.id)).name,
      ]).toEqual([false, null, 7, 'north'])
      made.old = requireValue(enrollmentToken)
    },
    'is sent back again, and the invitation in between is worth nothing': async (context) => {
      await context.admin.edgeRouters.reEnroll(made.id)
      expect(await enroll(context, made.old)).toMatchObject(spent)
    },
    'enrolls again': async (context) => {
      expect(
        (
          await enroll(
            context,
            requireValue((await context.admin.edgeRouters.get(made.id)).enrollmentToken),
          )
        ).status,
      ).toBe(200)
      expect((await context.admin.edgeRouters.get(made.id)).isVerified).toBe(true)
    },
  }
}

/** A CA outside of the service, and those who come with its certificates. */
export const authority: Scenario = () => {
  const outside = createOutsideAuthority('Outside', Date.now())
  const key = createKey()
  const guest: Pair = { cert: outside.client('guest', key), key: keyPem(key) }
  const member: Pair = { cert: outside.client('member', key), key: keyPem(key) }
  const made = { id: '', token: '', member: '' }
  const guests = ({ admin }: Context) =>
    admin.identities.list({ where: ({ name }) => name.contains('guest') })
  return {
    'is made': async ({ admin }) => {
      made.id = (
        await admin.cas.create({
          name: 'outside',
          certPem: outside.certPem,
          isAuthEnabled: true,
          isAutoCaEnrollmentEnabled: true,
          isOttCaEnrollmentEnabled: true,
          identityRoles: ['guests'],
        })
      ).id
    },
    'waits to be verified by a token': async ({ admin }) => {
      const { isVerified, verificationToken } = await admin.cas.get(made.id)
      expect(isVerified).toBe(false)
      made.token = requireValue(verificationToken)
    },
    'lets nobody in until then': async (context) =>
      expect(
        await context.enroll({ method: 'ca' }, { certificate: guest, body: {} }),
      ).toMatchObject({ status: 400, code: 'CERT_FAILED_VALIDATION' }),
    'is not verified by another': ({ admin }) =>
      expect(
        admin.cas.verify(made.id, createOutsideAuthority('Other', Date.now()).client(made.token)),
      ).rejects.toMatchObject({ status: 400, code: 'CERTIFICATE_FAILED_VALIDATION' }),
    'is verified by the token that it was given': async ({ admin }) => {
      await admin.cas.verify(made.id, outside.client(made.token))
      expect((await admin.cas.get(made.id)).isVerified).toBe(true)
    },
    'is told of by a token of this service': async ({ admin, isSigned }) => {
      const jwt = await admin.cas.jwt(made.id)
      expect([decodeToken(jwt)['em'], decodeToken(jwt)['sub'], await isSigned(jwt)]).toEqual([
        'ca',
        made.id,
        true,
      ])
    },
    'lets its holders enroll': async (context) => {
      expect(
        (await context.enroll({ method: 'ca' }, { certificate: guest, body: {} })).status,
      ).toBe(200)
      expect((await guests(context)).data).toMatchObject([
        { name: 'outside-guest', roleAttributes: ['guests'] },
      ])
    },
    'lets them enroll once': async (context) =>
      expect(
        await context.enroll({ method: 'ca' }, { certificate: guest, body: {} }),
      ).toMatchObject({ code: 'CERT_IN_USE' }),
    'vouches for them': async (context) =>
      expect(
        (await context.client({ credentials: { certificate: true } }, guest).session()).identity
          .name,
      ).toBe('outside-guest'),
    'lets one enroll who is invited': async (context) => {
      const { id } = await context.admin.identities.create({
        name: 'member',
        type: 'User',
        isAdmin: false,
        enrollment: { ottca: made.id },
      })
      const token = requireValue((await context.admin.identities.get(id)).enrollment.ottca?.token)
      expect(
        (await context.enroll({ token, method: 'ottca' }, { certificate: member })).status,
      ).toBe(200)
      made.member = id
    },
    'vouches for that one': async (context) =>
      expect(
        (await context.client({ credentials: { certificate: true } }, member).session()).identityId,
      ).toBe(made.member),
    'does so no more when it is gone': async (context) => {
      await context.admin.cas.delete(made.id)
      await expect(
        context.client({ credentials: { certificate: true } }, guest).login(),
      ).rejects.toMatchObject({ status: 401, code: 'INVALID_AUTH' })
    },
  }
}
