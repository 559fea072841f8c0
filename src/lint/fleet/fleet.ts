import { findLastName, getFolderName } from '../../document/paths.js'
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
  /** Path of the file, as messages name it. */
  path: string
  /** Content of the file. */
  text: string
}

/**
 * Finds problems that only show when router files are compared with each other: the diagnostics of each file, in the
 * order given. `lint` checks each file on its own. With a registry, also compares each file, even a single one, with
 * the records of the management API.
 */
export function fleet(files: readonly FleetFile[], registry?: Registry): Diagnostic[][] {
  const read = files.flatMap((file) => {
    const { analysis } = inspect(file.text, file)
    return analysis
      ? [{ file, document: analysis.document, router: summarizeRouter(file.path, analysis) }]
      : []
  })
  const routers = read.map(({ router }) => router)
  const found = compareRouters(routers)
  const held = registry ? compareWithRecords(routers, registry) : []
  const byFile = new Map(
    read.map(({ file, document }, index) => [
      file,
      selectVisible(
        locateFindings([...(found[index] ?? []), ...(held[index]?.findings ?? [])], () => document),
        file,
      ),
    ]),
  )
  return files.map((file) => byFile.get(file) ?? [])
}

const selectVisible = (found: readonly Diagnostic[], file: FleetFile): Diagnostic[] =>
  applySeverities(file.suppressions === false ? found : selectUnsuppressed(found, file.text), file)

/** A finding about a router, without its text. */
export type FleetFinding = {
  rule: string
  severity: Severity
  message: string
  path: Path
  on: 'key' | 'value'
}

type FindingsByRouter = Map<Router, FleetFinding[]>

/** Collects what a rule reports. */
const createReporter =
  (rule: FleetRule, found: FindingsByRouter) =>
  ({ router, path = [], on = 'value', message }: FleetReport): void => {
    const severity = getRuleSeverity(rule, router.release)
    if (severity !== 'off')
      found.set(router, [
        ...(found.get(router) ?? []),
        { rule: rule.id, severity, message, path, on },
      ])
  }

/** Compares several routers with each other: the findings of each, in the order of the routers. */
export function compareRouters(routers: readonly Router[]): FleetFinding[][] {
  const found: FindingsByRouter = new Map()
  if (routers.length > 1)
    for (const rule of fleetRules)
      if ('compare' in rule) rule.compare(routers, createReporter(rule, found))
  return routers.map((router) => found.get(router) ?? [])
}

/**
 * Compares routers with the records of the management API: the findings of each router, and of records without a file.
 */
export function compareWithRecords(
  routers: readonly Router[],
  registry: Registry,
): { router: Router; findings: FleetFinding[] }[] {
  const held = matchRecords(routers, registry)
  const found: FindingsByRouter = new Map()
  for (const rule of fleetRules) if ('hold' in rule) rule.hold(held, createReporter(rule, found))
  return [...routers, ...held.fileless.map(({ router }) => router)].map((router) => ({
    router,
    findings: found.get(router) ?? [],
  }))
}

/**
 * Adds positions to findings. The router's file is only parsed if it has findings; those about the whole file are at
 * its start.
 */
function locateFindings(
  findings: readonly FleetFinding[],
  documentOf: () => Document,
): Diagnostic[] {
  if (findings.length === 0) return []
  const { findSpan: spanOf, lineStarts: starts } = documentOf()
  const diagnostics = findings.map(({ rule, severity, message, path, on }): Diagnostic => {
    const { start, end } = spanOf(path, on)
    return path.length === 0
      ? { ...createFileDiagnostic(rule, message), severity }
      : {
          rule,
          severity,
          message,
          path: [...path],
          range: { start: toPosition(starts(), start), end: toPosition(starts(), end) },
        }
  })
  return diagnostics.sort(compareDiagnostics)
}

/** Findings about a text that its comments do not suppress, at their places in it. */
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
 * A function that finds the record of a file: `certified` by the router id in its certificate, `named` by the name of
 * the file.
 */
