import { writeSync } from 'node:fs'
import { parseBaseUrl, createCall, formatQuery } from '../../../management/client/call.js'
import { toListQuery } from '../../../management/client/client.js'
import { ManagementError } from '../../../management/client/error.js'
import type { Client, Listing } from '../../../management/client/index.js'
import { getString, getNumber } from '../../../management/plain.js'
import type { Streams } from '../../command.js'
import { rewordForFlags } from '../../connection/connect.js'
import { UsageError } from '../../errors.js'
import {
  formatNote,
  toSafeJson,
  escapeControlsInLines,
  escapeControls,
  formatTable,
} from '../../ui/text.js'
import { isPlainObject } from '../../../document/record.js'
import { formatCount } from '../../../document/words.js'
import type { ApiCallOptions } from './flags.js'
import type { ApiRequest } from './request.js'
import { toArguments } from './request.js'
import { getMethod, getOperationName } from './operation-names.js'
import type { Style } from './print.js'
import { getColumns, createPrinter, printValue, pickColumns } from './print.js'
import { callByIdOrName, isListing, resolveNames } from './names.js'
import { writeEnrollmentToken } from './token-file.js'
import { maskSecretFields } from './fields.js'

type SendContext = {
  sending: ApiRequest
  client: Client
  options: Pick<ApiCallOptions, 'showSecrets'>
  /** Whether to print the records of all pages. */
  isWhole: boolean
  streams: Streams
  style: Style
  /** The fields to print of each record; undefined for the usual ones. */
  columns: readonly string[] | undefined
  /** The file for the enrollment token of a new record. */
  jwtOut: string | undefined
}

/** Masks the parts of a value that must not be shown, and reports whether anything was masked. */
function createMasker({ options, style, columns: chosen, sending: { operation } }: SendContext): {
  mask: (value: unknown) => unknown
  isLess: () => boolean
} {
  const state = { isLess: false }
  const columns =
    style.output === 'table' && (operation.answer === 'page' || operation.answer === 'items')
      ? (chosen ?? getColumns(operation))
      : undefined
  const note = (name: string): void => void (state.isLess ||= columns?.includes(name) ?? true)
  return {
    mask: (value) => (options.showSecrets ? value : maskSecretFields(value, note)),
    isLess: () => state.isLess,
  }
}

/** Sends the request and prints the response. Returns the exit code. */
export async function send(context: SendContext): Promise<number> {
  const sending = await resolveNames(context.sending, context.client)
  const sent = { ...context, sending }
  const { err } = context.streams
  const { mask, isLess } = createMasker(sent)
  const code = await (sending.operation.answer === 'page'
    ? printList(sent, mask)
    : sendEach(sent, mask))
  if (isLess()) err('routerfile: secrets are shown as ***; --show-secrets prints them\n')
  return code
}

/** Prints one page of records, or all. */
async function printList(
  { sending, client, isWhole, streams: { err }, style, columns }: SendContext,
  mask: (value: unknown) => unknown,
): Promise<number> {
  const list = (target: readonly string[]): Listing<unknown> => {
    const listing = getMethod(client, sending.operation)(...toArguments(sending, target))
    if (!isListing(listing)) throw new Error(`${sending.row.operation} is not a list`)
    return listing
  }
  const [target = []] = sending.targets
  const printer = createPrinter(columns ?? getColumns(sending.operation), style)
  const print = (records: readonly unknown[]): void =>
    printer.records(records.map((record) => mask(columns ? pickColumns(record, columns) : record)))
  if (isWhole) {
    await callByIdOrName({ operation: sending.operation, client }, target, async (found) => {
      for await (const records of list(found).pages()) print(records)
    })
    printer.end()
    return 0
  }
  const { data, offset, totalCount } = await callByIdOrName(
    { operation: sending.operation, client },
    target,
    async (found) => (await list(found).withResponse()).data,
  )
  print(data)
  printer.end()
  if (totalCount > offset + data.length)
    err(
      `routerfile: ${data.length === 0 ? 'none' : `${offset + 1} to ${offset + data.length}`} of ${totalCount}; use --all, or --limit and --offset, to see more\n`,
    )
  else if (totalCount === 0 && style.output === 'table') err('routerfile: no records found\n')
  return 0
}

/** Sends one request per target. With several targets, a failure does not stop the others. */
async function sendEach(sent: SendContext, mask: (value: unknown) => unknown): Promise<number> {
  const {
    sending,
    client,
    streams: { err },
  } = sent
  const method = getMethod(client, sending.operation)
  let code = 0
  for (const target of sending.targets) {
    try {
      const value = await callByIdOrName(
        { operation: sending.operation, client },
        target,
        async (found) => method(...toArguments(sending, found)),
      )
      printAnswer(sent, { value, target, mask })
      const id = getString(value, 'id')
      if (sent.jwtOut !== undefined && id !== undefined)
        await writeEnrollmentToken(sent.jwtOut, { operation: sending.operation, client, id })
    } catch (error) {
      if (sending.targets.length === 1 || !(error instanceof ManagementError)) throw error
      rewordForFlags(error)
      err(formatNote(`${target.join(' ')}: ${error.message}`))
      code = 1
    }
  }
  return code
}

