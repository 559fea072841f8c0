import type { Diagnostic } from '../../src/document/diagnostic.js'
import { findLineStarts, toPosition } from '../../src/document/diagnostic.js'
import { fleet } from '../../src/lint/fleet/fleet.js'
import { toOuterDiagnostics, toOuterSpan } from '../../src/embedded/embedded-file.js'
import type { EmbeddedFile } from '../../src/embedded/embedded-file.js'
import { listRouterTexts } from '../../src/embedded/router-texts.js'
import { once } from '../../src/document/lazy.js'
import type { Analysis, LintRun } from '../../src/lint/lint.js'
import { inspect } from '../../src/lint/lint.js'
import type { OmittedCounts } from '../../src/mesh/limit.js'
import { hideSecretsInMesh } from '../../src/mesh/hide-secrets.js'
import type { RouterPath } from '../../src/mesh/router.js'
import { nameRouters, createMeshRouter } from '../../src/mesh/router.js'
import { collectMesh, predictLargeMesh } from '../../src/mesh/predict.js'
import { isRouterFile, recognize } from '../../src/recognition/recognize.js'
import { formatCount } from '../../src/document/words.js'
import type { OpenedFile } from '../shared/opened-file.js'
import type { MeshReport } from './report.js'
import { parseReport } from './report.js'
import type { ShownFinding, ShownLink, ShownMesh } from './shown-mesh.js'
import { limitReport, showMesh, switchOff, toShownMesh } from './shown-mesh.js'

/** A file and its release; undefined means the newest release with long-term support. */
export type TargetedFile = OpenedFile & { target?: string | undefined }

export type ReadOptions = {
  /** Names of the routers that the controller rejects. */
  disabled?: readonly string[]
  /** Maximum number of routers; the default is what a picture can reasonably show. */
  limit?: number
}

/** Default maximum number of routers. */
const maxRouters = 500

/** Reads router files, or the report of `routerfile mesh --format json`. */
export function readMesh(files: readonly TargetedFile[], options: ReadOptions = {}): ShownMesh {
  const { limit = maxRouters } = options
  const refused: string[] = []
  const routers: RouterSource[] = []
  let report: MeshReport | undefined
  for (const file of files) {
    const found = parseReport(file.text)
    if (found) report = found
    else {
      const why = findOtherKind(file.text)
      const sources =
        why === undefined
          ? [{ path: file.name, displayPath: file.name, text: file.text, file }]
          : listRouterTexts(file, isRouterFile).map((part) => ({ ...part, file }))
      routers.push(...sources)
      if (sources.length === 0) refused.push(`${file.name} is not a router file${why ?? ''}.`)
    }
  }
  if (report) {
    if (routers.length > 0)
      refused.push('Router files are left out while a report of `routerfile mesh` is open.')
    if (report.routers.length > limit)
      refused.push(
        `Only the first ${limit} of ${report.routers.length} routers of the report are shown.`,
      )
    if (report.large) refused.push(describeUnlisted(report.large.unlisted))
    return toShownMesh(switchOff(limitReport(report, limit), options.disabled ?? []), refused)
  }
  if (routers.length > limit)
    refused.push(
      `Only the first ${limit} of ${routers.length} router files are shown; use \`routerfile mesh\` for all of them.`,
    )
  return showFiles(routers.slice(0, limit), refused, options)
}

const describeUnlisted = ({ linkedPairs, missingPairs }: OmittedCounts): string =>
  `The report of this large network does not list ${formatCount(linkedPairs, 'pair')} with links and ${formatCount(missingPairs, 'pair')} without.`

/** A router file: an opened file, or a string inside one. */
type RouterSource = RouterPath & { text: string; file: TargetedFile; part?: EmbeddedFile }

/**
 * For a text that is not a router file: the end of a message that says what the text looks like, or '' if that is
 * unknown. Undefined for router files.
 */
function findOtherKind(text: string): string | undefined {
  const recognition = recognize(text, { claim: 'passed' })
  if (recognition.kind === 'router' || recognition.kind === 'incomplete-router') return undefined
  return recognition.looksLike === undefined ? '' : `; it looks like ${recognition.looksLike}`
}

type ReadRouter = RouterSource & {
  router: string
  run: LintRun
  findings: LocatedFinding[]
  /** Converts an offset in the router file to a line in the opened file; lines count from 1. */
  toLine: (start: number) => number
}

type LocatedFinding = ShownFinding & Pick<Diagnostic, 'path'>

