import { contract } from '../../generated/management/contract.js'
import type { Client } from '../../management/client/index.js'
import type { Operation } from '../../management/operation.js'
import type { Command, Streams } from '../command.js'
import { defineCommand } from '../command.js'
import { readRequestedConnection, resolveConnection, resolveUrl } from '../connection/settings.js'
import {
  endSessionAfter,
  rewordForFlags,
  createClientFor,
  requireCredentials,
} from '../connection/connect.js'
import type { ControllerOptions } from '../connection/flags.js'
import { connectionFlags } from '../connection/flags.js'
import type { Flags, FlagValues } from '../flags.js'
import { listPositionals, omitFlags, readOptions, toKebabCase } from '../flags.js'
import { UsageError } from '../errors.js'
import { formatTable, wrapText } from '../ui/text.js'
import { printRequest, send } from './api/send.js'
import type { Style } from './api/print.js'
import {
  findOperationOrResource,
  getOperationName,
  resourceNames,
  findListForDelete,
} from './api/operation-names.js'
import { login, logout, listProfiles } from './api/login.js'
import { confirmDelete } from './api/delete.js'
import { parseColumns } from './api/print.js'
import { proveCa } from './api/prove-ca.js'
import { setPasswordCommand, setPasswordName } from './api/set-password.js'
import { suggestField } from './api/suggest-field.js'
import type { ApiCallOptions, ApiJobOptions } from './api/flags.js'
import {
  apiFlags,
  callFlags,
  helpFlags,
  jobFlags,
  listFlags,
  loginFlags,
  profilesFlags,
} from './api/flags.js'
import type { ApiRequest, RequestInput } from './api/request.js'
import { createOperationFlags, findRow, readRequest } from './api/request.js'

const createPrintStyle = (
  { output }: Pick<ApiCallOptions, 'output'>,
  { isTerminal, width, out }: Streams,
): Style => ({
  output: output ?? (isTerminal ? 'table' : 'json'),
  width: isTerminal ? width : Infinity,
  out,
})

type ApiCall = { input: RequestInput; options: ApiCallOptions; connection: ControllerOptions }

/** Reads the flags of a call. Flags of the operation take precedence over general flags of the same name. */
function readCall(operation: Operation, operationFlags: Flags, parsed: FlagValues): ApiCall {
  const selectValues = (isOfOperation: boolean): FlagValues => ({
    ...parsed,
    values: new Map(
      [...parsed.values].filter(([name]) => Object.hasOwn(operationFlags, name) === isOfOperation),
    ),
  })
  const [operationValues, otherValues] = [selectValues(true), selectValues(false)]
  const connection = readOptions(connectionFlags, otherValues)
  return {
    input: {
      fields: operationValues.values,
      words: parsed.rest.slice(findOperationOrResource(parsed.rest).wordCount),
      list: operation.answer === 'page' ? readOptions(listFlags, operationValues) : undefined,
      jobs: readOptions(jobFlags, operationValues),
      secretFiles: {
        'password-file': connection.passwordFile,
        'token-file': connection.tokenFile,
        'external-jwt-file': connection.externalJwtFile,
      },
    },
    options: readOptions(callFlags, otherValues),
    connection,
  }
}

async function callOperation(
  operation: Operation,
  { input, options, connection }: ApiCall,
  streams: Streams,
): Promise<number> {
  const { jobs } = input
  const request = await readRequest(operation, input)
  const style = createPrintStyle(options, streams)
  const columns = jobs.columns === undefined ? undefined : parseColumns(operation, jobs.columns)
  if (options.dryRun) {
    const url = await resolveUrl(connection, process.env)
    printRequest(toDryRun(request, jobs), { url, out: streams.out })
    return 0
  }
  const connectionSettings = await resolveConnection(
    readRequestedConnection(connection, process.env),
    process.env,
  )
  if (!request.row.isOpen) requireCredentials(connectionSettings)
  const client = await createClientFor(connectionSettings, process.env)
  const printsAllPages = input.list?.all ?? false
  return endSessionAfter(client, async () => {
    try {
      const preparedRequest = await prepareRequest(request, { client, jobs, streams })
      const { jwtOut } = jobs
      return await send({
        request: preparedRequest,
        client,
        options,
        printsAllPages,
        streams,
        style,
        columns,
        jwtOut,
      })
    } catch (error) {
      return throwReworded(await suggestField(error, operation, client))
    }
  })
}

/** Completes a request: proves a CA with its key, or finds the records to delete and asks the user to confirm. */
async function prepareRequest(
  request: ApiRequest,
  { client, jobs, streams }: { client: Client; jobs: ApiJobOptions; streams: Streams },
): Promise<ApiRequest> {
  const { caKey } = jobs
  const [id = ''] = request.pathValueSets[0] ?? []
  if (caKey !== undefined) return { ...request, body: await proveCa(client, id, caKey) }
  return findListForDelete(request.operation)
    ? confirmDelete(request, jobs, { client, err: streams.err })
    : request
}

/** CERTIFICATE and ID are placeholders for values that only the controller knows. */
const toDryRun = (request: ApiRequest, { caKey, filter }: ApiJobOptions): ApiRequest => ({
  ...request,
  ...(caKey !== undefined && { body: 'CERTIFICATE\n' }),
  ...(findListForDelete(request.operation) && filter !== undefined && { pathValueSets: [['ID']] }),
})

const listOperations = (resource: string): Operation[] =>
  contract.operations.filter((operation) => operation.resource === resource)

const listResourceRows = (): (readonly [string, string])[] =>
  Object.keys(contract.resources).map(
    (resource) =>
      [
        toKebabCase(resource),
        listOperations(resource)
          .map((operation) => getOperationName(operation).split('.')[1] ?? '')
          .join(', '),
      ] as const,
  )

