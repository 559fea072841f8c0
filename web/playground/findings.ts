import type {
  CodeAction,
  Diagnostic,
  DocumentDiagnosticReport,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol'
import type { LSPClient } from '@codemirror/lsp-client'
import type { Text } from '@codemirror/state'
import { groupBy } from '../../src/document/group.js'
import type { OpenFile } from './open-files.js'
import { isAhead } from './open-files.js'

export type FindingSeverity = 'error' | 'warning' | 'info'

/** A change of the text that fixes a finding; after one that is safe, a router that runs does the same as before. */
export type Fix = { title: string; edit: WorkspaceEdit; isSafe: boolean }

/** Something that is wrong in a file, with its place in the text that was checked. */
export type Finding = {
  from: number
  to: number
  /** Counts from 1. */
  line: number
  severity: FindingSeverity
  rule: string
  message: string
  fixes: readonly Fix[]
}

/** In the order of the protocol. */
const severityNames: readonly FindingSeverity[] = ['error', 'warning', 'info']

/** The offset of a position, at most the end of the text. */
export function toOffset(
  doc: Text,
  { line, character }: { line: number; character: number },
): number {
  if (line >= doc.lines) return doc.length
  const { from, to } = doc.line(line + 1)
  return Math.min(from + character, to)
}

/** Checks a file; undefined if it changed in the meantime. */
export async function check(client: LSPClient, file: OpenFile): Promise<Finding[] | undefined> {
  client.sync()
  const { version, doc } = file
  const report = await client.request<object, DocumentDiagnosticReport>('textDocument/diagnostic', {
    textDocument: { uri: file.uri },
  })
  if (file.version !== version || isAhead(file)) return undefined
  return 'items' in report ? report.items.map((item) => toFinding(item, doc)) : []
}

/** A diagnostic of the server as a finding in the text that was checked. */
export const toFinding = (
  { range, severity = 1, code = '', message }: Diagnostic,
  doc: Text,
): Finding => ({
  from: toOffset(doc, range.start),
  to: toOffset(doc, range.end),
  line: Math.min(range.start.line + 1, doc.lines),
  severity: severityNames[severity - 1] ?? 'info',
  rule: String(code),
  message: typeof message === 'string' ? message : message.value,
  fixes: [],
})

/** A finding of the board of a folder, at a line that counts from 1. */
export type FolderFinding = Pick<Finding, 'line' | 'severity' | 'rule' | 'message'>

/** Whether a finding comes from the comparison of several files. */
const isOfFleet = ({ rule }: Pick<Finding, 'rule'>): boolean => rule.startsWith('fleet-')

/**
 * The findings of a file of a folder: what the server found by comparing it with the open files is replaced by what the
 * board found by comparing it with those of the folder.
 *
 * @param severities What the settings of the page say of rules.
 */
export function takeFolderFindings(
  findings: readonly Finding[],
  ofFolder: readonly FolderFinding[],
  { doc, severities }: { doc: Text; severities: Readonly<Record<string, string>> },
): Finding[] {
  const added = ofFolder
    .filter((finding) => isOfFleet(finding) && severities[finding.rule] !== 'off')
    .map((finding): Finding => {
      const { from, to, text, number } = doc.line(Math.min(finding.line, doc.lines))
      const severity = severityNames.find((name) => name === severities[finding.rule])
      return {
        rule: finding.rule,
        message: finding.message,
        severity: severity ?? finding.severity,
        line: number,
        from: from + text.search(/\S|$/),
        to,
        fixes: [],
      }
    })
  return [...findings.filter((finding) => !isOfFleet(finding)), ...added].sort(
    (one, other) => one.from - other.from,
  )
}

/** The findings of a file with the fixes that the server offers for them; undefined if it changed in the meantime. */
export async function addFixes(
  client: LSPClient,
  file: OpenFile,
  findings: readonly Finding[],
): Promise<Finding[] | undefined> {
  const { version, doc } = file
  const actions = await requestActions(client, file, 'quickfix')
  if (file.version !== version || isAhead(file)) return undefined
  const fixes = actions.flatMap(({ title, edit, diagnostics = [], isPreferred = false }) =>
    edit && !addsCommentsOnly(edit, file)
      ? diagnostics.map((diagnostic) => ({
          place: formatPlace(toFinding(diagnostic, doc)),
          fix: { title, edit, isSafe: isPreferred },
        }))
      : [],
  )
  const byPlace = groupBy(fixes, ({ place }) => place)
  return findings.map((finding) => ({
    ...finding,
    fixes: (byPlace.get(formatPlace(finding)) ?? []).map(({ fix }) => fix),
  }))
}

/** Whether a change only hides a finding, or is about another file. The playground shows only fixes of the file. */
const addsCommentsOnly = ({ changes = {} }: WorkspaceEdit, { uri }: OpenFile): boolean =>
  (changes[uri] ?? []).every(({ newText }) => /^#.*$/.test(newText.trim()))

const formatPlace = ({ rule, from, to }: Finding): string => `${from} ${to} ${rule}`

/** All safe fixes of a file at once; undefined if there are none. */
export async function findAllFixes(
  client: LSPClient,
  file: OpenFile,
): Promise<WorkspaceEdit | undefined> {
  const actions = await requestActions(client, file, 'source.fixAll')
  return actions.find(({ edit }) => edit)?.edit
}

async function requestActions(
  client: LSPClient,
  { uri, doc }: OpenFile,
  kind: string,
): Promise<CodeAction[]> {
  const end = { line: doc.lines - 1, character: doc.line(doc.lines).length }
  const actions = await client.request<object, CodeAction[] | null>('textDocument/codeAction', {
    textDocument: { uri },
    range: { start: { line: 0, character: 0 }, end },
    context: { diagnostics: [], only: [kind] },
  })
  return actions ?? []
}
