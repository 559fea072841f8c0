import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { describeFailureWithStack } from '../../../document/failure.js'
import { withoutFinalLineEnd } from '../../../document/lines.js'
import { parseAddress } from '../../../formats/address.js'
import type { Administrator } from '../../../management/service/bootstrap.js'
import { resetPassword } from '../../../management/service/bootstrap.js'
import type { AccessEntry, ManagementService } from '../../../management/service/index.js'
import { createService, ListenError, StoreError } from '../../../management/service/index.js'
import { exportRecords, hasStore, importRecords } from '../../../management/service/backup.js'
import { checkListen } from '../../../management/service/http/listen.js'
import { describeError, getErrorCode, readNamedBytes } from '../../../project/disk.js'
import type { Streams } from '../../command.js'
import { UsageError } from '../../errors.js'
import { getVariableName } from '../../project-flags.js'
import { waitForEnd } from '../../wait-for-end.js'
import { formatCount } from '../../../document/words.js'
import type { ServeOptions } from './flags.js'
import { openRunningRouters } from './running-routers.js'

/** Minimum and maximum length of the passwords that the API accepts. */
const minPasswordLength = 5
const maxPasswordLength = 100

const inMemory = ':memory:'

/** Remedy for damaged records, added to the remedies that the service suggests. */
const importHint = 'or import an export into an empty folder: --data FOLDER --import FILE'

/** Serves until a signal arrives, or imports or exports records, or resets a password. Returns the exit code. */
export async function runServe(options: ServeOptions, streams: Streams): Promise<number> {
  const { data, export: exportPath, import: importPath, resetPassword: isReset } = options
  if (data === undefined)
    throw new UsageError(
      'serve needs a folder for its records; add --data FOLDER, or --data :memory: to keep no records',
    )
  try {
    if (isReset && (exportPath !== undefined || importPath !== undefined))
      throw new UsageError('--reset-password cannot be used with --export or --import')
    if (isReset) return await resetAdministrator(data, options, streams)
    if (exportPath !== undefined || importPath !== undefined)
      return await transferRecords(data, { exportPath, importPath, streams })
    return await runService(data, options, streams)
  } catch (error) {
    if (error instanceof StoreError)
      throw new UsageError(error.isDamaged ? `${error.message}, ${importHint}` : error.message)
    if (error instanceof ListenError) throw new UsageError(error.message)
    throw error
  }
}

/** Gives the administrator of a folder a new password, for an operator who has lost it. */
async function resetAdministrator(
  data: string,
  options: ServeOptions,
  streams: Streams,
): Promise<number> {
  if (data === inMemory || !(await hasStore(data)))
    throw new UsageError(
      `--reset-password: \`${data}\` has no records; name the folder of a service`,
    )
  const { username, password } = readAdministrator(options)
  const generatedPassword = randomBytes(18).toString('base64url')
  const name = await resetPassword(data, { username, password: password ?? generatedPassword })
  streams.out(
    password === undefined
      ? `administrator ${name}, password ${generatedPassword} (not shown again)\n`
      : `administrator ${name} has the given password\n`,
  )
  return 0
}

type TransferOptions = {
  exportPath: string | undefined
  importPath: string | undefined
  streams: Streams
}

async function transferRecords(
  data: string,
  { exportPath, importPath, streams: { out, err } }: TransferOptions,
): Promise<number> {
  if (exportPath !== undefined && importPath !== undefined)
    throw new UsageError('--export cannot be used with --import')
  if (data === inMemory)
    throw new UsageError(
      '--data :memory: cannot be used with --export or --import, because it keeps no records; use --data FOLDER',
    )
  if (exportPath !== undefined) {
    await exportRecords(data, exportPath === '-' ? out : exportPath).catch((error: unknown) =>
      throwUnusable(exportPath, error),
    )
    if (exportPath !== '-')
      err(
        `routerfile: exported the records in \`${data}\` to \`${exportPath}\`; keep this file secret, because it contains tokens and keys\n`,
      )
  } else {
    const input =
      importPath === '-'
        ? process.stdin
        : (
            await open(importPath ?? '').catch((error: unknown) =>
              throwUnusable(importPath ?? '', error),
            )
          ).createReadStream()
    const count = await importRecords(data, input)
    err(`routerfile: imported ${formatCount(count, 'record')} into \`${data}\`\n`)
  }
  return 0
}

