import { isCancel, select, text } from '@clack/prompts'
import type { Ask } from './generate/interview.js'

/** Asks on the terminal; what goes to standard output stays apart. */
export const ask: Ask = async ({ message, choices, placeholder, validate }) => {
  const output = process.stderr
  // Some terminals do not say how large they are.
  if (!output.columns) output.columns = 80
  if (!output.rows) output.rows = 24
  const answer = choices
    ? await select({ message, output, options: choices.map(({ value, hint }) => ({ value, hint })) })
    : await text({ message, output, ...(placeholder !== undefined && { placeholder }), validate: (given = '') => validate(given) })
  return isCancel(answer) ? undefined : answer
}
