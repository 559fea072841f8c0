import type { AnswerKind } from './operation.js'

/** An operation as the client knows it: a line of the table, taken apart. */
export type Row = {
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

const answers: ReadonlySet<string> = new Set([
  'page',
  'items',
  'data',
  'created',
  'empty',
  'text',
  'bytes',
] satisfies AnswerKind[])

const isAnswer = (word: string): word is AnswerKind => answers.has(word)

const media: Readonly<Record<string, string>> = { json: 'application/json', text: 'text/plain' }

/** Takes a line of the table apart: `METHOD path answer`, then what else there is to know. */
export function rowOf(operation: string, line: string): Row {
  const [method = '', path = '', answer = '', ...words] = line.split(' ')
  const marked = (mark: string): string[] =>
    words.filter((word) => word.startsWith(mark)).map((word) => word.slice(mark.length))
  return {
    operation,
    method,
    path,
    parameters: path.match(/(?<={)\w+/g) ?? [],
    answer: isAnswer(answer) ? answer : 'data',
    body: words.map((word) => media[word]).find(Boolean),
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