export function createRecordFinder<Record extends { id: string; name: string }>(
  records: readonly Record[],
): (router: Pick<Router, 'certificate' | 'names'>) => {
  certified: Record | undefined
  named: Record | undefined
} {
  const byId = new Map(records.map((record) => [record.id, record]))
  const byName = new Map(records.map((record) => [record.name, record]))
  return ({ certificate, names }) => ({
    certified: certificate && byId.get(certificate.commonName),
    named: names.map((name) => byName.get(name)).find((record) => record !== undefined),
  })
}

/** Finds the record of each file. */
function matchRecords(
  routers: readonly Router[],
  { fileOf, ...registry }: Registry,
): MatchedRouters {
  const findRecord = createRecordFinder(registry.records)
  const pairs = routers.map((router): RouterWithRecord => {
    const { certified, named } = findRecord(router)
    return { router, record: certified ?? named, certified, named }
  })
  const met = new Set(pairs.map(({ record }) => record))
  const fileless = fileOf
    ? registry.records
        .filter((record) => !met.has(record))
        .map((record) => ({ record, router: createAbsentRouter(fileOf(record.name)) }))
    : []
  return { ...registry, pairs, fileless }
}

/** What is known about one file after it was read. */
export type LintedFile = {
  document: Document
  model: Model
  draft: PartialConfig
  reading: { unknown: readonly Path[]; environment: Environment | undefined }
  credentials: () => readonly LoadedCredential[]
}

/** Whether only programs on the same machine reach a host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || classifyHost(host) === 'loopback'

/** Whether nobody can connect to a host. */
export const isUnspecified = (host: string): boolean =>
  ['empty', 'unspecified'].includes(classifyHost(host))

/**
 * Addresses that refer to the same machine, wherever they are used. Loopback addresses are included for links, which need
 * another router on the same machine. They are left out for edge listeners: many machines may have one for their own
 * programs.
 */
