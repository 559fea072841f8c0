import { formatPath } from '../../src/document/diagnostic.js'
import type { Diagnostic } from '../../src/document/diagnostic.js'
import type { CheckedAnswers } from '../../src/generate/answers.js'
import { checkAnswers } from '../../src/generate/answers.js'
import { generateFrom } from '../../src/generate/generate.js'
import { defineCommand, formatInput } from '../command.js'
import { createRefusal } from '../feature.js'

/**
 * Generates a router file from answers, as `routerfile generate --answers` does, but writes nothing to disk.
 *
 * Parameters: the answers, with the enrollment token as `jwt` if there is one. Result: `{ text, fileName, notes, files
 * }`; `files` are the other files that the platform needs: `[{ name, text }]`.
 */
export const generate = defineCommand({
  name: 'routerfile.generate',
  takes: ['answers'],
  run: ({ parameters }) => {
    const { answers, diagnostics } = checkAnswers(parameters.record(0, 'a map of answers'))
    if (!answers) throw createRefusal(formatErrors(diagnostics))
    const result = generateFrom(answers, { path: formatPathPattern(answers) })
    if (!result.ok) throw createRefusal(formatErrors(result.diagnostics))
    const { text, path, files, steps } = result
    return {
      text,
      fileName: path,
      notes: [
        ...result.diagnostics.map(formatSentence),
        ...steps.map(({ what, how }) => `${what}: \`${how}\``),
      ],
      files: files.map((file) => ({ name: file.path, text: file.text })),
    }
  },
})

/** Formats a path pattern for names that editors recognize: `{name}.router.yml`, or `router.yml` without a name. */
function formatPathPattern({ name, fileName, edgeRouter, format }: CheckedAnswers): string {
  const isNamed = (fileName ?? name ?? edgeRouter?.name ?? 'router') !== 'router'
  return `${isNamed ? '{name}.router' : 'router'}.${format === 'json' ? 'json' : 'yml'}`
}

const formatErrors = (diagnostics: readonly Diagnostic[]): string =>
  diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(formatSentence)
    .join('\n')

/** Maximum length of a message: it may quote a long answer. */
const maxSentenceLength = 500

/** Formats a message, preceded by the path of the answer that it is about, if there is one. */
const formatSentence = ({ path, message }: Diagnostic): string =>
  formatInput(path.length > 0 ? `${formatPath(path)}: ${message}` : message, maxSentenceLength)
