import type { Diagnostic, Fix } from '../../src/document/diagnostic.js'
import { findLineStarts, toPosition } from '../../src/document/diagnostic.js'
import { lint } from '../../src/index.js'
import type { RunInfo, OutputStyle } from '../../src/cli/formats/format.js'
import type { FileReport } from '../../src/project/reports.js'
import { outputFormats } from '../../src/generated/formats.js'
import { fixtures } from './fixtures.js'

/** A text that breaks every output format that does not escape it. */
export const nasty =
  'a`b |pipe| <tag attr="1"> & 100% a:b,c ]]> \u001b[31mred\u009b0m \u0000\u202eevil\u2069 \ud800 \uffff\nnext::error::x **bold** ✓ 世界'

const text = 'v: 3\nlink:\r\n  dialers: 世界\nctrl: {}\n'

/** Creates a finding at a part of `text`. */
function finding(piece: string, more: Partial<Diagnostic> = {}): Diagnostic {
  const start = text.indexOf(piece)
  const starts = findLineStarts(text)
  const range = { start: toPosition(starts, start), end: toPosition(starts, start + piece.length) }
  return {
    rule: 'unknown-key',
    severity: 'warning',
    message: 'the router knows no key `dialers` here',
    path: ['link', 'dialers'],
    range,
    ...more,
  }
}

const rename: Fix = {
  title: 'rename `link` to `links`',
  edits: [{ start: 5, end: 9, text: 'links' }],
}

const remove: Fix = {
  title: 'remove `ctrl`',
  edits: [{ start: text.indexOf('ctrl'), end: text.length, text: '' }],
  unsafe: true,
}

/**
 * Reports with all special cases: similar findings, several lines, an empty range, fixes, unusual names, no findings.
 */
export const reports: readonly FileReport[] = [
  { path: 'clean.yaml', text, diagnostics: [], release: '2.0.3' },
  {
    release: '1.6.20',
    path: 'a folder/100% #1, ü:世.yaml',
    text,
    diagnostics: [
      finding('link', {
        fix: rename,
        related: [{ message: 'it stands here too', range: finding('ctrl').range }],
      }),
      finding('dialers'),
      finding('世界', { rule: 'wrong-type', severity: 'error', message: nasty }),
      finding('dialers'),
      finding('link:\r\n  dialers', { rule: 'missing-key', severity: 'error', path: [] }),
      finding('ctrl', { severity: 'info', fix: remove }),
      finding('', { rule: 'too-large', severity: 'error', path: [] }),
    ],
  },
  {
    path: 'odd\u001b]0;name\u0007\n.yaml',
    text,
    diagnostics: [finding('v', { severity: 'info' })],
    release: '2.0.3',
  },
]

/** Creates reports by linting real files. */
export const realReports = (texts: Readonly<Record<string, string>>): FileReport[] =>
  Object.entries(texts).map(([path, content]) => ({
    path,
    text: content,
    diagnostics: lint(content),
    release: '2.0.3',
  }))

const real = realReports(
  Object.fromEntries(
    [...fixtures('invalid'), ...fixtures('valid')].map(({ name, text: content }) => [
      name,
      content,
    ]),
  ),
)

export const sets = {
  'reports with all that there is': reports,
  'no report': [],
  'what real files give': real,
}

const run: RunInfo = {
  release: '2.0.3',
  version: '1.2.3',
  refused: [],
  root: process.cwd(),
  startTime: new Date('2026-01-02T03:04:05.678Z'),
}

const style: OutputStyle = {
  width: 80,
  usesColor: false,
  usesUnicode: true,
  usesLinks: false,
  isVerbose: false,
  maxFindings: Infinity,
}

/** Returns the output of a format. */
export async function printed(
  name: string,
  given: readonly FileReport[] = reports,
  more: Partial<RunInfo & OutputStyle> = {},
): Promise<string> {
  const format = await outputFormats.find((entry) => entry.name === name)?.load()
  if (!format) throw new Error(`no format ${name}`)
  const printed = format.print(given, { ...run, ...more }, { ...style, ...more })
  return typeof printed === 'string' ? printed : [...printed].join('')
}
