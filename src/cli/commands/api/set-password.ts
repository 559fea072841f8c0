import type { Client } from '../../../management/client/index.js'
import { createField } from '../../../management/client/filter.js'
import { withoutFinalLineEnd } from '../../../document/lines.js'
import type { Command } from '../../command.js'
import { defineCommand } from '../../command.js'
import { askSecret, rewordForFlags, withClient } from '../../connection/connect.js'
import { connectionFlags } from '../../connection/flags.js'
import { UsageError } from '../../errors.js'
import { createTextReader } from '../../text-flags.js'
import { formatNote } from '../../ui/text.js'
import { helpFlags } from './flags.js'
import { findIdOrName } from './names.js'

export const setPasswordName = 'identities.set-password'

/** `--password-file` has the new password; the password to sign in with comes from a login or a variable. */
export const setPasswordCommand: Command = defineCommand({
  flags: {
    ...connectionFlags,
    'password-file': {
      value: 'FILE',
      help: 'new password, - for stdin (default: ask)',
      group: 'Input',
    },
    ...helpFlags,
  },
  name: `api ${setPasswordName}`,
  usage: 'NAME',
  summary: 'set the password of an identity',
  examples: ['routerfile api identities set-password north --password-file password.txt'],
  page: 'docs/management-client.md',
  run: async ({ args, passwordFile, ...connection }, { err }) => {
    const names = args.slice(args[0]?.includes('.') ? 1 : 2)
    const [name] = names
    if (name === undefined || names.length > 1)
      throw new UsageError(
        `${setPasswordName} needs one identity: routerfile api ${setPasswordName} NAME`,
      )
    const fileText = createTextReader({
      'password-file': passwordFile,
      'token-file': connection.tokenFile,
      'external-jwt-file': connection.externalJwtFile,
    })('password-file')
    const password =
      fileText === undefined
        ? await askSecret(`New password of ${name}`)
        : withoutFinalLineEnd(fileText)
    if (password === undefined || password === '')
      throw new UsageError(
        `the new password of \`${name}\` is missing; use --password-file FILE (- for standard input); routerfile only asks for it on a terminal`,
      )
    const username = await withClient({ ...connection, passwordFile: undefined }, (client) =>
      setPassword(client, name, password).catch((error: unknown) => {
        rewordForFlags(error)
        throw error
      }),
    )
    err(formatNote(`set the password of \`${name}\`, whose user name is \`${username}\``))
    return 0
  },
})

/** If the identity has no password yet, its name becomes its user name. Returns the user name. */
async function setPassword(client: Client, nameOrId: string, password: string): Promise<string> {
  const identity = await client.identities.get(await findIdOrName(client, 'identities', nameOrId))
  for await (const authenticator of client.authenticators.list({
    filter: createField('identity').eq(identity.id).text,
  })) {
    if (authenticator.method !== 'updb') continue
    await client.authenticators.patch(authenticator.id, { password })
    return authenticator.username ?? identity.name
  }
  await client.authenticators.create({
    method: 'updb',
    identityId: identity.id,
    username: identity.name,
    password,
  })
  return identity.name
}
