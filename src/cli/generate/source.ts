import type { Diagnostic } from '../../diagnostic.js'
import type { Checked } from '../../generate/answers.js'
import { checkAnswers, readAnswers } from '../../generate/answers.js'
import type { Given } from '../flags.js'
import { UsageError } from '../flags.js'
import { answersGiven } from './flags.js'
import type { Standing } from './say.js'
import { placing, sentences } from './say.js'

/** Answers, and the text in which they stand, if any. */
export type Source = { answers: Checked; standing: Standing }

/** The answers of a file with those of flags over them. */
export function sourceOf(given: Given, text: (flag: string) => string | undefined): Source {
  const path = given.last('answers')
  const content = text('answers')
  const standing =
    path !== undefined && content !== undefined
      ? { path: path === '-' ? 'standard input' : path, text: content }
      : undefined
  const read = standing && readAnswers(standing.text)
  if (standing && !read?.answers)
    throw new UsageError(
      (read?.diagnostics ?? [])
        .map(({ path: at, range, message }) => `${placing(standing)(at, range)}${message}`)
        .join('\nrouterfile: '),
    )
  const jwt = text('jwt') ?? process.env['ROUTERFILE_JWT']
  const flags = { ...answersGiven(given), ...(jwt !== undefined && { jwt }) }
  const checked = checkAnswers(flags)
  if (!checked.answers) throw refusal(checked.diagnostics, undefined)
  return { answers: { ...read?.answers, ...checked.answers }, standing }
}

/** Why nothing can be made. */
export const refusal = (diagnostics: readonly Diagnostic[], standing: Standing): UsageError =>
  new UsageError(
    sentences(
      diagnostics.filter(({ severity }) => severity === 'error'),
      placing(standing),
    ).join('\nrouterfile: '),
  )
