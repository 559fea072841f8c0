import { ManagementError } from '../../management/error.js'

/** What the messages of the client call options of programs, and what they are here. */
const flags: readonly (readonly [option: string, flag: string])[] = [['`externalJwt`', '--external-jwt-file'], ['`url`', '--url'], ['`credentials`', '--username or the like'], ['`totp`', 'ROUTERFILE_TOTP'], ['`release`', '--release']]

/** An error of a call in the words of the command line. */
export function advised(error: unknown): unknown {
  if (!(error instanceof ManagementError)) return error
  error.message = error.code === 'CERTIFICATE_NOT_TRUSTED' ? untrusted(error) : flags.reduce((text, [option, flag]) => text.replaceAll(option, flag), error.message)
  return error
}

const untrusted = ({ message, code }: ManagementError): string =>
  `${message.split('; get their authorities')[0] ?? ''}; give its authorities with --ca FILE, or --pin with its fingerprint or an enrollment token, or say \`routerfile api login\` on a terminal, which shows the fingerprint and asks (${code})`