function listAdvertised({ draft: { link, listeners } }: LintedFile): AdvertisedAddress[] {
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

/** Whether the controller sets the links of a router, because its file has none and allows it. */
export const areLinksManaged = ({ link, managedConfig }: PartialConfig): boolean =>
  !link?.listeners?.length &&
  !link?.dialers?.length &&
  (managedConfig?.allow ?? []).some((kind) => kind === 'all' || kind?.startsWith('router.link'))

/**
 * Whether all links of the file are known: the text is not broken, nothing depends on variables, and no controller sets
 * links.
 */
const hasKnownLinks = ({ document, draft, reading: { unknown } }: LintedFile): boolean =>
  document.problems.length === 0 &&
  !areLinksManaged(draft) &&
  !unknown.some((path) => startsWithPath(path, 'link') && path.includes('groups'))

function listGroups(known: LintedFile, kind: 'dialers' | 'listeners'): LinkGroup[] | undefined {
  if (!hasKnownLinks(known)) return undefined
  return (known.draft.link?.[kind] ?? []).flatMap(({ groups = [] }, index) => {
    const path = ['link', kind, index]
    const isWritten = known.document.find([...path, 'groups']) !== undefined
    return groups.map((name, entry) => ({
      name,
      path: isWritten ? [...path, 'groups', entry] : [...path, 'binding'],
    }))
  })
}

/**
 * The addresses of a router's controllers. Undefined if an address is unknown, or if one is a loopback or unspecified
 * address, because other machines reach that controller by another one.
 */
function listControllers({
  document,
  draft: { ctrl },
  reading: { unknown },
}: LintedFile): Router['controllers'] {
  if (
    document.problems.length > 0 ||
    unknown.some((path) => startsWithPath(path, 'ctrl') && String(path[1]).startsWith('endpoint'))
  )
    return undefined
  const single = document.find(['ctrl', 'endpoint']) !== undefined
  const all = (ctrl?.endpoints ?? []).map((endpoint, index) => ({
    address: endpoint.toLowerCase(),
    path: single ? ['ctrl', 'endpoint'] : ['ctrl', 'endpoints', index],
  }))
  const isOdd = ({ address }: { address: string }): boolean => {
    const host = splitAddress(address)?.host ?? ''
    return isLoopback(host) || isUnspecified(host)
  }
  return all.some(isOdd) ? undefined : all
}

/** The name of a file without its extension. */
export const getStem = (path: string): string =>
  path.slice(findLastName(path)).replace(/\.[^.]*$/, '')

/** A path without `.router` at its end, which is left of `north.router.yml` without its extension. */
export const removeRouterSuffix = (path: string): string => path.replace(/(?<=[^/\\])\.router$/, '')

/** Possible names of a router: the name of its certificate's file, of its own file, or of its folder. */
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

/** What identifies the router of a file, and the parts of the file that its record affects. */
function summarizeIdentity(
  path: string,
  { draft, document, credentials }: LintedFile,
  host: LintHost | undefined,
): Pick<Router, 'names' | 'identity' | 'certificate' | 'tunnel' | 'linkListener'> {
  const credential = credentials().find(({ path }) => path.join('.') === 'identity.cert')
  const certificate =
    credential?.found.kind === 'file' ? host?.certificates(credential.found.text)[0] : undefined
  const tunnel = (draft.listeners ?? []).findIndex(({ binding }) => binding === 'tunnel')
  return {
    names: listNames(path, draft.identity?.cert),
    ...(document.find(['identity', 'cert']) && { identity: ['identity', 'cert'] }),
    ...(certificate && {
      certificate: { commonName: certificate.commonName, fingerprint: certificate.fingerprint },
    }),
    ...(tunnel >= 0 && { tunnel: ['listeners', tunnel, 'binding'] }),
    ...(document.find(['link', 'listeners', 0]) && {
      linkListener: ['link', 'listeners', 0, 'binding'],
    }),
  }
}

/**
 * What the fleet rules need from a file, without the file itself. Certificates are only read if a host is given. The keys
 * that not every release reads may be omitted if all files are for one release.
 */
export function summarizeRouter(
  path: string,
  known: LintedFile,
  { host, omitsKeys = false }: { host?: LintHost | undefined; omitsKeys?: boolean } = {},
): Router {
  const { model, draft } = known
  return {
    path,
    release: model.release,
    advertised: listAdvertised(known),
    dialed: listGroups(known, 'dialers'),
    listened: listGroups(known, 'listeners'),
    controllers: listControllers(known),
    sockets: [...listListenerSockets(draft), ...listWebSockets(draft)].map(
      ({ path, protocol, host, port }) => ({ path, protocol, host, port }),
    ),
    keys: omitsKeys ? [] : findPartialKeys(known),
    files: listIdentityFiles(draft),
    ...summarizeIdentity(path, known, host),
  }
}

function listIdentityFiles({ identity }: PartialConfig): Router['files'] {
  const files: Partial<Record<IdentityPart, string>> = {}
  for (const use of ['cert', 'key', 'ca'] as const) {
    const credential = parseCredential(identity?.[use] ?? '')
    if (credential.kind === 'file') files[use] = credential.path
  }
  return files
}

/** A key that not every release reads. */
export type PartialKey = { name: string; path: Path; releases: readonly string[] }

/** Keys that the file's release reads and some other release does not, by path without indexes, each once. */
function findPartialKeys({ document, reading, model: { schema } }: LintedFile): PartialKey[] {
  const found = new Map<string, PartialKey>()
  visitDocument({ document, environment: reading.environment }, schema, (place) => {
    const { key } = place
    if (key.read && key.readIn) {
      const path = toPath(place)
      const name = generalizePath(formatPath(path))
      if (!found.has(name)) found.set(name, { name, path, releases: key.readIn })
    }
    return key.read
  })
  return [...found.values()]
}