function showFiles(
  files: readonly RouterSource[],
  refused: readonly string[],
  { disabled = [] }: ReadOptions,
): ShownMesh {
  const toOptions = ({ target }: TargetedFile) => (target === undefined ? {} : { target })
  const names = nameRouters(files)
  const compared = fleet(
    files.map(({ displayPath, text, file }) => ({ ...toOptions(file), path: displayPath, text })),
  )
  const read = files.map((source, index): ReadRouter => {
    const { file, part } = source
    const run = inspect(source.text, toOptions(file))
    const findings = [...run.diagnostics(), ...(compared[index] ?? [])]
    const lineStarts = once(() => findLineStarts(file.text))
    const outer = { text: file.text, lineStarts }
    return {
      ...source,
      router: names[index] ?? source.displayPath,
      run,
      findings: (part ? toOuterDiagnostics(findings, part, outer) : findings).map(locate),
      toLine: (start) => {
        const place = part ? toOuterSpan(part, { start, end: start }).start : start
        return toPosition(lineStarts(), place).line + 1
      },
    }
  })
  const mesh = collectMesh(
    hideSecretsInMesh(
      predictLargeMesh(
        read.map(({ router, displayPath, run }) =>
          createMeshRouter(run, {
            name: router,
            file: displayPath,
            isDisabled: disabled.includes(router),
          }),
        ),
      ),
      files.map(({ text }) => ({ text })),
    ),
  )
  const byName = new Map(read.map((file) => [file.router, file]))
  return {
    ...showMesh(mesh, (name) => {
      const router = byName.get(name)
      return (
        router && {
          file: router.file.name,
          canMove: !router.part,
          findings: router.findings.map(({ rule, severity, message, line }) => ({
            rule,
            severity,
            message,
            line,
          })),
          line: findSectionLine(router),
        }
      )
    }),
    links: mesh.links.map(({ between, protocol, certain, doubts, links }) => {
      const dials = links.flatMap((link) => link.dials)
      return {
        between,
        protocol,
        certain,
        state: certain ? 'certain' : 'possible',
        doubts,
        dials: dials.map(({ from, to, address }) => ({
          from,
          to,
          ...(address !== undefined && { address, ...findLine(byName.get(to), address) }),
        })),
        findings: listLinkFindings(dials, byName),
      }
    }),
    refused,
  }
}

const locate = ({ rule, severity, message, range, path }: Diagnostic): LocatedFinding => ({
  rule,
  severity,
  message,
  path,
  line: range.start.line + 1,
})

const getLine = (
  { toLine }: ReadRouter,
  { document }: Analysis,
  path: Diagnostic['path'],
): number => toLine(document.findSpan(path, 'key').start)

const findSectionLine = (router: ReadRouter): number => {
  const { analysis } = router.run
  return analysis?.document.find(['link']) ? getLine(router, analysis, ['link']) : router.toLine(0)
}

type Listener = { advertise?: string; bind?: string }

const listListeners = (file: ReadRouter | undefined): readonly Listener[] =>
  file?.run.analysis?.knownConfig.link?.listeners ?? []

const hasAddress = ({ advertise, bind }: Listener, address: string | undefined): boolean =>
  (advertise || bind) === address

/** Returns the line of the listener with an address. */
function findLine(file: ReadRouter | undefined, address: string): { line?: number } {
  const index = listListeners(file).findIndex((listener) => hasAddress(listener, address))
  const analysis = file?.run.analysis
  return file && analysis && index >= 0
    ? { line: getLine(file, analysis, ['link', 'listeners', index]) }
    : {}
}

/** Returns findings about the dialers of the routers that dial, and about the listeners that they dial. */
function listLinkFindings(
  dials: readonly { from: string; to: string; address: string | undefined }[],
  byName: ReadonlyMap<string, ReadRouter>,
): ShownLink['findings'] {
  const found = new Map<LocatedFinding, string>()
  for (const { from, to, address } of dials) {
    const dialed = byName.get(to)
    for (const finding of byName.get(from)?.findings ?? [])
      if (isAbout(finding, 'dialers')) found.set(finding, from)
    for (const finding of dialed?.findings ?? []) {
      const listener = listListeners(dialed)[Number(finding.path[2])]
      if (isAbout(finding, 'listeners') && listener && hasAddress(listener, address))
        found.set(finding, to)
    }
  }
  return [...found].map(([{ rule, severity, message, line }, router]) => ({
    rule,
    severity,
    message,
    line,
    router,
  }))
}

const isAbout = ({ path: [section, name] }: LocatedFinding, part: string): boolean =>
  section === 'link' && name === part