/** Throws a `UsageError` for an error of the file system; rethrows any other error. */
function throwUnusable(path: string, error: unknown): never {
  if (
    error instanceof Error &&
    !(error instanceof StoreError) &&
    'code' in error &&
    'syscall' in error
  )
    throw new UsageError(`cannot use \`${path}\`: ${describeError(error)}`)
  throw error
}

/** Maximum size of a key, a certificate or a password in bytes. */
const maxKeyBytes = 2 ** 20

function readFile(path: string): string {
  try {
    const bytes = readNamedBytes(path, maxKeyBytes)
    if (bytes) return Buffer.from(bytes).toString()
  } catch (error) {
    return throwUnusable(path, error)
  }
  throw new UsageError(`cannot use \`${path}\`: it has more than ${maxKeyBytes / 1024 / 1024} MB`)
}

/** The key and certificate that the flags name, `false` for plain HTTP; undefined if the service creates its own. */
function readTls({
  cert,
  key,
  insecureHttp: usesPlainHttp,
}: ServeOptions): { cert: string; key: string } | false | undefined {
  if (usesPlainHttp && (cert ?? key) !== undefined)
    throw new UsageError('--insecure-http cannot be used with --cert and --key')
  if (cert === undefined && key === undefined) return usesPlainHttp ? false : undefined
  if (cert === undefined || key === undefined)
    throw new UsageError('--cert and --key must be given together')
  const pair = { cert: readFile(cert), key: readFile(key) }
  try {
    createSecureContext(pair)
    return pair
  } catch (error) {
    throw new UsageError(
      `\`${cert}\` and \`${key}\` are not a certificate and its key (${getErrorCode(error) || 'they cannot be read'})`,
    )
  }
}

/** The address that routers dial, with its protocol. */
function readCtrlAddress({ ctrlAddress: value }: ServeOptions): string | undefined {
  if (value === undefined) return undefined
  const address = value.startsWith('tls:') ? value : `tls:${value}`
  const host = parseAddress(address, { schemes: ['tls'], allowsBrackets: true })?.host
  if (host !== undefined && /^[^\s/]+$/.test(host)) return address
  throw new UsageError(`--ctrl-address ${value}: expected HOST:PORT, such as ctrl.example.com:6262`)
}

function readOrigin({ cors: origin }: ServeOptions): string | undefined {
  if (
    origin === undefined ||
    origin === '*' ||
    (URL.canParse(origin) && new URL(origin).origin === origin)
  )
    return origin
  throw new UsageError(
    `--cors ${origin}: expected \`*\` or an origin, such as https://console.example.com`,
  )
}

/** The address of the API to write into tokens. */
function readAddress({ address }: ServeOptions): string | undefined {
  if (
    address === undefined ||
    parseAddress(`tls:${address}`, { schemes: ['tls'], allowsBrackets: true })?.host
  )
    return address
  throw new UsageError(`--address ${address}: expected HOST:PORT, such as api.example.com:1280`)
}

/** The function that logs a request; undefined without --log. */
function readLog(
  { log: format }: ServeOptions,
  { err }: Streams,
): ((entry: AccessEntry) => void) | undefined {
  if (format === undefined) return undefined
  if (format !== 'json') throw new UsageError(`--log ${format}: expected json`)
  return (entry) => err(`${JSON.stringify(entry)}\n`)
}

const getPasswordSource = ({ passwordFile: path }: Pick<ServeOptions, 'passwordFile'>): string =>
  path === undefined ? getVariableName('admin-password') : `\`${path}\``

/** The administrator that flags and variables describe; `password` is undefined if it must be generated. */
function readAdministrator({ admin: username = 'admin', passwordFile: path }: ServeOptions): {
  username: string
  password: string | undefined
} {
  const password =
    path === undefined
      ? process.env[getVariableName('admin-password')]
      : withoutFinalLineEnd(readFile(path))
  const passwordSource = getPasswordSource({ passwordFile: path })
  if (username.length < 4)
    throw new UsageError(`--admin ${username}: must have at least 4 characters`)
  const length = password?.length ?? minPasswordLength
  if (length < minPasswordLength || length > maxPasswordLength)
    throw new UsageError(
      `the password in ${passwordSource} must have ${minPasswordLength} to ${maxPasswordLength} characters`,
    )
  return { username, password }
}

