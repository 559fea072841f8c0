import type { CheckedData } from '../schema/check-data.js'
import { checkData } from '../schema/check-data.js'
import { toDataDocument } from '../schema/data-document.js'
import type { Diagnostic, Finding, Path, Severity, Span } from '../document/diagnostic.js'
import { createStartRange, toDiagnostics } from '../document/diagnostic.js'
import { parseDocument } from '../document/document.js'
import type { Answers as Described, EdgeRouter } from '../generated/answers.js'
import type { EdgeOptions, RouterFile, TunnelOptions } from '../generated/document.js'
import { answersSchema } from '../generated/answers-schema.js'
import type { JsonMap } from '../document/record.js'
import { toJsonMap } from '../document/record.js'

/** Part of a map: any entry may be missing; lists are complete. */
type DeepPartial<Type> = Type extends readonly unknown[]
  ? Type
  : Type extends object
    ? { [Name in keyof Type]?: DeepPartial<Type[Name]> }
    : Type

/**
 * Describes the router to generate. Everything is optional, but either the answers or the token must name the
 * controllers.
 */
export type Answers = Omit<Described, 'edgeOptions' | 'sections' | 'tunnelOptions'> & {
  /** Further options of the edge listeners. */
  edgeOptions?: DeepPartial<EdgeOptions>
  /** Further options of the tunnel listener. */
  tunnelOptions?: DeepPartial<TunnelOptions>
  /** Sections in the format of the router file. Maps are merged with the generated ones; lists replace them. */
  sections?: DeepPartial<RouterFile>
}

export type { EdgeRouter }

/** Answers that match their schema. Free-form maps hold plain data. */
export type CheckedAnswers = Omit<Described, 'edgeOptions' | 'sections' | 'tunnelOptions'> & {
  /** Further options of the edge listeners. */
  edgeOptions?: JsonMap
  /** Sections in the format of the router file. */
  sections?: JsonMap
  /** Further options of the tunnel listener. */
  tunnelOptions?: JsonMap
}

/** A problem of answers: the rule, the severity, the path in the answers, and a message. */
export type Problem = { rule: string; severity: Severity; path: Path; message: string }

/**
 * Converts a problem to a diagnostic. Answers passed as data have no text, so the range is the start; callers that have
 * the text find the range by the path.
 */
export const toDiagnostic = ({ path, ...problem }: Problem): Diagnostic => ({
  ...problem,
  path: [...path],
  range: createStartRange(),
})

export type Reporter = (problem: Problem) => void

/** The result of reading answers from YAML or JSON: the answers, or the problems with their ranges in the text. */
export type ReadAnswers = {
  /** The answers; absent if there are problems. */
  answers?: CheckedAnswers
  /** Problems of the answers; empty if there are answers. */
  diagnostics: Diagnostic[]
}

const notMapProblems: ReadonlySet<string> = new Set([
  'empty-document',
  'null-document',
  'root-not-map',
])

/** Parses answers in YAML or JSON and checks them against their schema. Any problem rejects all answers. */
export function readAnswers(text: string): ReadAnswers {
  const document = parseDocument(text)
  const { root, problems, unreadContent } = document
  const createFinding = (span: Span, message: string): Finding => ({
    rule: 'answers',
    severity: 'error',
    message,
    path: [],
    span,
  })
  const syntaxFindings = problems.map(({ start, end, code, message }) =>
    createFinding({ start, end }, notMapProblems.has(code) ? 'expected a map of answers' : message),
  )
  const restFindings = unreadContent
    ? [
        createFinding(
          unreadContent,
          'a second document starts here; put all answers in one document',
        ),
      ]
    : []
  // A document with errors is not read. Too many aliases are such an error: they can make the data millions of times as
  // large as the text.
  const checkedData =
    root && syntaxFindings.length === 0 ? checkData(document, answersSchema, root, []) : undefined
  return toAnswersResult(text, checkedData, [...syntaxFindings, ...restFindings])
}

/** Checks answers passed as data in the same way as answers in a text. */
export function checkAnswers(answers: object): ReadAnswers {
  const document = toDataDocument(toJsonMap(answers))
  const checkedData = document.root && checkData(document, answersSchema, document.root, [])
  const { diagnostics, ...result } = toAnswersResult('', checkedData)
  return {
    ...result,
    diagnostics: diagnostics.map((diagnostic) => ({ ...diagnostic, range: createStartRange() })),
  }
}

/**
 * The answers, or the diagnostics if there are any. The type of the answers is generated from the schema that they were
 * checked against, so no further checks are needed.
 */
function toAnswersResult(
  text: string,
  checkedData: CheckedData | undefined,
  problems: readonly Finding[] = [],
): ReadAnswers {
  const findings = [...(checkedData?.findings ?? []), ...problems]
  return findings.length > 0 || !checkedData
    ? { diagnostics: toDiagnostics(text, findings) }
    : { answers: toJsonMap(checkedData.value), diagnostics: [] }
}
