import type { AnswerKind } from '../operation.js'

/** A parsed line of the operation table. */
export type OperationRow = {
  /** Resource and operation, as in `services.create`. */
  operation: string
  method: string
  path: string
  parameters: readonly string[]
  answer: AnswerKind
  /** The media type of the request body, if there is one. */
  body: string | undefined
  /** Whether it works without a session. */
  isOpen: boolean
  /** Whether it works without the second factor of the session. */
  isPartial: boolean
  /** Whether repeating it has no further effect. */
  isIdempotent: boolean
  /** Header names by the name of their option. */
  headers: ReadonlyMap<string, string>
  /** The release that introduced it; `never` if none provides it. */
  since: string | undefined
}

const answerKinds: ReadonlySet<string> = new Set([
  'page',
  'items',
  'data',
  'created',
  'empty',
  'text',
  'bytes',
  'bare',
] satisfies AnswerKind[])

const isAnswerKind = (word: string): word is AnswerKind => answerKinds.has(word)

const mediaTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  text: 'text/plain',
}

/** Parses a line of the table: `METHOD path answer`, then further words. */
export function parseOperationRow(operation: string, line: string): OperationRow {
  const [method = '', path = '', answer = '', ...words] = line.split(' ')
  const marked = (mark: string): string[] =>
    words.filter((word) => word.startsWith(mark)).map((word) => word.slice(mark.length))
  return {
    operation,
    method,
    path,
    parameters: path.match(/(?<={)\w+/g) ?? [],
    answer: isAnswerKind(answer) ? answer : 'data',
    body: words.map((word) => mediaTypes[word]).find(Boolean),
    isOpen: words.includes('open'),
    isPartial: words.includes('partial'),
    isIdempotent: ['GET', 'PUT', 'DELETE'].includes(method) || words.includes('again'),
    headers: new Map(
      marked('@').map((name) => [
        name.replace(/-./g, ([, letter = '']) => letter.toUpperCase()),
        name,
      ]),
    ),
    since: marked('since:')[0],
  }
}

/**
 * The lines of a resource with the usual operations on records: `list`, `create`, `get`, `replace`,
 * `patch` and `delete`; lists of related records, by the last part of their path; and further
 * lines.
 */
export const records = (
  path: string,
  related: string,
  extraRows: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({
  list: `GET ${path} page`,
  create: `POST ${path} created json`,
  get: `GET ${path}/{id} data`,
  replace: `PUT ${path}/{id} empty json`,
  patch: `PATCH ${path}/{id} empty json again`,
  delete: `DELETE ${path}/{id} empty`,
  ...Object.fromEntries(
    related
      .split(' ')
      .filter(Boolean)
      .map((end) => [
        end.replace(/-./g, ([, letter = '']) => letter.toUpperCase()),
        `GET ${path}/{id}/${end} page`,
      ]),
  ),
  ...extraRows,
})
