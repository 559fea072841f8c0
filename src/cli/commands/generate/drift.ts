import { join } from 'node:path'
import { checkAnswers } from '../../../generate/answers.js'
import { readEnrollment } from '../../../generate/enrollment.js'
import { fillPattern } from '../../../generate/names.js'
import type { Registry, RouterRecord, WantedRecord } from '../../../lint/fleet/rule.js'
import type { Client } from '../../../management/client/index.js'
import { findStats } from '../../../project/disk.js'
import { createRecordComparison } from '../../../project/fleet.js'
import type { Streams } from '../../command.js'
import { lintFiles } from '../lint.js'
import type { FlagValues } from '../../flags.js'
import { createFlagValues } from '../../flags.js'
import { UsageError } from '../../errors.js'
import { createTextReader } from '../../flag-values.js'
import { readRows } from './list.js'
import { createControllerLookup, withClient } from './records.js'

/** What a list wants of the records, by name. */
function readWantedRecords(text: string, path: string): Record<string, WantedRecord> {
  return Object.fromEntries(
    readRows(text, path).flatMap(({ answers: row, from }): [string, WantedRecord][] => {
      const { answers, diagnostics } = checkAnswers(row)
      if (!answers)
        throw new UsageError(`${from}: ${diagnostics.map(({ message }) => message).join('; ')}`)
      return answers.name === undefined || !answers.edgeRouter
        ? []
        : [[answers.name, answers.edgeRouter]]
    }),
  )
}

/** Where the file of a router without one would be: as -o says, or in the folder that is looked at. Where only files are named, nobody misses another. */
function createFileNamer(flags: FlagValues): Registry['fileOf'] {
  const pattern = flags.last('output')
  if (pattern?.includes('{name}')) return (name) => fillPattern(pattern, name)
  const folder =
    flags.rest.length === 0 ? '.' : flags.rest.find((path) => findStats(path)?.isDirectory())
  return folder === undefined ? undefined : (name) => join(folder, `${name}.yml`)
}

type NamedController = { address: string }

/** All that the API says of routers and controllers: addresses come from its list of controllers and from tokens that are not used yet. */
async function readRegistry(
  client: Client,
  filter: string | undefined,
): Promise<Pick<Registry, 'records' | 'controllers'>> {
  const records = new Map<string, RouterRecord>()
  const named = new Set<NamedController['address']>(await createControllerLookup(client)())
  for await (const {
    id,
    name,
    isTunnelerEnabled,
    disabled,
    noTraversal,
    cost,
    roleAttributes,
    isVerified,
    fingerprint = null,
    unverifiedFingerprint = null,
    enrollmentJwt,
  } of client.edgeRouters.list(filter === undefined ? {} : { filter })) {
    records.set(id, {
      id,
      name,
      isTunnelerEnabled,
      disabled,
      noTraversal,
      cost,
      roleAttributes,
      isVerified,
      fingerprint,
      unverifiedFingerprint,
    })
    for (const address of readEnrollment(enrollmentJwt ?? '', 0).enrollment?.controllers ?? [])
      named.add(address)
  }
  if (filter !== undefined) return { records: [...records.values()], controllers: [...named] }
  for await (const {
    id,
    name,
    disabled,
    noTraversal,
    cost,
    isVerified,
    fingerprint,
    unverifiedFingerprint = null,
  } of client.transitRouters.list()) {
    // Edge routers are in this list, too.
    if (!records.has(id))
      records.set(id, {
        id,
        name,
        isTunnelerEnabled: false,
        disabled,
        noTraversal,
        cost,
        isVerified,
        fingerprint,
        unverifiedFingerprint,
      })
  }
  return { records: [...records.values()], controllers: [...named] }
}

/** Holds router files against the records of the API. */
export async function checkRecords(flags: FlagValues, streams: Streams): Promise<number> {
  for (const flag of [
    'from-record',
    'import',
    'jwt',
    'create-missing',
    're-enroll',
    'force',
    'diff',
    'dry-run',
    'platform',
  ])
    if (flags.has(flag))
      throw new UsageError(
        `--check changes nothing, and --${flag} is for making files; leave one of them out`,
      )
  const list = createTextReader(flags, ['list'])('list')
  const wanted = list === undefined ? {} : readWantedRecords(list, flags.last('list') ?? '')
  const filter = flags.last('filter')
  const place = createFileNamer(flags)
  const known = await withClient(flags, (client) => readRegistry(client, filter))
  // The flag --check of `lint` says what of this machine to check.
  const lintFlags = new Map([...flags.all].filter(([name]) => name !== 'check'))
  return lintFiles(
    createFlagValues(lintFlags, flags.rest),
    streams,
    createRecordComparison({
      ...known,
      wanted,
      isPart: filter !== undefined,
      ...(place && { fileOf: place }),
    }),
  )
}
