import { formatPath } from '../../src/document/diagnostic.js'
import { checkAnswers as check } from '../../src/generate/answers.js'
import { generateFrom } from '../../src/generate/generate.js'
import { completeAnswers } from '../../src/generate/questions.js'
import { defineCommand, formatInput } from '../command.js'

/** Maximum length of a message: it may quote a long answer. */
const maxSentenceLength = 300

/**
 * What is wrong with some answers of `routerfile.generate`, as far as they can be checked without the others.
 *
 * Parameters: the answers. Result: `[{ answer, message }]`, empty if nothing is wrong.
 */
export const checkAnswers = defineCommand({
  name: 'routerfile.checkAnswers',
  takes: ['answers'],
  run: ({ parameters }) => {
    const sent = parameters.record(0, 'a map of answers')
    const { answers, diagnostics } = check(sent)
    const found = answers ? generateFrom(completeAnswers(answers).answers).diagnostics : diagnostics
    return (
      found
        // Missing answers are completed with examples, which have no errors.
        .filter(
          ({ severity, path: [name] }) =>
            severity === 'error' && name !== undefined && name in sent,
        )
        .map(({ path, message }) => ({
          answer: formatPath(path),
          message: formatInput(message, maxSentenceLength),
        }))
    )
  },
})
