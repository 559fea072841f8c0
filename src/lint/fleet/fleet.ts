import { findNameStart, getFolderName } from '../../document/paths.js'
import type { Diagnostic, Path, Severity } from '../../document/diagnostic.js'
import {
  createFileDiagnostic,
  compareDiagnostics,
  toPosition,
  toPath,
  formatPath,
} from '../../document/diagnostic.js'
import { splitAddress } from '../../formats/address.js'
import type { Options } from '../lint.js'
import { applySeverities, inspect } from '../lint.js'
import { selectUnsuppressed } from '../suppressions/suppress.js'
import type { Document } from '../../document/document.js'
import type { Environment } from '../../document/environment.js'
import { getRuleSeverity } from '../rule.js'
import { parseCredential } from '../../formats/credential.js'
import { classifyHost } from '../../formats/internet.js'
import type { PartialConfig } from '../../schema/reader.js'
import type { Model } from '../../schema/model.js'
import type { LoadedCredential, LintHost } from '../host.js'
import { getFamily, listListenerSockets, listWebSockets } from '../listeners.js'
import { generalizePath } from '../../schema/places.js'
import { visitDocument } from '../../schema/visit.js'
import { fleetRules } from '../../generated/fleet-rules.js'
import type {
  Registry,
  FleetReport,
  FleetRule,
  Router,
  MatchedRouters,
  RouterWithRecord,
  AdvertisedAddress,
  IdentityPart,
  LinkGroup,
} from './rule.js'

/** A router file of a fleet, with its options. Messages about other files refer to it by its path. */
export type FleetFile = Options & {
  /** Path of the file, for messages. */
  path: string
  /** Content of the file. */
  text: string
}

/**
 * Finds problems that only show when router files are compared with each other, and returns the diagnostics of each
 * file, in the order given. `lint` checks each file on its own. With a registry, also compares each file, even a single
 * one, with the records of the management API.
 */
export function fleet(files: readonly FleetFile[], registry?: Registry): Diagnostic[][] {
  const summaries = files.flatMap((file) => {
    const { analysis } = inspect(file.text, file)
    return analysis
      ? [{ file, document: analysis.document, router: summarizeRouter(file.path, analysis) }]
      : []
  })
  const routers = summaries.map(({ router }) => router)
  const comparisonFindings = compareRouters(routers)
  const recordFindings = registry ? compareWithRecords(routers, registry) : []
  const byFile = new Map(
    summaries.map(({ file, document }, index) => [
      file,
      selectVisible(
        locateFindings(
          [...(comparisonFindings[index] ?? []), ...(recordFindings[index]?.findings ?? [])],
          () => document,
        ),
        file,
      ),
    ]),
  )
  return files.map((file) => byFile.get(file) ?? [])
}

const selectVisible = (diagnostics: readonly Diagnostic[], file: FleetFile): Diagnostic[] =>
  applySeverities(
    file.suppressions === false ? diagnostics : selectUnsuppressed(diagnostics, file.text),
    file,
  )

/** A finding about a router file, with a path instead of a range, so that the text of the file is not needed. */
export type FleetFinding = {
  rule: string
  severity: Severity
  message: string
  path: Path
  on: 'key' | 'value'
}

type FindingsByRouter = Map<Router, FleetFinding[]>

/** Creates the `report` function of a rule, which adds findings unless the rule is off in the release of the router. */
const createReporter =
  (rule: FleetRule, findingsByRouter: FindingsByRouter) =>
  ({ router, path = [], on = 'value', message }: FleetReport): void => {
    const severity = getRuleSeverity(rule, router.release)
    if (severity !== 'off')
      findingsByRouter.set(router, [
        ...(findingsByRouter.get(router) ?? []),
        { rule: rule.id, severity, message, path, on },
      ])
  }

/** Compares several routers with each other, and returns the findings of each router, in the order of `routers`. */
export function compareRouters(routers: readonly Router[]): FleetFinding[][] {
  const findingsByRouter: FindingsByRouter = new Map()
  if (routers.length > 1)
    for (const rule of fleetRules)
      if ('compare' in rule) rule.compare(routers, createReporter(rule, findingsByRouter))
  return routers.map((router) => findingsByRouter.get(router) ?? [])
}