/** Generates a missing password, and prints it before it is stored: the process may be killed in between. */
function ensureAdministratorPassword(
  { username, password }: ReturnType<typeof readAdministrator>,
  { out }: Streams,
): Administrator {
  if (password !== undefined) return { username, password }
  const generatedPassword = randomBytes(18).toString('base64url')
  out(`administrator ${username}, password ${generatedPassword} (not shown again)\n`)
  return { username, password: generatedPassword }
}

async function runService(data: string, options: ServeOptions, streams: Streams): Promise<number> {
  const { host, port = 1280 } = options
  const tls = readTls(options)
  const cors = readOrigin(options)
  const ctrlAddress = readCtrlAddress(options)
  const address = readAddress(options)
  const log = readLog(options, streams)
  const listenOptions = {
    port,
    ...(host !== undefined && { host }),
    ...(tls !== undefined && { tls }),
  }
  const routers = await openRunningRouters(options, streams)
  // An existing service already has an administrator, and the password file may be gone.
  const isNew = data === inMemory || !(await hasStore(data))
  const passwordSource = getPasswordSource(options)
  const administrator =
    isNew || process.env[passwordSource] ? readAdministrator(options) : undefined
  await checkListen(listenOptions)
  // Nothing is printed or created before all arguments are checked.
  for (const path of routers?.brokenPaths ?? [])
    streams.err(
      `routerfile: \`${path}\` has errors, so \`serve\` shows no running router for it; run \`routerfile lint\` on it\n`,
    )
  const service = await createService({
    data,
    ...(administrator?.password !== undefined && !isNew
      ? {
          admin: { username: administrator.username, password: administrator.password },
          onOtherPassword: (name: string) =>
            streams.err(
              `routerfile: the administrator ${name} in \`${data}\` has another password than ${passwordSource}; the stored one applies. To set the given one, run \`routerfile serve --data ${data} --reset-password\`\n`,
            ),
        }
      : {
          admin: () =>
            ensureAdministratorPassword(administrator ?? readAdministrator(options), streams),
        }),
    allowLocalKeys: options.allowLocalJwks,
    onRefusedConfigs: (names) => streams.err(formatRefusedConfigs(data, names)),
    ...(cors !== undefined && { cors }),
    ...(address !== undefined && { address }),
    ...(ctrlAddress !== undefined && { ctrlAddress }),
    ...(routers && { runningRouters: routers.read }),
  })
  try {
    const failure = await waitForEnd(async (fail) => {
      const reportFailure = (error: unknown): void =>
        error instanceof StoreError
          ? fail(error)
          : streams.err(`routerfile: internal failure: ${describeFailureWithStack(error)}\n`)
      // A late failure of one request must not end the others.
      process.on('unhandledRejection', reportFailure).on('uncaughtException', reportFailure)
      const endpoint = await service.listen({
        ...listenOptions,
        failed: reportFailure,
        ...(log && { log }),
      })
      streams.out(formatAnnouncement(data, endpoint))
    })
    if (failure) throw failure
    return 0
  } finally {
    await service.close()
  }
}

/** Maximum number of names of configs in a message. */
const maxNames = 20

function formatRefusedConfigs(data: string, names: readonly string[]): string {
  const shownNames = names.slice(0, maxNames).map((name) => `\`${name}\``)
  const moreCount = names.length - shownNames.length
  return `routerfile: \`${data}\` now has the built-in config types of this version. They refuse ${shownNames.join(', ')}${moreCount > 0 ? ` and ${moreCount} more configs` : ''}, which stay as they are until somebody changes them\n`
}

function formatAnnouncement(
  data: string,
  { url, fingerprint }: Awaited<ReturnType<ManagementService['listen']>>,
): string {
  return [
    `serving ${url}`,
    `records ${data === inMemory ? 'in memory, until the program ends' : `in ${data}`}`,
    ...(fingerprint === undefined ? [] : [`CA fingerprint SHA-256 ${fingerprint}`]),
    '',
  ].join('\n')
}
