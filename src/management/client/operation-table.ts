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
  /** Whether the operation works without a session. */
  isOpen: boolean
  /** Whether the operation works before the second factor is complete. */
  isPartial: boolean
  isIdempotent: boolean
  /** The request headers that call options set: header names by option name. */
  headers: ReadonlyMap<string, string>
  /** The release that introduced the operation; `never` if no release provides it. */
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
  'raw',
] satisfies AnswerKind[])

const isAnswerKind = (word: string): word is AnswerKind => answerKinds.has(word)

const mediaTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  text: 'text/plain',
  form: 'application/x-www-form-urlencoded',
}

/**
 * Parses a line of the table: `METHOD path answer`, then any of `json`, `text`, `form` (body), `open`,
 * `partial`, `again` (idempotent), `@header` and `since:release`.
 */
export function parseOperationRow(operation: string, line: string): OperationRow {
  const [method = '', path = '', answer = '', ...words] = line.split(' ')
  const listArguments = (prefix: string): string[] =>
    words.filter((word) => word.startsWith(prefix)).map((word) => word.slice(prefix.length))
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
      listArguments('@').map((name) => [
        name.replace(/-./g, ([, letter = '']) => letter.toUpperCase()),
        name,
      ]),
    ),
    since: listArguments('since:')[0],
  }
}

/**
 * The lines of the operation table for a resource: `list`, `create`, `get`, `replace`, `patch` and `delete`; a list
 * operation for each path segment in `relatedSegments` (separated by spaces); and `extraRows`.
 */
export const records = (
  path: string,
  relatedSegments: string,
  extraRows: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> => ({
  list: `GET ${path} page`,
  create: `POST ${path} created json`,
  get: `GET ${path}/{id} data`,
  replace: `PUT ${path}/{id} empty json`,
  patch: `PATCH ${path}/{id} empty json again`,
  delete: `DELETE ${path}/{id} empty`,
  ...Object.fromEntries(
    relatedSegments
      .split(' ')
      .filter(Boolean)
      .map((segment) => [
        segment.replace(/-./g, ([, letter = '']) => letter.toUpperCase()),
        `GET ${path}/{id}/${segment} page`,
      ]),
  ),
  ...extraRows,
})
