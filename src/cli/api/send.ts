import { writeSync } from 'node:fs'
import { baseOf } from '../../management/address.js'
import { askedOf } from '../../management/asked.js'
import { callOf, queryOf } from '../../management/call.js'
import { ManagementError } from '../../management/error.js'
import type { Client, Listing } from '../../management/index.js'
import { isPlain } from '../../management/plain.js'
import type { Streams } from '../command.js'
import { advised } from '../connection/advice.js'
import type { Given } from '../flags.js'
import { UsageError } from '../flags.js'
import { asJson, visibleLines } from '../visible.js'
import type { Sending } from './call.js'
import { methodOf, valuesOf } from './call.js'
import { columnsOf } from './columns.js'
import { operationName } from './names.js'
import type { Style } from './print.js'
import { printerOf, printValue } from './print.js'
import { withoutSecrets } from './secrets.js'

type Sent = { sending: Sending; client: Client; given: Given; streams: Streams; style: Style }

const isListing = (value: unknown): value is Listing<unknown> =>
  isPlain(value) && typeof value['pages'] === 'function'

/** What of a value may be shown, and whether what is printed of it is less than all. */
function showing({ given, style, sending: { operation } }: Sent): {
  shown: (value: unknown) => unknown
  isLess: () => boolean
} {
  const state = { isLess: false }
  const columns =
    style.output === 'table' && (operation.answer === 'page' || operation.answer === 'items')
      ? columnsOf(operation)
      : undefined
  const note = (name: string): void => void (state.isLess ||= columns?.includes(name) ?? true)
  return {
    shown: (value) => (given.has('show-secrets') ? value : withoutSecrets(value, note)),
    isLess: () => state.isLess,
  }
}

/** Sends what was asked for and prints what comes back. Gives the exit code. */
export async function send(sent: Sent): Promise<number> {
  const {
    sending,
    streams: { err },
  } = sent
  const { shown, isLess } = showing(sent)
  const code = await (sending.operation.answer === 'page' ? list(sent, shown) : each(sent, shown))
  if (isLess()) err('routerfile: secrets are shown as ***; --show-secrets prints them\n')
  return code
}

/** Prints the records of one page, or of all. */
async function list(
  { sending, client, given, streams: { err }, style }: Sent,
  shown: (value: unknown) => unknown,
): Promise<number> {
  const listing = methodOf(
    client,
    sending.operation,
  )(...valuesOf(sending, sending.targets[0] ?? []))
  if (!isListing(listing)) throw new Error(`${sending.row.operation} is no list`)
  const printer = printerOf(columnsOf(sending.operation), style)
  const print = (records: readonly unknown[]): void =>
    printer.records(records.map((record) => shown(record)))
  if (given.has('all')) {
    for await (const records of listing.pages()) print(records)
    printer.end()
    return 0
  }
  const { data, offset, totalCount } = await listing
  print(data)
  printer.end()
  if (totalCount > offset + data.length)
    err(
      `routerfile: ${data.length === 0 ? 'none' : `${offset + 1} to ${offset + data.length}`} of ${totalCount}; --all prints all, --limit and --offset others\n`,
    )
  else if (totalCount === 0 && style.output === 'table')
    err('routerfile: there are no such records\n')
  return 0
}

/** Sends one request for each target; where there are several, one that fails does not end the others. */
async function each(sent: Sent, shown: (value: unknown) => unknown): Promise<number> {
  const {
    sending,
    client,
    streams: { err },
  } = sent
  const method = methodOf(client, sending.operation)
  let code = 0
  for (const target of sending.targets) {
    try {
      print(sent, { value: await method(...valuesOf(sending, target)), target, shown })
    } catch (error) {
      if (sending.targets.length === 1 || !(error instanceof ManagementError)) throw error
      advised(error)
      err(visibleLines(`routerfile: ${target.join(' ')}: ${error.message}\n`))
      code = 1
    }
  }
  return code
}

function print(
  { sending: { operation, row }, given, streams: { out, err, isTerminal }, style }: Sent,
  {
    value,
    target,
    shown,
  }: { value: unknown; target: readonly string[]; shown: (value: unknown) => unknown },
): void {
  if (operation.answer === 'empty')
    return err(
      `routerfile: ${row.method === 'DELETE' && target.length > 0 ? `deleted ${visibleLines(target.join(' '))}` : `${operationName(operation)}: done`}\n`,
    )
  if (value instanceof Uint8Array)
    return bytes(value, {
      isShown: given.has('show-secrets'),
      isTerminal,
      name: operationName(operation),
    })
  if (operation.answer === 'text')
    return out(visibleLines(`${String(shown(value)).replace(/\n$/, '')}\n`))
  if (!Array.isArray(value)) return printValue(shown(value), style)
  const printer = printerOf(columnsOf(operation), style)
  printer.records(value.map((item: unknown) => shown(item)))
  printer.end()
}

/** A picture, as it is. */
function bytes(
  value: Uint8Array,
  { isShown, isTerminal, name }: { isShown: boolean; isTerminal: boolean; name: string },
): void {
  if (!isShown)
    throw new UsageError(`${name} gives a picture of a secret; --show-secrets prints it`)
  if (isTerminal)
    throw new UsageError(
      `${name} gives a picture, which no terminal shows; write it to a file: routerfile api ${name} --show-secrets > code.png`,
    )
  for (let rest = value; rest.length > 0;) rest = rest.subarray(writeSync(1, rest))
}

/** Prints what would be sent. */
export function rehearse(
  { operation, row, targets, body, options }: Sending,
  { url, out }: { url: string | undefined; out: (text: string) => void },
): void {
  for (const target of targets) {
    const call = callOf(row, [...target, ...(row.body === undefined ? [] : [body]), options])
    const query = operation.answer === 'page' ? askedOf(call.query) : call.query
    out(
      visibleLines(
        `${row.method} ${url ?? baseOf('https://CONTROLLER')}${call.path}${queryOf(query)}\n`,
      ),
    )
    if (body !== undefined)
      out(
        typeof body === 'string'
          ? visibleLines(String(withoutSecrets(body)))
          : `${asJson(withoutSecrets(body), 2)}\n`,
      )
  }
}
