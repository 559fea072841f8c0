import type { Answers, Preset, TokenContent } from './server-commands.js'

/** What the wizard knows so far. */
export type Replies = {
  jwt?: string
  token?: TokenContent
  preset?: Preset
  name?: string
  controllers?: string
  advertise?: string
  services?: string
  target?: string
  platform?: string
}

/** A line of text that the wizard asks for. */
export type TextQuestion = {
  key: 'name' | 'controllers' | 'advertise' | 'services'
  prompt: string
  placeholder: string
  isOptional: boolean
  /** Says what is wrong with an answer. */
  check: (answer: string) => string | undefined
}

const questions: readonly TextQuestion[] = [
  {
    key: 'name',
    prompt: 'Name of the router',
    placeholder: 'north',
    isOptional: false,
    check: (answer) => (/[\r\n]/.test(answer) ? 'Enter a name on one line.' : undefined),
  },
  {
    key: 'controllers',
    prompt: 'Controllers, separated by commas',
    placeholder: 'ctrl.example.com:6262',
    isOptional: false,
    check: (answer) =>
      splitList(answer).every((address) => /^(?:\w+:)?.+:\d+$/.test(address))
        ? undefined
        : 'Enter each controller as HOST:PORT.',
  },
  {
    key: 'advertise',
    prompt: 'Host names or addresses at which clients and other routers reach the router',
    placeholder: 'router.example.com',
    isOptional: false,
    check: (answer) =>
      splitList(answer).some((host) => /\s/.test(host))
        ? 'Separate host names by commas.'
        : undefined,
  },
  {
    key: 'services',
    prompt: 'Services that the tunneler makes available on local ports, separated by commas',
    placeholder: 'database:5432',
    isOptional: false,
    check: (answer) =>
      splitList(answer).every((service) => /^.+:\d+(?::\w+)?$/.test(service))
        ? undefined
        : 'Enter each service as NAME:PORT.',
  },
]

/** The questions that a preset and a token leave open. */
export const listQuestions = ({ token, preset }: Replies): readonly TextQuestion[] =>
  questions.filter(({ key }) => {
    if (key === 'name') return true
    if (key === 'controllers') return (token?.controllers.length ?? 0) === 0
    return preset?.asks.includes(key) === true
  })

/** What is wrong with an answer, if anything. */
export function checkReply(
  { isOptional, check }: TextQuestion,
  answer: string,
): string | undefined {
  if (answer.trim() === '') return isOptional ? undefined : 'An answer is needed here.'
  return check(answer.trim())
}

/** The answers as `routerfile generate` takes them. */
export const toAnswers = (replies: Replies): Answers => ({
  ...(replies.jwt !== undefined && { jwt: replies.jwt }),
  ...(replies.preset && { preset: replies.preset.name }),
  ...(replies.name && { name: replies.name.trim() }),
  ...toList('controllers', replies.controllers),
  ...toList('advertise', replies.advertise),
  ...toList('services', replies.services),
  ...(replies.target !== undefined && { target: replies.target }),
  ...(replies.platform !== undefined && { platform: replies.platform }),
})

const toList = (key: string, text: string | undefined): Record<string, string[]> =>
  text === undefined || splitList(text).length === 0 ? {} : { [key]: splitList(text) }

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** One line on an enrollment token. */
export const describeToken = ({ name, controllers, expires, isExpired }: TokenContent): string =>
  [
    name === undefined ? 'Enrollment token' : `Enrollment token of ${name}`,
    controllers.length > 0 && `for ${controllers.join(', ')}`,
    expires !== undefined && `${isExpired ? 'expired' : 'expires'} ${expires}`,
  ]
    .filter(Boolean)
    .join(', ')