/** The findings of each router, and of each record without a file. */
export function compareWithRecords(
  routers: readonly Router[],
  registry: Registry,
): { router: Router; findings: FleetFinding[] }[] {
  const matchedRouters = matchRecords(routers, registry)
  const findingsByRouter: FindingsByRouter = new Map()
  for (const rule of fleetRules)
    if ('compareRecords' in rule)
      rule.compareRecords(matchedRouters, createReporter(rule, findingsByRouter))
  return [...routers, ...matchedRouters.recordsWithoutFile.map(({ router }) => router)].map(
    (router) => ({
      router,
      findings: findingsByRouter.get(router) ?? [],
    }),
  )
}

/**
 * Converts the findings of a router to diagnostics with ranges. Gets the document only if there are findings. Findings
 * about the whole file are at its start.
 */
function locateFindings(
  findings: readonly FleetFinding[],
  getDocument: () => Document,
): Diagnostic[] {
  if (findings.length === 0) return []
  const { findSpan, lineStarts: getLineStarts } = getDocument()
  const diagnostics = findings.map(({ rule, severity, message, path, on }): Diagnostic => {
    const { start, end } = findSpan(path, on)
    return path.length === 0
      ? { ...createFileDiagnostic(rule, message), severity }
      : {
          rule,
          severity,
          message,
          path: [...path],
          range: {
            start: toPosition(getLineStarts(), start),
            end: toPosition(getLineStarts(), end),
          },
        }
  })
  return diagnostics.sort(compareDiagnostics)
}

/** Locates findings in a text, and applies its suppression comments and the severities of `options`. */
export function locateVisible(
  findings: readonly FleetFinding[],
  text: string,
  { options, document }: { options: Options; document: () => Document },
): Diagnostic[] {
  const diagnostics = locateFindings(findings, document)
  return applySeverities(
    options.suppressions === false ? diagnostics : selectUnsuppressed(diagnostics, text),
    options,
  )
}

const createAbsentRouter = (path: string): Router => ({
  path,
  release: '',
  advertised: [],
  dialed: undefined,
  listened: undefined,
  controllers: undefined,
  sockets: [],
  keys: [],
  files: {},
  names: [],
})

/**
 * Creates a function that finds the records of a router: the record whose id is in the certificate, and the record for
 * the first possible name that any record has.
 */
export function createRecordFinder<Record extends { id: string; name: string }>(
  records: readonly Record[],
): (router: Pick<Router, 'certificate' | 'names'>) => {
  recordByCertificate: Record | undefined
  recordByName: Record | undefined
} {
  const byId = new Map(records.map((record) => [record.id, record]))
  const byName = new Map(records.map((record) => [record.name, record]))
  return ({ certificate, names }) => ({
    recordByCertificate: certificate && byId.get(certificate.commonName),
    recordByName: names.map((name) => byName.get(name)).find((record) => record !== undefined),
  })
}

/** Finds the record of each router and, if `fileOf` is given, the records without a router file. */
function matchRecords(
  routers: readonly Router[],
  { fileOf, ...registry }: Registry,
): MatchedRouters {
  const findRecord = createRecordFinder(registry.records)
  const pairs = routers.map((router): RouterWithRecord => {
    const { recordByCertificate, recordByName } = findRecord(router)
    return {
      router,
      record: recordByCertificate ?? recordByName,
      recordByCertificate,
      recordByName,
    }
  })
  const matchedRecords = new Set(pairs.map(({ record }) => record))
  const recordsWithoutFile = fileOf
    ? registry.records
        .filter((record) => !matchedRecords.has(record))
        .map((record) => ({ record, router: createAbsentRouter(fileOf(record.name)) }))
    : []
  return { ...registry, pairs, recordsWithoutFile }
}

/** A router file that was read, which `summarizeRouter` reduces to a `Router`. */
export type LintedFile = {
  document: Document
  model: Model
  knownConfig: PartialConfig
  readResult: { unknownPaths: readonly Path[]; environment: Environment | undefined }
  credentials: () => readonly LoadedCredential[]
}

