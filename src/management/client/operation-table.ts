import type { AnswerKind } from '../operation.js'

/** An operation as the client knows it: a line of the table, taken apart. */
export type OperationRow = {
  /** Resource and name, as in `services.create`. */
  operation: string
  method: string
  path: string
  parameters: readonly string[]
  answer: AnswerKind
  /** The media type of the body, if it takes one. */
  body: string | undefined
  /** Needs no session. */
  isOpen: boolean
  /** Takes a session that lacks its second factor. */
  isPartial: boolean
  /** Repeating it changes nothing more. */
  isIdempotent: boolean
  /** Options that are headers, by the name of the option. */
  headers: ReadonlyMap<string, string>
  /** The release that it came with; `never` where none has it. */
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

/** Takes a line of the table apart: `METHOD path answer`, then what else there is to know. */
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
 * The lines of a resource that has the usual operations on records: `list`, `create`, `get`, `replace`, `patch` and
 * `delete`, lists of what is related to a record, by the ends of their paths, and others as they are.
 */
export const records = (
  path: string,
  related: string,
  more: Readonly<Record<string, string>> = {},
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
  ...more,
})
