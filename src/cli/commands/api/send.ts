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
  request: ApiRequest
  client: Client
  options: Pick<ApiCallOptions, 'showSecrets'>
  printsAllPages: boolean
  streams: Streams
  style: Style
  /** The fields to print of each record; undefined for the default ones. */
  columns: readonly string[] | undefined
  /** The file for the enrollment token of a new record. */
  jwtOut: string | undefined
}

/**
 * `mask` replaces secrets in a value, unless --show-secrets is given; `hidesSecrets` tells whether a secret that would
 * be printed was replaced.
 */
function createMasker({
  options,
  style,
  columns: requestedColumns,
  request: { operation },
}: SendContext): {
  mask: (value: unknown) => unknown
  hidesSecrets: () => boolean
} {
  const state = { hidesSecrets: false }
  const columns =
    style.output === 'table' && (operation.answer === 'page' || operation.answer === 'items')
      ? (requestedColumns ?? getColumns(operation))
      : undefined
  const recordMasked = (name: string): void =>
    void (state.hidesSecrets ||= columns?.includes(name) ?? true)
  return {
    mask: (value) => (options.showSecrets ? value : maskSecretFields(value, recordMasked)),
    hidesSecrets: () => state.hidesSecrets,
  }
}

/** Sends the request and prints the response. Returns the exit code. */
export async function send(context: SendContext): Promise<number> {
  const request = await resolveNames(context.request, context.client)
  const resolvedContext = { ...context, request }
  const { err } = context.streams
  const { mask, hidesSecrets } = createMasker(resolvedContext)
  const code = await (request.operation.answer === 'page'
    ? printList(resolvedContext, mask)
    : sendEach(resolvedContext, mask))
  if (hidesSecrets()) err('routerfile: secrets are shown as ***; --show-secrets prints them\n')
  return code
}

async function printList(
  { request, client, printsAllPages, streams: { err }, style, columns }: SendContext,
  mask: (value: unknown) => unknown,
): Promise<number> {
  const startListing = (pathValues: readonly string[]): Listing<unknown> => {
    const listing = getMethod(client, request.operation)(...toArguments(request, pathValues))
    if (!isListing(listing)) throw new Error(`${request.row.operation} is not a list`)
    return listing
  }
  const [pathValues = []] = request.pathValueSets
  const printer = createPrinter(columns ?? getColumns(request.operation), style)
  const print = (records: readonly unknown[]): void =>
    printer.records(records.map((record) => mask(columns ? pickColumns(record, columns) : record)))
  if (printsAllPages) {
    await callByIdOrName({ operation: request.operation, client }, pathValues, async (found) => {
      for await (const records of startListing(found).pages()) print(records)
    })
    printer.end()
    return 0
  }
  const { data, offset, totalCount } = await callByIdOrName(
    { operation: request.operation, client },
    pathValues,
    async (found) => (await startListing(found).withResponse()).data,
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

/** Sends one request for each set of path values. An error of the API for one does not stop the others. */
async function sendEach(context: SendContext, mask: (value: unknown) => unknown): Promise<number> {
  const {
    request,
    client,
    streams: { err },
  } = context
  const method = getMethod(client, request.operation)
  let code = 0
  for (const pathValues of request.pathValueSets) {
    try {
      const value = await callByIdOrName(
        { operation: request.operation, client },
        pathValues,
        async (found) => method(...toArguments(request, found)),
      )
      printAnswer(context, { value, pathValues, mask })
      const id = getString(value, 'id')
      if (context.jwtOut !== undefined && id !== undefined)
        await writeEnrollmentToken(context.jwtOut, { operation: request.operation, client, id })
    } catch (error) {
      if (request.pathValueSets.length === 1 || !(error instanceof ManagementError)) throw error
      rewordForFlags(error)
      err(formatNote(`${pathValues.join(' ')}: ${error.message}`))
      code = 1
    }
  }
  return code
}

function printAnswer(
  {
    request: { operation, row },
    options,
    streams: { out, err, isTerminal, width },
    style,
    columns,
  }: SendContext,
  {
    value,
    pathValues,
    mask,
  }: { value: unknown; pathValues: readonly string[]; mask: (value: unknown) => unknown },
): void {
  if (operation.answer === 'empty')
    return err(
      formatNote(
        row.method === 'DELETE' && pathValues.length > 0
          ? `deleted ${pathValues.join(' ')}`
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

/** Writes an image to standard output. Throws a `UsageError` on a terminal, or without --show-secrets. */
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
  for (let remainingBytes = value; remainingBytes.length > 0;)
    remainingBytes = remainingBytes.subarray(writeSync(1, remainingBytes))
}

/** Prints the requests that would be sent, with secrets in their bodies masked. */
export function printRequest(
  { operation, row, pathValueSets, body, options }: ApiRequest,
  { url, out }: { url: string | undefined; out: (text: string) => void },
): void {
  for (const pathValues of pathValueSets) {
    const call = createCall(row, [
      ...pathValues,
      ...(row.body === undefined ? [] : [body]),
      options,
    ])
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

/** Formats as a table whether an identity can dial and bind a service, and what is missing. */
function formatPolicyAdvice(advice: unknown, width: number): string {
  const fields = isPlainObject(advice) ? advice : {}
  const [identity, service] = [fields['identity'], fields['service']].map((reference) =>
    escapeControls(getString(reference, 'name') ?? getString(reference, 'id') ?? ''),
  )
  const routers: unknown[] = Array.isArray(fields['commonRouters']) ? fields['commonRouters'] : []
  const onlineRouters = routers.filter(
    (router) => isPlainObject(router) && router['isOnline'] === true,
  )
  const [identityRouterCount = 0, serviceRouterCount = 0] = [
    getNumber(fields, 'identityRouterCount'),
    getNumber(fields, 'serviceRouterCount'),
  ]
  const formatPermission = (type: 'Dial' | 'Bind'): string =>
    fields[`is${type}Allowed`] === true
      ? 'yes'
      : `no: no service policy of type ${type} includes ${identity} and ${service}`
  const formatRouterCount = (count: number, policy: string): string =>
    count > 0 ? formatCount(count, 'edge router') : `none: no ${policy} includes it`
  const commonRouters =
    routers.length > 0
      ? routers
          .map(
            (router) =>
              `${escapeControls(getString(router, 'name') ?? getString(router, 'id') ?? '')} (${onlineRouters.includes(router) ? 'online' : 'offline'})`,
          )
          .join(', ')
      : identityRouterCount > 0 && serviceRouterCount > 0
        ? 'none: no edge router is in both lists'
        : 'none'
  const conclude = (type: 'Dial' | 'Bind'): string => {
    if (fields[`is${type}Allowed`] !== true) return 'no, it has no permission'
    if (routers.length === 0) return 'no, they have no edge router in common'
    return onlineRouters.length > 0 ? 'yes' : 'no, the edge routers in common are offline'
  }
  return formatTable(
    [
      [`can ${identity} dial ${service}`, conclude('Dial')],
      [`can ${identity} bind ${service}`, conclude('Bind')],
      ['permission to dial', formatPermission('Dial')],
      ['permission to bind', formatPermission('Bind')],
      [`routers of ${identity}`, formatRouterCount(identityRouterCount, 'edge router policy')],
      [
        `routers of ${service}`,
        formatRouterCount(serviceRouterCount, 'service edge router policy'),
      ],
      ['routers in common', commonRouters],
    ],
    width,
  )
}
