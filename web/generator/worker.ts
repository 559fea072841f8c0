import type { Numbered } from '../shared/worker-link.js'
import type { FormResult, FormValues } from './answers.js'
import { getText } from './answers.js'
import { generateFromForm } from './generate.js'
import type { TokenFact } from './token.js'
import { listTokenFacts } from './token.js'

/** What the page asks: the form, and the time in milliseconds since 1970. */
export type FormQuestion = {
  values: FormValues
  /** What the form holds, if `values` are those of an example. */
  given: FormValues | undefined
  now: number
}

/** What the form makes, the problems of its own answers, and what its token says. */
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