/** Whether only programs on the same machine reach a host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || classifyHost(host) === 'loopback'

/** Whether a host is empty or a wildcard such as 0.0.0.0, which nobody can connect to. */
export const isUnspecified = (host: string): boolean =>
  ['empty', 'unspecified'].includes(classifyHost(host))

/**
 * The addresses that a file advertises, except wildcard hosts. Loopback addresses are included for links, which then
 * connect routers on the same machine. They are left out for edge listeners, because many machines may have an edge
 * listener for local programs.
 */
function listAdvertisedAddresses({
  knownConfig: { link, listeners },
}: LintedFile): AdvertisedAddress[] {
  const links = (link?.listeners ?? []).flatMap(
    ({ advertise, bind }, index): AdvertisedAddress[] => {
      const address = splitAddress(advertise || bind)
      if (!address || isUnspecified(address.host)) return []
      const host = isLoopback(address.host) ? 'localhost' : address.host
      return [
        {
          use: 'link',
          family: getFamily(address.protocol),
          host,
          port: address.port,
          path: ['link', 'listeners', index, advertise ? 'advertise' : 'bind'],
        },
      ]
    },
  )
  const edges = (listeners ?? []).flatMap(({ binding, options }, index): AdvertisedAddress[] => {
    const advertise = binding === 'edge' ? options?.advertise : undefined
    const address = advertise === undefined ? undefined : splitAddress(`tls:${advertise}`)
    if (!address || isUnspecified(address.host) || isLoopback(address.host)) return []
    return [
      {
        use: 'edge',
        family: 'tcp',
        host: address.host,
        port: address.port,
        path: ['listeners', index, 'options', 'advertise'],
      },
    ]
  })
  return [...links, ...edges]
}

const startsWithPath = (path: Path, ...steps: readonly string[]): boolean =>
  steps.every((step, index) => step === path[index])

/** Whether the controller sets the links of a router: the file has no links and allows the controller to set them. */
export const areLinksManaged = ({ link, managedConfig }: PartialConfig): boolean =>
  !link?.listeners?.length &&
  !link?.dialers?.length &&
  (managedConfig?.allow ?? []).some((kind) => kind === 'all' || kind?.startsWith('router.link'))

/**
 * Whether all link groups of the file are known: the text has no syntax errors, no group depends on unknown variables,
 * and no controller sets the links.
 */
const hasKnownLinks = ({
  document,
  knownConfig,
  readResult: { unknownPaths },
}: LintedFile): boolean =>
  document.problems.length === 0 &&
  !areLinksManaged(knownConfig) &&
  !unknownPaths.some((path) => startsWithPath(path, 'link') && path.includes('groups'))

function listGroups(file: LintedFile, kind: 'dialers' | 'listeners'): LinkGroup[] | undefined {
  if (!hasKnownLinks(file)) return undefined
  return (file.knownConfig.link?.[kind] ?? []).flatMap(({ groups = [] }, index) => {
    const path = ['link', kind, index]
    const isWritten = file.document.find([...path, 'groups']) !== undefined
    return groups.map((name, entry) => ({
      name,
      path: isWritten ? [...path, 'groups', entry] : [...path, 'binding'],
    }))
  })
}

/**
 * The addresses of a router's controllers. Undefined if the text has syntax errors, if an address depends on unknown
 * variables, or if an address is a loopback or wildcard address: other machines reach that controller at another
 * address.
 */
function listControllers({
  document,
  knownConfig: { ctrl },
  readResult: { unknownPaths },
}: LintedFile): Router['controllers'] {
  if (
    document.problems.length > 0 ||
    unknownPaths.some(
      (path) => startsWithPath(path, 'ctrl') && String(path[1]).startsWith('endpoint'),
    )
  )
    return undefined
  const singleEndpoint = document.find(['ctrl', 'endpoint']) !== undefined
  const controllers = (ctrl?.endpoints ?? []).map((endpoint, index) => ({
    address: endpoint.toLowerCase(),
    path: singleEndpoint ? ['ctrl', 'endpoint'] : ['ctrl', 'endpoints', index],
  }))
  const isLocalAddress = ({ address }: { address: string }): boolean => {
    const host = splitAddress(address)?.host ?? ''
    return isLoopback(host) || isUnspecified(host)
  }
  return controllers.some(isLocalAddress) ? undefined : controllers
}

