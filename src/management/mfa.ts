import type { Mfa } from '../generated/management/shapes.js'
import type { Client } from './client.js'
import { ManagementError } from './error.js'

type Own = Pick<Client<'currentIdentity'>, 'currentIdentity'>

/**
 * Enrolls a second factor for the identity of the client. `codeOf` gets the enrollment, whose `provisioningUrl` is what
 * authenticators read from a picture, and gives a code of the authenticator. Takes up an enrollment that was not
 * finished. Gives the recovery codes, each of which stands for one code of the authenticator.
 */
export async function enrollMfa(
  { currentIdentity }: Own,
  codeOf: (enrollment: Mfa) => string | Promise<string>,
): Promise<string[]> {
  await currentIdentity.enrollMfa().catch(async (error: unknown) => {
    if (
      !(error instanceof ManagementError) ||
      error.code !== 'MFA_EXISTS' ||
      (await currentIdentity.mfa()).isVerified
    )
      throw error
  })
  const enrollment = await currentIdentity.mfa()
  await currentIdentity.verifyMfa({ code: await codeOf(enrollment) })
  return enrollment.recoveryCodes ?? []
}

/** Makes new recovery codes instead of the old ones. Takes a code of the authenticator. */
export async function renewRecoveryCodes(
  { currentIdentity }: Own,
  code: string,
): Promise<string[]> {
  await currentIdentity.createRecoveryCodes({ code })
  return (await currentIdentity.recoveryCodes({ mfaValidationCode: code })).recoveryCodes ?? []
}
