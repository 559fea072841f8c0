import type { Streams } from '../command.js'
import type { Login } from '../connection/logins.js'
import { loginsOf } from '../connection/logins.js'
import { readProfiles, unknownProfile, writeProfiles } from '../connection/profiles.js'
import type { Given } from '../flags.js'
import type { Style } from './print.js'
import { printerOf } from './print.js'

/** Who signs in, without anything secret. */
const whoOf = ({ username, identity, cert }: Login): string =>
  username ?? identity ?? cert ?? 'a token'

const keptIn = ({ name, inKeychain }: Login): string =>
  name.startsWith('ziti:') ? 'ziti' : inKeychain ? 'keychain' : 'file'

/** Lists the logins, or makes one of them the one that counts where none is named. */
export function listProfiles(given: Given, { err }: Streams, style: Style): number {
  const logins = loginsOf(process.env)
  const { default: standard, profiles } = readProfiles(process.env)
  const wanted = given.last('default')
  if (wanted !== undefined) {
    if (!Object.hasOwn(profiles, wanted)) throw unknownProfile(wanted, Object.keys(profiles))
    writeProfiles(process.env, { default: wanted, profiles })
    err(`routerfile: \`${wanted}\` is the login that counts where none is named\n`)
    return 0
  }
  const printer = printerOf(['name', 'url', 'who', 'keptIn', 'isDefault'], style)
  printer.records(
    logins.map((login) => ({
      name: login.name,
      url: login.url,
      who: whoOf(login),
      keptIn: keptIn(login),
      isDefault: login.name === standard,
      ...(login.readOnly && { readOnly: true }),
    })),
  )
  printer.end()
  if (logins.length === 0) err('routerfile: no login is kept; `routerfile api login` makes one\n')
  return 0
}
