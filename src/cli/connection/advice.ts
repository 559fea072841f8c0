import { ManagementError } from '../../management/error.js'
import { kebab } from '../kebab.js'

/** What the messages of the client call options of programs, and what they are here. */
const flags: readonly (readonly [option: string, flag: string])[] = [
  ['`externalJwt`', '--external-jwt-file'],
  ['`url`', '--url'],
  ['`credentials`', '--username or the like'],
  ['`totp`', 'ROUTERFILE_TOTP'],
  ['`release`', '--release'],
]

/** An error of a call in the words of the command line. */
export function advised(error: unknown): unknown {
  if (!(error instanceof ManagementError)) return error
  const text =
    error.code === 'CERTIFICATE_NOT_TRUSTED'
      ? untrusted(error)
      : flags.reduce((sentence, [option, flag]) => sentence.replaceAll(option, flag), error.message)
  error.message = `${text.replace(error.operation, kebab(error.operation))}${isUnknown(error) ? `; records go by their ids, which \`routerfile api ${kebab(error.operation.split('.')[0] ?? '')}.list\` shows` : ''}`
  return error
}

const isUnknown = ({ status, request }: ManagementError): boolean =>
  status === 404 && /^\w+ \/[\w-]+\/\{id\}/.test(request)

const untrusted = ({ message, code }: ManagementError): string =>
  `${message.split('; get their authorities')[0] ?? ''}; give its authorities with --ca FILE, or --pin with its fingerprint or an enrollment token, or say \`routerfile api login\` on a terminal, which shows the fingerprint and asks (${code})`
