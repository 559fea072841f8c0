import { dirname, join } from 'node:path'
import { checkAnswers } from '../../../generate/answers.js'
import { readEnrollment } from '../../../generate/enrollment.js'
import { fillPattern } from '../../../generate/paths.js'
import type { Registry, RouterRecord, WantedRecord } from '../../../lint/fleet/rule.js'
import type { Client, EdgeRouter, Router } from '../../../management/client/index.js'
import { findStats } from '../../../project/disk.js'
import { createRecordComparison } from '../../../project/fleet.js'
import type { Streams } from '../../command.js'
import { lintOnce } from '../lint.js'
import { findSetFlag } from '../../flags.js'
import { refuseEmptyFilter } from '../../project-flags.js'
import { UsageError } from '../../errors.js'
import { createTextReader } from '../../text-flags.js'
import type { GenerateCommandOptions } from './flags.js'
import { readRows } from './list.js'
import { createControllerLookup, withController } from './records.js'

/** The records that a list expects, by name. */
function readWantedRecords(text: string, path: string): Record<string, WantedRecord> {
  return Object.fromEntries(
    readRows(text, path).flatMap(({ answers: row, origin }): [string, WantedRecord][] => {
      const { answers, diagnostics } = checkAnswers(row)
      if (!answers)
        throw new UsageError(`${origin}: ${diagnostics.map(({ message }) => message).join('; ')}`)
      return answers.name === undefined || !answers.edgeRouter
        ? []
        : [[answers.name, answers.edgeRouter]]
    }),
  )
}

/**
 * Returns the folder for the files of routers, and `fileOf`, which returns the path at which the file of a router is
 * expected: from the pattern of -o, or else in the checked folder. `fileOf` is undefined if the arguments name only
 * files.
 */
function findExpectedFiles({ output: pattern, args }: GenerateCommandOptions): {
  folder: string
  fileOf: Registry['fileOf']
} {
  if (pattern?.includes('{name}'))
    return {
      folder: dirname(pattern.slice(0, pattern.indexOf('{name}') + 1)),
      fileOf: (name) => fillPattern(pattern, name),
    }
  const folder = args.length === 0 ? '.' : args.find((path) => findStats(path)?.isDirectory())
  return {
    folder: folder ?? '.',
    fileOf: folder === undefined ? undefined : (name) => join(folder, `${name}.yml`),
  }
}

/** With a filter, reads only edge routers. The addresses of controllers are from the API's list and unused tokens. */
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
  // The list of transit routers includes edge routers, so those are skipped. With a filter, the list is not read,
  // because the filter applies only to edge routers.
  if (filter === undefined)
    for await (const router of client.transitRouters.list())
      if (!records.has(router.id))
        records.set(router.id, { ...toRouterRecord(router), isTunnelerEnabled: false })
  return { records: [...records.values()], controllers: [...addresses] }
}

/** The fields that all router records share. */
const toRouterRecord = ({
  fingerprint = null,
  unverifiedFingerprint = null,
  ...router
}: EdgeRouter | Router): Omit<RouterRecord, 'isTunnelerEnabled'> => {
  const { id, name, disabled, noTraversal, cost, isVerified } = router
  return { id, name, disabled, noTraversal, cost, isVerified, fingerprint, unverifiedFingerprint }
}

const incompatibleFlags = [
  'from-record',
  'import',
  'jwt',
  'create-missing',
  're-enroll',
  'force',
  'diff',
  'dry-run',
  'platform',
]

/** Compares router files with the records of the API. */
export async function checkRecords(
  allOptions: GenerateCommandOptions,
  streams: Streams,
): Promise<number> {
  const flag = findSetFlag(allOptions, incompatibleFlags)
  if (flag !== undefined)
    throw new UsageError(`--${flag} cannot be used with --check, which changes nothing`)
  // Removed because they mean something else in `lint`: --check selects what to check on this machine, and --platform
  // is the system of the router.
  const { check: _, platform: __, ...options } = allOptions
  const { list: path, filter } = options
  const listText = createTextReader({ list: path })('list')
  const wantedRecords = listText === undefined ? {} : readWantedRecords(listText, path ?? '')
  const { folder, fileOf } = findExpectedFiles(allOptions)
  const registry = await withController(options, (client) => readRegistry(client, filter))
  if (registry.records.length === 0) refuseEmptyFilter(filter)
  const compare = createRecordComparison(
    { ...registry, wanted: wantedRecords, isPart: filter !== undefined, ...(fileOf && { fileOf }) },
    folder,
  )
  return lintOnce(options, streams, { compare })
}
