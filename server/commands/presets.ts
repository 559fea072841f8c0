import type { Preset } from '../../src/generate/presets.js'
import { presets as facts } from '../../src/generate/presets.js'
import type { AnswerQuestion, QuestionName } from '../../src/generate/questions.js'
import { answerQuestions, listNeededAnswers } from '../../src/generate/questions.js'
import { defineCommand } from '../command.js'

/**
 * Lists the presets of `routerfile.generate`, with the answers that each needs.
 *
 * Parameters: none. Result: `[{ name, summary, asks, questions }]`; `asks` are the required answers, and `questions`
 * tell how to ask for these and for `name`: `{ answer, message, placeholder, isList, isRequired, isInToken }`.
 */
export const presets = defineCommand({
  name: 'routerfile.presets',
  takes: [],
  run: () =>
    Object.keys(facts)
      .filter(isPreset)
      .map((name) => {
        const asks = listNeededAnswers(name)
        const questions = asks.includes('name') ? asks : (['name', ...asks] as const)
        return {
          name,
          summary: facts[name].summary,
          asks,
          questions: questions.map((answer) => createQuestion(answer, asks)),
        }
      }),
})

const isPreset = (name: string): name is Preset => Object.hasOwn(facts, name)

type Question = AnswerQuestion & {
  answer: QuestionName
  isRequired: boolean
  isInToken: boolean
}

const createQuestion = (
  answer: QuestionName,
  neededAnswers: readonly QuestionName[],
): Question => ({
  answer,
  ...answerQuestions[answer],
  isRequired: neededAnswers.includes(answer),
  isInToken: answer === 'controllers',
})
