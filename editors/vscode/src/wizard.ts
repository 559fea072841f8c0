import type { Answers, GeneratedFile, Preset, Question, TokenContent } from './server-commands.js'

/** Where the name and the controllers come from. */
export type Source = 'none' | 'paste' | 'file'

/** The answers so far; going back keeps them. */
export type Replies = {
  source?: Source
  jwt?: string
  token?: TokenContent
  preset?: Preset
  /** Lines of text, by the answer that they are for. */
  texts?: Readonly<Record<string, string>>
  target?: string
}

/** The questions of the preset that the token does not answer. */
export const listQuestions = ({ token, preset }: Replies): readonly Question[] =>
  (preset?.questions ?? []).filter(
    ({ isInToken }) => !(isInToken && token !== undefined && token.controllers.length > 0),
  )

/** The reply to a question as an answer of `routerfile generate`; undefined without a reply. */
export function toAnswer(
  { isList }: Question,
  text: string,
): string | readonly string[] | undefined {
  const parts = splitList(text)
  if (parts.length === 0) return undefined
  return isList ? parts : text.trim()
}

/** The replies as `routerfile generate` takes them. */
export function toAnswers({ jwt, preset, texts = {}, target }: Replies): Answers {
  const given = (preset?.questions ?? []).flatMap((question): [string, unknown][] => {
    const answer = toAnswer(question, texts[question.answer] ?? '')
    return answer === undefined ? [] : [[question.answer, answer]]
  })
  return {
    ...(jwt !== undefined && { jwt }),
    ...(preset && { preset: preset.name }),
    ...Object.fromEntries<unknown>(given),
    ...(target !== undefined && { target }),
  }
}

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** One line on an enrollment token. */
export const describeToken = ({ controllers, expires, isExpired }: TokenContent): string =>
  [
    'Enrollment token',
    controllers.length > 0 && `for ${controllers.join(', ')}`,
    `${isExpired ? 'expired' : 'expires'} ${expires.slice(0, 10)}`,
  ]
    .filter(Boolean)
    .join(', ')

/** A page with the next steps for a new file. */
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
