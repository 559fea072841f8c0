import type { Numbered } from '../shared/worker-link.js'
import type { FormResult, FormValues } from './answers.js'
import { getText } from './answers.js'
import { generateFromForm } from './generate.js'
import type { TokenFact } from './token.js'
import { listTokenFacts } from './token.js'

/** What the page asks: the form, and the time in milliseconds since 1970. */
export type FormQuestion = { values: FormValues; now: number }

/** What the form makes, and what its token says. */
export type FormAnswer = { result: FormResult; facts: readonly TokenFact[] }

addEventListener('message', ({ data }: MessageEvent<Numbered<FormQuestion>>) => {
  const { values, now } = data.content
  const answer: Numbered<FormAnswer> = {
    id: data.id,
    content: {
      result: generateFromForm(values, now),
      facts: listTokenFacts(getText(values['jwt']), now),
    },
  }
  postMessage(answer)
})
