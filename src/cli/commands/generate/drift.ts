import { join, resolve } from 'node:path'
import { checkAnswers } from '../../../generate/answers.js'
import { readEnrollment } from '../../../generate/enrollment.js'
import { fillPattern } from '../../../generate/names.js'
import { parseDocument } from '../../../document/document.js'
import { compareWithRecords, locateFindings } from '../../../lint/fleet/fleet.js'
import type { Registry, RouterRecord, WantedRecord } from '../../../lint/fleet/rule.js'
import { applySeverities } from '../../../lint/lint.js'
import type { Client } from '../../../management/client/index.js'
import { selectUnsuppressed } from '../../../lint/suppressions/suppress.js'
import { findStats } from '../../../project/disk.js'
import type { Streams } from '../../command.js'
import type { CompareReports } from '../lint.js'
import { lintFiles } from '../lint.js'
import type { FlagValues } from '../../flags.js'
import { createFlagValues } from '../../flags.js'
import { UsageError } from '../../../project/usage-error.js'
import type { ConfiguredReport } from '../../lint-results.js'
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
function createFileNamer(given: FlagValues): Registry['fileOf'] {
  const pattern = given.last('output')
  if (pattern?.includes('{name}')) return (name) => fillPattern(pattern, name)
  const folder =
    given.rest.length === 0 ? '.' : given.rest.find((path) => findStats(path)?.isDirectory())
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

/** The reports with what files and records have against each other, and with nothing else: `lint` says the rest. A file that is given twice is no second router. */
const createRecordComparison =
  (registry: Registry): CompareReports =>
  (reports) => {
    const known = new Map(
      [...new Map(reports.map((report) => [resolve(report.path), report])).values()].flatMap(
        ({ router, ...report }) => (router ? [[router, report] as const] : []),
      ),
    )
    const [some] = known.values()
    const found = compareWithRecords([...known.keys()], registry).flatMap(
      ({ router, findings }): ConfiguredReport[] => {
        const report = known.get(router) ?? (some && { ...some, path: router.path, text: '' })
        if (!report) return []
        const { options, text } = report
        const diagnostics = locateFindings(findings, () => parseDocument(text))
        return [
          {
            ...report,
            diagnostics: applySeverities(
              options.suppressions === false ? diagnostics : selectUnsuppressed(diagnostics, text),
              options,
            ),
          },
        ]
      },
    )
    return [...found, ...reports.filter(({ router }) => !router)].sort((left, right) =>
      left.path < right.path ? -1 : 1,
    )
  }

/** Holds router files against the records of the API. */
export async function checkRecords(given: FlagValues, streams: Streams): Promise<number> {
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
    if (given.has(flag))
      throw new UsageError(
        `--check changes nothing, and --${flag} is for making files; leave one of them out`,
      )
  const list = createTextReader(given, ['list'])('list')
  const wanted = list === undefined ? {} : readWantedRecords(list, given.last('list') ?? '')
  const filter = given.last('filter')
  const place = createFileNamer(given)
  const known = await withClient(given, (client) => readRegistry(client, filter))
  const { check: _, ...flags } = Object.fromEntries(given.all)
  return lintFiles(
    createFlagValues(new Map(Object.entries(flags)), given.rest),
    streams,
    createRecordComparison({
      ...known,
      wanted,
      isPart: filter !== undefined,
      ...(place && { fileOf: place }),
    }),
  )
}
