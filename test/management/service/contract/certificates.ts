import { expect } from 'vitest'
import type { Client } from '../../../../src/management/client/index.js'
import { createKey } from '../../../../src/management/service/pki/authority.js'
import { createCsr } from '../../../support/certificates.js'
import { enrollOnce } from './enrolling.js'
import type { Context, Pair, Scenario } from './scenario.js'
import { requireValue } from './scenario.js'

/** A certificate of the service that its holder has made anew. */
export const extension: Scenario = () => {
  const none: Pair = { cert: '', key: '' }
  const made = { id: '', authenticator: '', old: none, next: none }
  const by = ({ client }: Context, pair: Pair): Client =>
    client({ credentials: { certificate: true } }, pair)
  const isGood = (context: Context, pair: Pair): Promise<boolean> =>
    by(context, pair)
      .login()
      .then(
        () => true,
        () => false,
      )
  return {
    'is had by enrollment': async (context) => {
      made.id = (
        await context.admin.identities.create({
          name: 'anna',
          type: 'Device',
          isAdmin: false,
          enrollment: { ott: true },
        })
      ).id
      made.old = await enrollOnce(
        context,
        requireValue((await context.admin.identities.get(made.id)).enrollment.ott?.token),
      )
      made.authenticator = requireValue(
        (await context.admin.identities.authenticators(made.id)).data[0],
      ).id
    },
    'is to be made anew, with another key': ({ admin }) =>
      admin.authenticators.requestExtension(made.authenticator, { rollKeys: true }),
    'tells its holder so': async (context) =>
      expect(await by(context, made.old).session()).toMatchObject({
        isCertExtendable: true,
        isCertExtendRequested: true,
        isCertKeyRollRequested: true,
      }),
    'is not made anew for a request that is none': (context) =>
      expect(
        by(context, made.old).currentIdentity.extendAuthenticator(made.authenticator, {
          clientCertCsr: 'none',
        }),
      ).rejects.toMatchObject({ status: 400, code: 'COULD_NOT_PROCESS_CSR' }),
    'is made anew': async (context) => {
      const key = createKey()
      const { clientCert } = await by(context, made.old).currentIdentity.extendAuthenticator(
        made.authenticator,
        { clientCertCsr: createCsr('whatever', key) },
      )
      made.next = {
        cert: requireValue(clientCert),
        key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
    'counts on until the new one is confirmed': async (context) =>
      expect([await isGood(context, made.old), await isGood(context, made.next)]).toEqual([
        true,
        false,
      ]),
    'is not confirmed by another': (context) =>
      expect(
        by(context, made.old).currentIdentity.verifyExtendedAuthenticator(made.authenticator, {
          clientCert: made.old.cert,
        }),
      ).rejects.toMatchObject({ code: 'INVALID_CLIENT_CERT' }),
    'is confirmed': (context) =>
      by(context, made.old).currentIdentity.verifyExtendedAuthenticator(made.authenticator, {
        clientCert: made.next.cert,
      }),
    'has given way to the new one': async (context) =>
      expect([await isGood(context, made.old), await isGood(context, made.next)]).toEqual([
        false,
        true,
      ]),
    'is not asked for any more': async ({ admin }) => {
      const { isExtendRequested, lastExtendRolledKeys } = await admin.authenticators.get(
        made.authenticator,
      )
      expect([isExtendRequested ?? false, lastExtendRolledKeys]).toEqual([false, true])
    },
  }
}
