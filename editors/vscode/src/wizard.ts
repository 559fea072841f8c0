import type { Answers, GeneratedFile, Preset, Question, TokenContent } from './server-commands.js'

/** Where the enrollment token comes from; `none` to continue without a token. */
export type Source = 'none' | 'paste' | 'file'

/** The answers so far; going back keeps them. */
export type Replies = {
  source?: Source
  jwt?: string
  token?: TokenContent
  preset?: Preset
  /** The text replies, by the `answer` of their questions. */
  texts?: Readonly<Record<string, string>>
  target?: string
  comments?: boolean
}

/** The questions of the preset that the token does not answer. */
export const listQuestions = ({ token, preset }: Replies): readonly Question[] =>
  (preset?.questions ?? []).filter(
    ({ isInToken }) => !(isInToken && token !== undefined && token.controllers.length > 0),
  )

/** Converts the reply to a question to an answer of `routerfile generate`; undefined without a reply. */
export function toAnswer(
  { isList }: Question,
  text: string,
): string | readonly string[] | undefined {
  const parts = splitList(text)
  if (parts.length === 0) return undefined
  return isList ? parts : text.trim()
}

/** Converts the replies to answers of `routerfile generate`. */
export function toAnswers({ jwt, preset, texts = {}, target, comments }: Replies): Answers {
  const given = (preset?.questions ?? []).flatMap((question): [string, unknown][] => {
    const answer = toAnswer(question, texts[question.answer] ?? '')
    return answer === undefined ? [] : [[question.answer, answer]]
  })
  return {
    ...(jwt !== undefined && { jwt }),
    ...(preset && { preset: preset.name }),
    ...Object.fromEntries<unknown>(given),
    ...(target !== undefined && { target }),
    ...(comments === true && { comments }),
  }
}

/** Formats a question with a hint on how to answer it. */
export const formatPrompt = ({
  answer,
  message,
  placeholder,
  isList,
  isRequired,
}: Question): string =>
  [
    message,
    isList && `Separate ${answer === 'advertise' ? 'hosts' : answer} with commas.`,
    !isRequired && `Leave empty for "${placeholder}".`,
  ]
    .filter(Boolean)
    .join(' ')

/** Formats a message of the server, such as "invalid host", as a sentence. */
export const toSentence = (message: string): string =>
  `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?!]$/.test(message) ? '' : '.'}`

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Describes an enrollment token in one line. */
export const describeToken = ({ controllers, expires, isExpired }: TokenContent): string =>
  [
    'Enrollment token',
    controllers.length > 0 && `for ${controllers.join(', ')}`,
    `${isExpired ? 'expired' : 'expires'} ${expires.slice(0, 10)}`,
  ]
    .filter(Boolean)
    .join(', ')

/** Adds a number to a file name if it is already taken. */
export function findFreeName(name: string, taken: readonly string[]): string {
  const dot = name.indexOf('.')
  const [stem, ending] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)]
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${stem}-${number}${ending}`
    if (!taken.includes(free)) return free
  }
}

/** Formats a page with the next steps for a new file. */
export const formatNextSteps = ({
  fileName,
  notes,
}: GeneratedFile): { title: string; markdown: string } => ({
  title: 'Next steps',
  markdown: [
    '# Next steps',
    `Save the file as \`${fileName}\` where the router reads it.`,
    ...notes,
  ].join('\n\n'),
})
