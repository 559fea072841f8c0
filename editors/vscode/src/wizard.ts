import type { Answers, GeneratedFile, Preset, Question, TokenContent } from './server-commands.js'

/** What the user said so far. */
export type Replies = {
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

/** Forms of answers that the generator refuses otherwise, after the last question. */
const forms: Readonly<Record<string, { pattern: RegExp; mistake: string }>> = {
  advertise: { pattern: /^\S+$/, mistake: 'Separate host names by commas.' },
  controllers: { pattern: /^\S+:\d+$/, mistake: 'Enter each controller as HOST:PORT.' },
  services: { pattern: /^.+:\d+(?::\w+)?$/, mistake: 'Enter each service as NAME:PORT.' },
}

/** What is wrong with an answer, if anything. */
export function checkReply({ answer, isRequired }: Question, text: string): string | undefined {
  const parts = splitList(text)
  if (parts.length === 0) return isRequired ? 'An answer is needed here.' : undefined
  const form = forms[answer]
  return form && !parts.every((part) => form.pattern.test(part)) ? form.mistake : undefined
}

/** The replies as `routerfile generate` takes them. */
export function toAnswers({ jwt, preset, texts = {}, target }: Replies): Answers {
  const given = (preset?.questions ?? []).flatMap(({ answer, isList }): [string, unknown][] => {
    const parts = splitList(texts[answer] ?? '')
    return parts.length === 0 ? [] : [[answer, isList ? parts : texts[answer]?.trim()]]
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

/** What to do with a new file, as a page. */
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