const listOperationRows = (resource: string): (readonly [string, string])[] => [
  ...listOperations(resource).map(
    (operation) =>
      [
        [
          getOperationName(operation),
          ...operation.parameters.map((name) => name.toUpperCase()),
        ].join(' '),
        operation.description,
      ] as const,
  ),
  ...(resource === 'identities'
    ? [[`${setPasswordName} NAME`, 'Sets the password of an identity.'] as const]
    : []),
]

const formatOverview = ({ width }: Streams): string =>
  [
    `${wrapText('Operations of the management API, as in `routerfile api edge-routers.list`:', width).join('\n')}\n`,
    formatTable(listResourceRows(), width),
    `Logins:\n${formatTable(
      [
        ['login', 'sign in and keep the login'],
        ['logout', 'end the session and forget the login'],
        ['profiles', 'list the logins'],
      ],
      width,
    )}`,
    `${wrapText('routerfile api RESOURCE lists its operations, routerfile api OPERATION --help their fields.', width).join('\n')}\n`,
  ].join('\n')

const rights: Readonly<Record<string, string>> = {
  none: 'no session',
  partial: 'a session, also without its second factor',
  session: 'a session',
  admin: 'an administrator',
}

const listRequestRows = (operation: Operation): (readonly [string, string])[] => {
  const { since } = findRow(operation)
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

const page = 'docs/management-client.md'

function createOperationCommand(operation: Operation, argv: readonly string[]): Command {
  const operationFlags = createOperationFlags(operation, argv)
  const usage = `${operation.parameters.map((name) => `${name.toUpperCase()} `).join('')}[--FLAG VALUE]...`
  return {
    // If an operation has a field named like a general flag, the flag means the field. Connection settings can still
    // come from environment variables or a login.
    flags: {
      ...operationFlags,
      ...omitFlags({ ...callFlags, ...connectionFlags }, operationFlags),
      ...helpFlags,
    },
    name: `api ${getOperationName(operation)}`,
    usage: usage.trim(),
    summary: operation.description.replace(/\.$/, ''),
    page,
    tables: { Request: listRequestRows(operation) },
    run: async (parsed, streams) =>
      callOperation(operation, readCall(operation, operationFlags, parsed), streams),
  }
}

/** Refuses a name after `login` and similar commands, because it would be ignored. */
function refuseArguments({ args: [word, name] }: { args: readonly string[] }): void {
  if (name !== undefined)
    throw new UsageError(
      `api ${word} takes only flags, but was given ${name}; use ${word === 'profiles' ? '--default' : '--profile'} ${name} to name a login`,
    )
}

const loginCommands: Readonly<Record<string, Command>> = {
  login: defineCommand({
    flags: { ...connectionFlags, ...loginFlags, ...helpFlags },
    name: 'api login',
    usage: '[--profile NAME] [--url URL]',
    summary: 'sign in to a controller and keep the login',
    examples: [
      'routerfile api login --url https://ctrl.example.com:1280 --username admin',
      'routerfile api login --profile prod --url https://ctrl.example.com:1280 --identity admin.json',
    ],
    page,
    run: async (options, streams) => {
      refuseArguments(options)
      return login(options, streams).catch(throwReworded)
    },
  }),
  logout: defineCommand({
    flags: { ...connectionFlags, ...helpFlags },
    name: 'api logout',
    usage: '[--profile NAME]',
    summary: 'end the session and forget the login',
    examples: ['routerfile api logout', 'routerfile api logout --profile prod'],
    page,
    run: async (options, streams) => {
      refuseArguments(options)
      return logout(options, streams).catch(throwReworded)
    },
  }),
  profiles: defineCommand({
    flags: { output: callFlags.output, ...profilesFlags, ...helpFlags },
    name: 'api profiles',
    usage: '[--default NAME]',
    summary: 'list the logins',
    examples: ['routerfile api profiles', 'routerfile api profiles --default prod'],
    page,
    run: async (options, streams) => {
      refuseArguments(options)
      return listProfiles(options, streams, createPrintStyle(options, streams))
    },
  }),
}

const throwReworded = (error: unknown): never => {
  rewordForFlags(error)
  throw error
}

export const api: Command = {
  name: 'api',
  usage: '[OPERATION] [ID]...',
  summary: 'call the management API of a controller',
  examples: [
    'routerfile api login --url https://ctrl.example.com:1280',
    'routerfile api edge-routers.list',
    'routerfile api edge-routers.get north',
  ],
  page,
  flags: apiFlags,
  words: () => [
    ...Object.keys(loginCommands),
    ...resourceNames,
    ...contract.operations.map(getOperationName),
    setPasswordName,
  ],
  selectSubcommand: (argv) => {
    const words = listPositionals(apiFlags, argv)
    const [first] = words
    if (first === undefined) return { ...api, tables: { Operations: listResourceRows() } }
    const command = loginCommands[first]
    if (command) return command
    if (/^identities[. ]set-?password\b/i.test(words.join(' '))) return setPasswordCommand
    const named = findOperationOrResource(words)
    if ('operation' in named) return createOperationCommand(named.operation, argv)
    return {
      flags: apiFlags,
      name: `api ${toKebabCase(named.resource)}`,
      usage: '',
      summary: `operations of ${toKebabCase(named.resource)}`,
      page,
      tables: { Operations: listOperationRows(named.resource) },
      run: async (_, { out, width }) => {
        out(formatTable(listOperationRows(named.resource), width))
        return 0
      },
    }
  },
  run: async (_, streams) => {
    streams.out(formatOverview(streams))
    return 0
  },
}
