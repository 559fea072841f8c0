import { contract } from '../../generated/management/contract.js'
import type { Operation } from '../../management/operation.js'
import { operationFlags, rowFor, sendingOf } from '../api/call.js'
import { apiFlags, callFlags, helpFlags, loginFlags, outputs, profilesFlags } from '../api/flags.js'
import { login, logout } from '../api/login.js'
import { meant, operationName, resourceNames } from '../api/names.js'
import type { Style } from '../api/print.js'
import { listProfiles } from '../api/profiles.js'
import { rehearse, send } from '../api/send.js'
import type { Command, Streams } from '../command.js'
import { accessOf, urlOf } from '../connection/access.js'
import { advised } from '../connection/advice.js'
import { clientFor, requireSomebody } from '../connection/connect.js'
import { connectionFlags } from '../connection/flags.js'
import type { Given } from '../flags.js'
import { oneOf, positionals, UsageError } from '../flags.js'
import { kebab } from '../kebab.js'
import { table, wrap } from '../width.js'

function styleOf(given: Given, { isTerminal, width, out }: Streams): Style {
  return {
    output: oneOf(given.last('output'), outputs, 'output') ?? (isTerminal ? 'table' : 'json'),
    width: isTerminal ? width : Infinity,
    out,
  }
}

async function call(operation: Operation, given: Given, streams: Streams): Promise<number> {
  const { words } = meant(given.rest)
  const sending = await sendingOf(operation, {
    given,
    argv: [...given.all.keys()].map((name) => `--${name}`),
    rest: given.rest.slice(words),
  })
  const style = styleOf(given, streams)
  if (given.has('dry-run')) {
    rehearse(sending, { url: await urlOf(given, process.env), out: streams.out })
    return 0
  }
  const access = await accessOf(given, process.env)
  if (!sending.row.isOpen) requireSomebody(access)
  const client = await clientFor(access, process.env)
  try {
    return await send({ sending, client, given, streams, style })
  } catch (error) {
    throw advised(error)
  } finally {
    // A session that cannot be ended ends by itself.
    await client.logout().catch(() => undefined)
  }
}

const operationsOf = (resource: string): Operation[] =>
  contract.operations.filter((operation) => operation.resource === resource)

/** Every resource with what can be done with it. */
const resourceRows = (): (readonly [string, string])[] =>
  Object.keys(contract.resources).map(
    (resource) =>
      [
        kebab(resource),
        operationsOf(resource)
          .map((operation) => operationName(operation).split('.')[1] ?? '')
          .join(', '),
      ] as const,
  )

const operationRows = (resource: string): (readonly [string, string])[] =>
  operationsOf(resource).map(
    (operation) =>
      [
        [operationName(operation), ...operation.parameters.map((name) => name.toUpperCase())].join(
          ' ',
        ),
        operation.description,
      ] as const,
  )

const overview = ({ width }: Streams): string =>
  [
    `${wrap('Operations of the management API, as in `routerfile api edge-routers.list`:', width).join('\n')}\n`,
    table(resourceRows(), width),
    `Logins:\n${table(
      [
        ['login', 'sign in, and keep the login'],
        ['logout', 'end its session, and forget it'],
        ['profiles', 'list the logins'],
      ],
      width,
    )}`,
    `${wrap('routerfile api RESOURCE lists its operations, routerfile api OPERATION --help their fields.', width).join('\n')}\n`,
  ].join('\n')

const rights: Readonly<Record<string, string>> = {
  none: 'nobody has to sign in',
  partial: 'a session that may lack its second factor',
  session: 'a session',
  admin: 'an administrator',
}

const requestRows = (operation: Operation): (readonly [string, string])[] => {
  const { since } = rowFor(operation)
  return [
    [`${operation.method} ${operation.path}`, operation.description],
    ['needs', rights[operation.right] ?? `the permission ${operation.right}`],
    ...(since === undefined
      ? []
      : [
          [
            'since',
            since === 'never' ? 'no release up to 2.0 serves it' : `release ${since}`,
          ] as const,
        ]),
  ]
}

const titled = (words: string, usage: string, summary: string): NonNullable<Command['title']> => ({
  name: `api ${words}`,
  usage,
  summary,
})

function forOperation(operation: Operation, argv: readonly string[]): Command {
  const usage = `${operation.parameters.map((name) => `${name.toUpperCase()} `).join('')}[--FLAG VALUE]...`
  return {
    // What an operation brings with it wins over what says how to connect; variables and logins say that too.
    flags: {
      ...operationFlags(operation, argv),
      ...withoutTaken({ ...callFlags, ...connectionFlags }, operationFlags(operation, argv)),
      ...helpFlags,
    },
    title: titled(operationName(operation), usage.trim(), operation.description.replace(/\.$/, '')),
    tables: { Request: requestRows(operation) },
    run: (given, streams) => call(operation, given, streams),
  }
}

const withoutTaken = (flags: Command['flags'], taken: Command['flags']): Command['flags'] =>
  Object.fromEntries(Object.entries(flags).filter(([name]) => !(name in taken)))

/** Refuses a name behind `login` and its like, which would be taken for nothing. */
function alone(given: Given): Given {
  const [word, name] = given.rest
  if (name === undefined) return given
  throw new UsageError(
    `api ${word} takes flags alone, and was given ${name}; a login is named with ${word === 'profiles' ? '--default' : '--profile'} ${name}`,
  )
}

const logins: Readonly<Record<string, Command>> = {
  login: {
    flags: { ...connectionFlags, ...loginFlags, ...helpFlags },
    title: titled(
      'login',
      '[--profile NAME] [--url URL]',
      'sign in to a controller, and keep the login for later commands',
    ),
    run: async (given, streams) => login(alone(given), streams).catch(fail),
  },
  logout: {
    flags: { ...connectionFlags, ...helpFlags },
    title: titled('logout', '[--profile NAME]', 'end the session of a login, and forget the login'),
    run: async (given, streams) => logout(alone(given), streams).catch(fail),
  },
  profiles: {
    flags: { output: callFlags['output'] ?? { help: '' }, ...profilesFlags, ...helpFlags },
    title: titled('profiles', '[--default NAME]', 'list the logins that are kept'),
    run: async (given, streams) => listProfiles(alone(given), streams, styleOf(given, streams)),
  },
}

const fail = (error: unknown): never => {
  throw advised(error)
}

export const api: Command = {
  flags: apiFlags,
  words: () => [
    ...Object.keys(logins),
    ...resourceNames,
    ...contract.operations.map(operationName),
  ],
  narrowed: (argv) => {
    const words = positionals(apiFlags, argv)
    const [first] = words
    if (first === undefined) return { ...api, tables: { Operations: resourceRows() } }
    const own = logins[first]
    if (own) return own
    const found = meant(words)
    if ('operation' in found) return forOperation(found.operation, argv)
    return {
      flags: apiFlags,
      title: titled(kebab(found.resource), '', `operations of ${kebab(found.resource)}`),
      tables: { Operations: operationRows(found.resource) },
      run: async (_, { out, width }) => {
        out(table(operationRows(found.resource), width))
        return 0
      },
    }
  },
  run: async (_, streams) => {
    streams.out(overview(streams))
    return 0
  },
}
