import type { Numbered } from '../shared/worker-link.js'
import type { FormResult, FormValues } from './answers.js'
import { getText } from './answers.js'
import { generateFromForm } from './generate.js'
import type { TokenFact } from './token.js'
import { listTokenFacts } from './token.js'

/** The request to the worker; `now` is in milliseconds since 1970. */
export type FormQuestion = {
  values: FormValues
  /** The values of the form, if `values` are those of an example. */
  given: FormValues | undefined
  now: number
}

/** The result, the problems of the user's own answers, and facts about the token. */
export type FormAnswer = {
  result: FormResult
  findings: FormResult['findings']
  facts: readonly TokenFact[]
}

addEventListener('message', ({ data }: MessageEvent<Numbered<FormQuestion>>) => {
  const { values, given, now } = data.content
  const result = generateFromForm(values, now)
  const answer: Numbered<FormAnswer> = {
    id: data.id,
    content: {
      result,
      findings: given ? generateFromForm(given, now).findings : result.findings,
      facts: listTokenFacts(getText(values['jwt']), now),
    },
  }
  postMessage(answer)
})
