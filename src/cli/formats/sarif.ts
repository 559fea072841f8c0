import type { Fix, Range } from '../../diagnostic.js'
import { lineStarts, positionAt, showPath } from '../../diagnostic.js'
import { homepage } from '../../lint/documentation.js'
import { asJson } from '../visible.js'
import { findingsOf } from './finding.js'
import { fingerprints } from './fingerprint.js'
import type { OutputFormat, Report, Run } from './format.js'
import { uriIn } from './place.js'
import { descriptorsOf, levels } from './sarif-rules.js'

const schema =
  'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'

/** The name that stands for the folder that relative paths count from; the one that GitHub knows. */
const base = '%SRCROOT%'

type Region = { startLine: number; startColumn: number; endLine: number; endColumn: number }

const region = ({ start, end }: Range): Region => ({
  startLine: start.line + 1,
  startColumn: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
})

function location(root: string, path: string): { uri: string; uriBaseId?: string } {
  const { uri, isRelative } = uriIn(root, path)
  return { uri, ...(isRelative && { uriBaseId: base }) }
}

function fixes({ title, edits, unsafe }: Fix, text: string, artifactLocation: object): object[] {
  const starts = lineStarts(text)
  const replacements = edits.map(({ start, end, text: insert }) => ({
    deletedRegion: region({ start: positionAt(starts, start), end: positionAt(starts, end) }),
    insertedContent: { text: insert },
  }))
  return [
    {
      description: { text: title },
      artifactChanges: [{ artifactLocation, replacements }],
      ...(unsafe && { properties: { unsafe } }),
    },
  ]
}

function resultsOf({
  reports,
  run: { root },
  ids,
}: {
  reports: readonly Report[]
  run: Run
  ids: readonly string[]
}): object[] {
  const fingerprintOf = fingerprints()
  return reports.flatMap((report, index) => {
    const place = location(root, report.path)
    const artifactLocation = { ...place, index }
    return findingsOf(report).map(({ rule, severity, message, path, range, fix, related }) => ({
      ruleId: rule,
      ruleIndex: ids.indexOf(rule),
      level: levels[severity],
      message: { text: message },
      locations: [
        {
          physicalLocation: { artifactLocation, region: region(range) },
          ...(path.length > 0 && { logicalLocations: [{ fullyQualifiedName: showPath(path) }] }),
        },
      ],
      ...(related && {
        relatedLocations: related.map((item, id) => ({
          id,
          physicalLocation: { artifactLocation, region: region(item.range) },
          message: { text: item.message },
        })),
      }),
      partialFingerprints: { 'routerfile/v1': fingerprintOf(place.uri, { rule, path, message }) },
      ...(fix && { fixes: fixes(fix, report.text, artifactLocation) }),
    }))
  })
}

const idsOf = (reports: readonly Report[]): string[] =>
  [...new Set(reports.flatMap(({ diagnostics }) => diagnostics.map(({ rule }) => rule)))].sort()

export const sarif: OutputFormat = {
  print: (reports, run) => {
    const { release, version, rules, refused, root } = run
    const ids = idsOf(reports)
    const notifications = refused.map((why) => ({ level: 'error', message: { text: why } }))
    const log = {
      $schema: schema,
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'routerfile',
              semanticVersion: version,
              informationUri: homepage,
              rules: descriptorsOf(ids, rules),
            },
          },
          invocations: [
            {
              executionSuccessful: refused.length === 0,
              ...(refused.length > 0 && { toolExecutionNotifications: notifications }),
            },
          ],
          originalUriBaseIds: {
            [base]: {
              description: {
                text: 'The folder of the repository, or the one that the program ran in.',
              },
            },
          },
          columnKind: 'utf16CodeUnits',
          newlineSequences: ['\r\n', '\n', '\r'],
          artifacts: reports.map(({ path }) => ({
            location: location(root, path),
            roles: ['analysisTarget'],
            mimeType: 'application/yaml',
          })),
          results: resultsOf({ reports, run, ids }),
          properties: { release },
        },
      ],
    }
    return `${asJson(log, 2)}\n`
  },
}
