import { formatPath } from '../../src/document/diagnostic.js'
import { checkAnswers as check } from '../../src/generate/answers.js'
import { generateFrom } from '../../src/generate/generate.js'
import { completeAnswers } from '../../src/generate/questions.js'
import { defineCommand, formatInput } from '../command.js'

/** Maximum length of a message: it may quote a long answer. */
const maxSentenceLength = 300

/**
 * Checks some of the answers for `routerfile.generate`, before the user has entered the others.
 *
 * Parameters: the answers. Result: `[{ answer, message }]`, empty if nothing is wrong.
 */
export const checkAnswers = defineCommand({
  name: 'routerfile.checkAnswers',
  takes: ['answers'],
  run: ({ parameters }) => {
    const sentAnswers = parameters.record(0, 'a map of answers')
    const { answers, diagnostics } = check(sentAnswers)
    const problems = answers
      ? generateFrom(completeAnswers(answers).answers).diagnostics
      : diagnostics
    return (
      problems
        // Missing answers were completed with examples; only errors about the sent answers count.
        .filter(
          ({ severity, path: [name] }) =>
            severity === 'error' && name !== undefined && name in sentAnswers,
        )
        .map(({ path, message }) => ({
          answer: formatPath(path),
          message: formatInput(message, maxSentenceLength),
        }))
    )
  },
})