function printAnswer(
  {
    sending: { operation, row },
    options,
    streams: { out, err, isTerminal, width },
    style,
    columns,
  }: SendContext,
  {
    value,
    target,
    mask,
  }: { value: unknown; target: readonly string[]; mask: (value: unknown) => unknown },
): void {
  if (operation.answer === 'empty')
    return err(
      formatNote(
        row.method === 'DELETE' && target.length > 0
          ? `deleted ${target.join(' ')}`
          : `${getOperationName(operation)}: done`,
      ),
    )
  if (value instanceof Uint8Array)
    return writeImage(value, {
      isShown: options.showSecrets,
      isTerminal,
      name: getOperationName(operation),
    })
  if (operation.answer === 'text')
    return out(escapeControlsInLines(`${String(mask(value)).replace(/\n$/, '')}\n`))
  if (operation.name === 'policyAdvice' && style.output === 'table')
    return out(formatPolicyAdvice(value, width))
  if (!Array.isArray(value)) return printValue(mask(value), style)
  const printer = createPrinter(columns ?? getColumns(operation), style)
  printer.records(value.map((item: unknown) => mask(columns ? pickColumns(item, columns) : item)))
  printer.end()
}

/** Writes an image unchanged. */
function writeImage(
  value: Uint8Array,
  { isShown, isTerminal, name }: { isShown: boolean; isTerminal: boolean; name: string },
): void {
  if (!isShown)
    throw new UsageError(
      `${name} returns an image that contains a secret; add --show-secrets to write it`,
    )
  if (isTerminal)
    throw new UsageError(
      `${name} returns an image; write it to a file: routerfile api ${name} --show-secrets > code.png`,
    )
  for (let rest = value; rest.length > 0;) rest = rest.subarray(writeSync(1, rest))
}

/** Prints the request that would be sent. */
export function printRequest(
  { operation, row, targets, body, options }: ApiRequest,
  { url, out }: { url: string | undefined; out: (text: string) => void },
): void {
  for (const target of targets) {
    const call = createCall(row, [...target, ...(row.body === undefined ? [] : [body]), options])
    const query = operation.answer === 'page' ? toListQuery(call.query) : call.query
    out(
      escapeControlsInLines(
        `${row.method} ${url ?? parseBaseUrl('https://CONTROLLER')}${call.path}${formatQuery(query)}\n`,
      ),
    )
    if (body !== undefined)
      out(
        typeof body === 'string'
          ? escapeControlsInLines(String(maskSecretFields(body)))
          : `${toSafeJson(maskSecretFields(body), 2)}\n`,
      )
  }
}

/** Whether an identity can use a service, and what is missing, as a table: "why can north not dial web". */
function formatPolicyAdvice(advice: unknown, width: number): string {
  const fields = isPlainObject(advice) ? advice : {}
  const [identity, service] = [fields['identity'], fields['service']].map((reference) =>
    escapeControls(getString(reference, 'name') ?? getString(reference, 'id') ?? ''),
  )
  const routers: unknown[] = Array.isArray(fields['commonRouters']) ? fields['commonRouters'] : []
  const online = routers.filter((router) => isPlainObject(router) && router['isOnline'] === true)
  const [attached = 0, serving = 0] = [
    getNumber(fields, 'identityRouterCount'),
    getNumber(fields, 'serviceRouterCount'),
  ]
  const permission = (type: 'Dial' | 'Bind'): string =>
    fields[`is${type}Allowed`] === true
      ? 'yes'
      : `no: no service policy of type ${type} includes ${identity} and ${service}`
  const count = (found: number, policy: string): string =>
    found > 0 ? formatCount(found, 'edge router') : `none: no ${policy} includes it`
  const common =
    routers.length > 0
      ? routers
          .map(
            (router) =>
              `${escapeControls(getString(router, 'name') ?? getString(router, 'id') ?? '')} (${online.includes(router) ? 'online' : 'offline'})`,
          )
          .join(', ')
      : attached > 0 && serving > 0
        ? 'none: no edge router is in both lists'
        : 'none'
  const conclude = (type: 'Dial' | 'Bind'): string => {
    if (fields[`is${type}Allowed`] !== true) return 'no, it has no permission'
    if (routers.length === 0) return 'no, they have no edge router in common'
    return online.length > 0 ? 'yes' : 'no, the edge routers in common are offline'
  }
  return formatTable(
    [
      [`can ${identity} dial ${service}`, conclude('Dial')],
      [`can ${identity} bind ${service}`, conclude('Bind')],
      ['permission to dial', permission('Dial')],
      ['permission to bind', permission('Bind')],
      [`routers of ${identity}`, count(attached, 'edge router policy')],
      [`routers of ${service}`, count(serving, 'service edge router policy')],
      ['routers in common', common],
    ],
    width,
  )
}
