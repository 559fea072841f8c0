import { expect } from 'vitest'
import type { Client } from '../../../../src/management/client/index.js'
import type { Context, Scenario } from './scenario.js'
import { inMinutes, minute } from './scenario.js'

const username = 'anna'
const password = 'a-user-password'

/** A user with a password. */
export async function newUser(
  { admin }: Context,
  more: { authPolicyId?: string; isAdmin?: boolean } = {},
): Promise<string> {
  const { id } = await admin.identities.create({
    name: username,
    type: 'User',
    isAdmin: false,
    ...more,
  })
  await admin.authenticators.create({ method: 'updb', identityId: id, username, password })
  return id
}

/** The client of that user. */
export const createUserClient = ({ client }: Context, more: { password?: string } = {}): Client =>
  client({ credentials: { username, password, ...more } })

const refused = { status: 401, code: 'INVALID_AUTH' }

/** An identity between its making and its end. */
export const identity: Scenario = () => {
  const made: { id: string; own: { user?: Client } } = { id: '', own: {} }
  const user = (context: Context): Client => (made.own.user ??= createUserClient(context))
  return {
    'is made with a password': async (context) => {
      made.id = await newUser(context)
    },
    'opens a session': async (context) =>
      expect(await user(context).currentIdentity.get()).toMatchObject({
        id: made.id,
        name: username,
        isAdmin: false,
      }),
    'has a session then': async ({ admin }) =>
      expect(await admin.identities.get(made.id)).toMatchObject({ hasApiSession: true }),
    'has an authenticator': async ({ admin }) =>
      expect((await admin.identities.authenticators(made.id)).data).toMatchObject([
        { method: 'updb', username },
      ]),
    'may not do what administrators may': (context) =>
      expect(
        user(context).identities.create({ name: 'bert', type: 'User', isAdmin: false }),
      ).rejects.toMatchObject({
        status: 401,
        code: 'UNAUTHORIZED',
        message: expect.stringContaining('lacks the permission'),
      }),
    'is disabled for a while': async (context) => {
      await context.admin.identities.disable(made.id, { durationMinutes: 20 })
      expect(await context.admin.identities.get(made.id)).toMatchObject({
        disabled: true,
        disabledUntil: inMinutes(context, 20),
        hasApiSession: false,
      })
    },
    'does nothing meanwhile': (context) =>
      expect(user(context).currentIdentity.get()).rejects.toMatchObject(refused),
    'is enabled by itself afterwards': async (context) => {
      context.pass(20 * minute)
      expect((await user(context).currentIdentity.get()).disabled).toBe(false)
    },
    'is disabled without end': ({ admin }) =>
      admin.identities.disable(made.id, { durationMinutes: 0 }),
    'does nothing for a year then': (context) => {
      context.pass(365 * 24 * 60 * minute)
      return expect(user(context).currentIdentity.get()).rejects.toMatchObject(refused)
    },
    'is enabled': ({ admin }) => admin.identities.enable(made.id),
    'opens a session again': async (context) =>
      expect((await user(context).session()).identityId).toBe(made.id),
    'has failed in nothing, as nothing connects here': async ({ admin }) =>
      expect(await admin.identities.failedServiceRequests(made.id)).toEqual([]),
    'has told nothing of its posture': async ({ admin }) =>
      expect(await admin.identities.postureData(made.id)).toMatchObject({
        apiSessionPostureData: {},
        processes: [],
      }),
    'is traced': async (context) =>
      expect(
        await context.admin.identities.trace(made.id, {
          enabled: true,
          duration: '5m',
          traceId: 'one',
        }),
      ).toEqual({ enabled: true, traceId: 'one', until: inMinutes(context, 5) }),
    'is deleted with its authenticator and its session': async (context) => {
      await context.admin.identities.delete(made.id)
      expect(
        (
          await context.admin.authenticators.list({
            where: ({ method, identity: of }) => method.eq('updb').and(of.eq(made.id)),
          })
        ).totalCount,
      ).toBe(0)
      await expect(user(context).currentIdentity.get()).rejects.toMatchObject(refused)
    },
  }
}

/** A password that its owner changes. */
export const ownPassword: Scenario = () => {
  const made = { id: '' }
  const change = (
    currentPassword: string,
    next: string,
  ): { currentPassword: string; password: string; username: string } => ({
    currentPassword,
    password: next,
    username,
  })
  return {
    'belongs to a user': async (context) => void (await newUser(context)),
    'is an authenticator of the user': async (context) => {
      const { data } = await createUserClient(context).currentIdentity.authenticators()
      made.id = data[0]?.id ?? ''
      expect(await createUserClient(context).currentIdentity.authenticator(made.id)).toMatchObject({
        id: made.id,
        method: 'updb',
        username,
      })
    },
    'is not changed with a wrong one': (context) =>
      expect(
        createUserClient(context).currentIdentity.replaceAuthenticator(
          made.id,
          change('a-wrong-password', 'the-second'),
        ),
      ).rejects.toMatchObject({ status: 401, field: { field: 'currentPassword' } }),
    'is replaced': (context) =>
      createUserClient(context).currentIdentity.replaceAuthenticator(
        made.id,
        change(password, 'the-second'),
      ),
    'opens nothing any more when it is replaced': (context) =>
      expect(createUserClient(context).login()).rejects.toMatchObject(refused),
    'is changed': (context) =>
      createUserClient(context, { password: 'the-second' }).currentIdentity.patchAuthenticator(
        made.id,
        {
          currentPassword: 'the-second',
          password: 'the-third',
        },
      ),
    'is what it was changed to': async (context) =>
      expect(
        (await createUserClient(context, { password: 'the-third' }).login()).authenticatorId,
      ).toBe(made.id),
  }
}

/** A lock that comes with failed attempts. */
export const lockout: Scenario = () => {
  const made = { id: '' }
  const fail = (context: Context): Promise<void> =>
    expect(
      createUserClient(context, { password: 'a-wrong-password' }).login(),
    ).rejects.toMatchObject(refused)
  const primary = {
    cert: { allowed: false, allowExpiredCerts: false },
    extJwt: { allowed: false, allowedSigners: [] },
    updb: {
      allowed: true,
      lockoutDurationMinutes: 5,
      maxAttempts: 2,
      minPasswordLength: 5,
      requireMixedCase: false,
      requireNumberChar: false,
      requireSpecialChar: false,
    },
  }
  return {
    'is in the policy of a user': async (context) => {
      const { id } = await context.admin.authPolicies.create({
        name: 'locking',
        primary,
        secondary: { requireTotp: false },
      })
      made.id = await newUser(context, { authPolicyId: id })
    },
    'does not come with the first': fail,
    'comes with the second': fail,
    'refuses the right password': (context) =>
      expect(createUserClient(context).login()).rejects.toMatchObject(refused),
    'is to be seen at the identity': async (context) =>
      expect(await context.admin.identities.get(made.id)).toMatchObject({
        disabled: true,
        disabledUntil: inMinutes(context, 5),
      }),
    'ends by itself': async (context) => {
      context.pass(5 * minute)
      expect((await createUserClient(context).login()).identityId).toBe(made.id)
    },
  }
}
