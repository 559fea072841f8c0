import type {
  CodeAction,
  Diagnostic,
  DocumentDiagnosticReport,
  WorkspaceEdit,
} from 'vscode-languageserver-protocol'
import type { LSPClient } from '@codemirror/lsp-client'
import type { Text } from '@codemirror/state'
import { groupBy } from '../../src/document/group.js'
import { toRecord } from '../../src/document/record.js'
import type { OpenFile } from './open-files.js'
import { isAhead } from './open-files.js'

export type FindingSeverity = 'error' | 'warning' | 'info'

/** An edit that fixes a finding; a safe one does not change the behavior of a router that runs. */
export type Fix = { title: string; edit: WorkspaceEdit; isSafe: boolean }

/** A finding; `from` and `to` are offsets in the checked text. */
export type Finding = {
  from: number
  to: number
  /** Line number; counts from 1. */
  line: number
  severity: FindingSeverity
  rule: string
  message: string
  fixes: readonly Fix[]
}

/** In the order of the severity numbers of the Language Server Protocol. */
const severityNames: readonly FindingSeverity[] = ['error', 'warning', 'info']

/** Converts a position to an offset, at most the end of the text. */
export function toOffset(
  doc: Text,
  { line, character }: { line: number; character: number },
): number {
  if (line >= doc.lines) return doc.length
  const { from, to } = doc.line(line + 1)
  return Math.min(from + character, to)
}

/** Requests the findings of a file; undefined if it changed in the meantime. */
export async function check(client: LSPClient, file: OpenFile): Promise<Finding[] | undefined> {
  client.sync()
  const { version, doc } = file
  const report = await unlessModified(
    client.request<object, DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument: { uri: file.uri },
    }),
  )
  if (!report || file.version !== version || isAhead(file)) return undefined
  return 'items' in report ? report.items.map((item) => toFinding(item, doc)) : []
}

/** The code of the Language Server Protocol for a text that changed before the server answered. */
const contentModified = -32801

/**
 * Returns the answer of the server; undefined if the text changed before the server answered, for
 * example because another file with the same name was opened. Nothing has to be asked again:
 * opening and editing a file schedule another check.
 */
const unlessModified = <Answer>(answer: Promise<Answer>): Promise<Answer | undefined> =>
  answer.catch((error: unknown) => {
    if (toRecord(error)['code'] === contentModified) return undefined
    throw error
  })

/** Converts a diagnostic of the server to a finding in the checked text. */
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

/** A finding of a folder's board; lines count from 1. */
export type FolderFinding = Pick<Finding, 'line' | 'severity' | 'rule' | 'message'>

/** Returns whether a finding comes from comparing several files. */
const isOfFleet = ({ rule }: Pick<Finding, 'rule'>): boolean => rule.startsWith('fleet-')

/**
 * Replaces the findings from comparing the open files with those from comparing all files of the
 * folder.
 *
 * @param severities The rule severities in the page's settings.
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

/** Adds the fixes that the server offers to the findings of a file; undefined if the file changed in the meantime. */
export async function addFixes(
  client: LSPClient,
  file: OpenFile,
  findings: readonly Finding[],
): Promise<Finding[] | undefined> {
  const { version, doc } = file
  const actions = await unlessModified(requestActions(client, file, 'quickfix'))
  if (!actions || file.version !== version || isAhead(file)) return undefined
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

/**
 * Returns whether an edit only adds suppression comments or only changes other files; the
 * playground does not offer such edits.
 */
const addsCommentsOnly = ({ changes = {} }: WorkspaceEdit, { uri }: OpenFile): boolean =>
  (changes[uri] ?? []).every(({ newText }) => /^#.*$/.test(newText.trim()))

const formatPlace = ({ rule, from, to }: Finding): string => `${from} ${to} ${rule}`

/** Requests all safe fixes of a file as one edit; undefined if there are none. */
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
