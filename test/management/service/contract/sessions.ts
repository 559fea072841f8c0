import { expect } from 'vitest'
import type { Client } from '../../../../src/management/client/index.js'
import { newUser, createUserClient } from './identities.js'
import type { Context, Scenario } from './scenario.js'
import { requireValue, minute } from './scenario.js'

/** A session from its opening to its end, in all the ways that it can end. */
export const session: Scenario = () => {
  const made: { id: string; session: string; user?: Client } = { id: '', session: '' }
  const user = (context: Context): Client => (made.user ??= createUserClient(context))
  const isAnother = async (context: Context): Promise<boolean> => {
    const { id } = await user(context).session()
    const before = made.session
    made.session = id
    return id !== before
  }
  return {
    'is opened': async (context) => {
      made.id = await newUser(context)
      expect(await isAnother(context)).toBe(true)
    },
    'is seen by the administrator': async ({ admin }) => {
      expect(await admin.apiSessions.get(made.session)).toMatchObject({
        identityId: made.id,
        isMfaRequired: false,
      })
      expect(
        (await admin.apiSessions.list({ where: ({ identity }) => identity.eq(made.id) })).data,
      ).toMatchObject([{ id: made.session }])
    },
    'lives on while it is used': async (context) => {
      for (let count = 0; count < 3; count += 1) {
        context.pass(29 * minute)
        expect(await isAnother(context)).toBe(false)
      }
    },
    'lives on from its last use': async (context) => {
      context.pass(29 * minute)
      expect(await isAnother(context)).toBe(false)
    },
    'has ended when nobody used it for half an hour, and another is opened unasked': async (
      context,
    ) => {
      context.pass(31 * minute)
      expect((await user(context).currentIdentity.get()).id).toBe(made.id)
      expect(await isAnother(context)).toBe(true)
    },
    'ends after a day, however much it is used': async (context) => {
      for (let count = 0; count < 71; count += 1) {
        context.pass(20 * minute)
        await user(context).currentIdentity.get()
      }
      expect(await isAnother(context)).toBe(false)
      context.pass(20 * minute)
      expect(await isAnother(context)).toBe(true)
    },
    'is ended by the administrator': async (context) => {
      await context.admin.apiSessions.delete(made.session)
      await expect(context.admin.apiSessions.get(made.session)).rejects.toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      })
      expect(await isAnother(context)).toBe(true)
    },
    'is ended by a revocation': async (context) => {
      await context.admin.revocations.create({ type: 'IDENTITY', id: made.id })
      expect(await isAnother(context)).toBe(true)
    },
    'is ended by its holder': async (context) => {
      await user(context).logout()
      await expect(context.admin.apiSessions.get(made.session)).rejects.toMatchObject({
        status: 404,
      })
    },
    'is another after that': async (context) => expect(await isAnother(context)).toBe(true),
    'is taken over by its token': async ({ client }) => {
      const { token } = await requireValue(made.user).session()
      expect((await client({ credentials: { token } }).session()).id).toBe(made.session)
    },
    'ends for all who have the token': async (context) => {
      const { token } = await requireValue(made.user).session()
      await context.client({ credentials: { token } }).currentApiSession.delete()
      expect(await isAnother(context)).toBe(true)
    },
    'is not exchanged for a token of one-time codes, which others than OpenID Connect have not': (
      context,
    ) =>
      expect(
        user(context).currentApiSession.createTotpToken({ code: '000000' }),
      ).rejects.toMatchObject({ status: 400, code: 'INVALID_BACKING_TOKEN_TYPE' }),
    'is opened with what the client says of itself, and the configs that it wants': async (
      context,
    ) => {
      const { id: configTypeId } = await context.admin.configTypes.create({ name: 'pump' })
      const told = context.client({
        credentials: { username: 'anna', password: 'a-user-password' },
        authentication: {
          configTypes: ['pump'],
          envInfo: { os: 'plan9' },
          sdkInfo: { type: 'orchard' },
        },
      })
      expect((await told.session()).configTypes).toEqual([configTypeId])
      expect(await context.admin.identities.get(made.id)).toMatchObject({
        envInfo: { os: 'plan9' },
        sdkInfo: { type: 'orchard' },
      })
    },
    'with a service is opened by endpoints only': async ({ admin }) => {
      expect((await admin.sessions.list()).totalCount).toBe(0)
      await expect(admin.sessions.get('none')).rejects.toMatchObject({ status: 404 })
      await expect(admin.sessions.delete('none')).rejects.toMatchObject({ status: 404 })
      expect((await admin.sessions.routePath('none')).routePath).toEqual([])
    },
  }
}