export const getStem = (path: string): string =>
  path.slice(findNameStart(path)).replace(/\.[^.]*$/, '')

/** Removes `.router` from the end of a path without extension: `north.router` becomes `north`. */
export const removeRouterSuffix = (path: string): string => path.replace(/(?<=[^/\\])\.router$/, '')

/** Possible names, the likeliest first: the names of the certificate file, the router file, and the folder. */
function listNames(path: string, certificate: string | undefined): string[] {
  const location = parseCredential(certificate ?? '')
  const folder = getFolderName(path)
  const stem = getStem(path)
  return [
    ...(location.kind === 'file' ? [getStem(location.path)] : []),
    ...new Set([stem, removeRouterSuffix(stem)]),
    ...(folder === undefined ? [] : [folder]),
  ].filter((name) => name !== '')
}

/** What identifies the router of a file, and the paths at which findings about its record are reported. */
function summarizeIdentity(
  path: string,
  { knownConfig, document, credentials }: LintedFile,
  host: LintHost | undefined,
): Pick<Router, 'names' | 'identity' | 'certificate' | 'tunnel' | 'linkListener'> {
  const credential = credentials().find(({ path }) => path.join('.') === 'identity.cert')
  const certificate =
    credential?.foundFile.kind === 'file'
      ? host?.parseCertificates(credential.foundFile.text)[0]
      : undefined
  const tunnelIndex = (knownConfig.listeners ?? []).findIndex(({ binding }) => binding === 'tunnel')
  return {
    names: listNames(path, knownConfig.identity?.cert),
    ...(document.find(['identity', 'cert']) && { identity: ['identity', 'cert'] }),
    ...(certificate && {
      certificate: { commonName: certificate.commonName, fingerprint: certificate.fingerprint },
    }),
    ...(tunnelIndex >= 0 && { tunnel: ['listeners', tunnelIndex, 'binding'] }),
    ...(document.find(['link', 'listeners', 0]) && {
      linkListener: ['link', 'listeners', 0, 'binding'],
    }),
  }
}

/**
 * Summarizes a file for the fleet rules. Certificates are only read if a host is given. With `hasOneRelease`, for files
 * that all have the same release, omits the keys that only some releases read.
 */
export function summarizeRouter(
  path: string,
  file: LintedFile,
  { host, hasOneRelease = false }: { host?: LintHost | undefined; hasOneRelease?: boolean } = {},
): Router {
  const { model, knownConfig } = file
  return {
    path,
    release: model.release,
    advertised: listAdvertisedAddresses(file),
    dialed: listGroups(file, 'dialers'),
    listened: listGroups(file, 'listeners'),
    controllers: listControllers(file),
    sockets: [...listListenerSockets(knownConfig), ...listWebSockets(knownConfig)].map(
      ({ path, protocol, host, port }) => ({ path, protocol, host, port }),
    ),
    keys: hasOneRelease ? [] : findReleaseDependentKeys(file),
    files: listIdentityFiles(knownConfig),
    ...summarizeIdentity(path, file, host),
  }
}

function listIdentityFiles({ identity }: PartialConfig): Router['files'] {
  const files: Partial<Record<IdentityPart, string>> = {}
  for (const part of ['cert', 'key', 'ca'] as const) {
    const credential = parseCredential(identity?.[part] ?? '')
    if (credential.kind === 'file') files[part] = credential.path
  }
  return files
}

/** A key that only some releases read. */
export type ReleaseDependentKey = {
  name: string
  path: Path
  /** The ranges of releases that read the key. */
  readIn: readonly string[]
}

/** Keys that the file's release reads and some other release does not, each once, named by path without indexes. */
function findReleaseDependentKeys({
  document,
  readResult,
  model: { schema },
}: LintedFile): ReleaseDependentKey[] {
  const keysByName = new Map<string, ReleaseDependentKey>()
  visitDocument({ document, environment: readResult.environment }, schema, (place) => {
    const { key } = place
    if (key.isRead && key.readIn) {
      const path = toPath(place)
      const name = generalizePath(formatPath(path))
      if (!keysByName.has(name)) keysByName.set(name, { name, path, readIn: key.readIn })
    }
    return key.isRead
  })
  return [...keysByName.values()]
}
