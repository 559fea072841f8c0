import type { CheckedAnswers } from './answers.js'
import type { Generated } from './generate.js'
import { generateFrom } from './generate.js'
import type { Preset } from './presets.js'

export type QuestionName = 'name' | 'advertise' | 'controllers' | 'services'

export type AnswerQuestion = {
  message: string
  /** An example of an answer. */
  placeholder: string
  /** Whether there may be several answers. */
  isList: boolean
}

export const answerQuestions: Readonly<Record<QuestionName, AnswerQuestion>> = {
  name: {
    message: 'What is the name of the router?',
    placeholder: 'router',
    isList: false,
  },
  advertise: {
    message: 'Which host names or addresses do clients and other routers use to reach it?',
    placeholder: 'router.example.com',
    isList: true,
  },
  controllers: {
    message: 'Which controllers does it connect to (HOST:PORT)?',
    placeholder: 'ctrl.example.com:6262',
    isList: true,
  },
  services: {
    message: 'Which services does it offer, and on which ports (NAME:PORT)?',
    placeholder: 'web:8080',
    isList: true,
  },
}

const isQuestionName = (name: string): name is QuestionName => Object.hasOwn(answerQuestions, name)

/** The first missing answer that a diagnostic asks for; undefined if there is none, or if the file was generated. */
export const findMissingAnswer = (
  generated: Generated,
  answers: CheckedAnswers,
): QuestionName | undefined =>
  generated.ok
    ? undefined
    : generated.diagnostics
        .map(({ path }) => String(path[0]))
        .filter(isQuestionName)
        .find((name) => !(name in answers))

/** The answers that a preset requires. An enrollment token can supply the controllers. */
export const listNeededAnswers = (preset: Preset): QuestionName[] =>
  completeAnswers({ preset }).addedNames

/** Adds an example for each required answer that is missing; `addedNames` lists these answers. */
export function completeAnswers(incomplete: CheckedAnswers): {
  addedNames: QuestionName[]
  answers: CheckedAnswers
} {
  const addedNames: QuestionName[] = []
  let answers = incomplete
  for (
    let missingAnswer = findMissingAnswer(generateFrom(answers), answers);
    missingAnswer !== undefined;
    missingAnswer = findMissingAnswer(generateFrom(answers), answers)
  ) {
    addedNames.push(missingAnswer)
    const { placeholder, isList } = answerQuestions[missingAnswer]
    answers = { ...answers, [missingAnswer]: isList ? [placeholder] : placeholder }
  }
  return { addedNames, answers }
}
