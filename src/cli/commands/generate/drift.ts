import { dirname, join } from 'node:path'
import { checkAnswers } from '../../../generate/answers.js'
import { readEnrollment } from '../../../generate/enrollment.js'
import { fillPattern } from '../../../generate/names.js'
import type { Registry, RouterRecord, WantedRecord } from '../../../lint/fleet/rule.js'
import type { Client, EdgeRouter, Router } from '../../../management/client/index.js'
import { findStats } from '../../../project/disk.js'
import { createRecordComparison } from '../../../project/fleet.js'
import type { Streams } from '../../command.js'
import { lintFiles } from '../lint.js'
import type { FlagValues } from '../../flags.js'
import { createFlagValues } from '../../flags.js'
import { refuseEmptyFilter } from '../../live/flags.js'
import { UsageError } from '../../errors.js'
import { createTextReader } from '../../flag-values.js'
import { readRows } from './list.js'
import { createControllerLookup, withClient } from './records.js'

/** The records that a list expects, by name. */
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

/**
 * The folder of the router files, and the path there where a router without a file would have one: from -o, or in the
 * checked directory. If only files are named, no file is considered missing.
 */
function findPlaces(flags: FlagValues): { folder: string; fileOf: Registry['fileOf'] } {
  const pattern = flags.last('output')
  if (pattern?.includes('{name}'))
    return {
      folder: dirname(pattern.slice(0, pattern.indexOf('{name}') + 1)),
      fileOf: (name) => fillPattern(pattern, name),
    }
  const folder =
    flags.rest.length === 0 ? '.' : flags.rest.find((path) => findStats(path)?.isDirectory())
  return {
    folder: folder ?? '.',
    fileOf: folder === undefined ? undefined : (name) => join(folder, `${name}.yml`),
  }
}

/**
 * All routers and controllers that the API knows. Addresses come from its list of controllers and from unused tokens.
 */
async function readRegistry(
  client: Client,
  filter: string | undefined,
): Promise<Pick<Registry, 'records' | 'controllers'>> {
  const records = new Map<string, RouterRecord>()
  const addresses = new Set(await createControllerLookup(client)())
  for await (const router of client.edgeRouters.list(filter === undefined ? {} : { filter })) {
    const { id, isTunnelerEnabled, roleAttributes, enrollmentJwt } = router
    records.set(id, { ...toRouterRecord(router), isTunnelerEnabled, roleAttributes })
    const { enrollment } = readEnrollment(enrollmentJwt ?? '', 0)
    for (const address of enrollment?.controllers ?? []) addresses.add(address)
  }
  // A filter applies only to edge routers. Without one, a single list contains all routers.
  if (filter === undefined)
    for await (const router of client.transitRouters.list())
      if (!records.has(router.id))
        records.set(router.id, { ...toRouterRecord(router), isTunnelerEnabled: false })
  return { records: [...records.values()], controllers: [...addresses] }
}

type CommonField =
  | 'id'
  | 'name'
  | 'disabled'
  | 'noTraversal'
  | 'cost'
  | 'isVerified'
  | 'fingerprint'
  | 'unverifiedFingerprint'

/** The fields that all router records share. */
const toRouterRecord = ({
  fingerprint = null,
  unverifiedFingerprint = null,
  ...router
}: Pick<EdgeRouter, CommonField> | Pick<Router, CommonField>): Pick<RouterRecord, CommonField> => {
  const { id, name, disabled, noTraversal, cost, isVerified } = router
  return { id, name, disabled, noTraversal, cost, isVerified, fingerprint, unverifiedFingerprint }
}

/** Compares router files with the records of the API. */
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
      throw new UsageError(`--${flag} cannot be used with --check, which changes nothing`)
  const list = createTextReader(flags, ['list'])('list')
  const wanted = list === undefined ? {} : readWantedRecords(list, flags.last('list') ?? '')
  const filter = flags.last('filter')
  const { folder, fileOf } = findPlaces(flags)
  const known = await withClient(flags, (client) => readRegistry(client, filter))
  if (known.records.length === 0) refuseEmptyFilter(filter)
  // In `lint`, the flag --check selects what to check on this machine.
  const lintFlags = new Map([...flags.all].filter(([name]) => name !== 'check'))
  return lintFiles(
    createFlagValues(lintFlags, flags.rest),
    streams,
    createRecordComparison(
      { ...known, wanted, isPart: filter !== undefined, ...(fileOf && { fileOf }) },
      folder,
    ),
  )
}
