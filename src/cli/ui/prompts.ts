import { isCancel, select, text } from '@clack/prompts'

/** A question: its message, the allowed answers, and a check of the answer. */
export type Question = {
  message: string
  choices?: readonly { value: string; hint: string }[]
  /** The answer is `yes` or `no`; an empty answer means no. */
  isConfirmation?: true
  placeholder?: string
  validate: (text: string) => string | undefined
}

/** Asks a question; undefined if the user cancels. */
export type Ask = (question: Question) => Promise<string | undefined>

/** Asks on the terminal, without writing to standard output. */
export const ask: Ask = async ({ message, choices, isConfirmation, placeholder, validate }) => {
  const output = process.stderr
  // Some terminals do not report their size.
  if (!output.columns) output.columns = 80
  if (!output.rows) output.rows = 24
  const answer = choices
    ? await select({
        message,
        output,
        options: choices.map(({ value, hint }) => ({ value, hint })),
      })
    : await text({
        message,
        output,
        ...(placeholder !== undefined && { placeholder }),
        validate: (given = '') => validate(given),
      })
  if (isCancel(answer)) return undefined
  return isConfirmation ? toConfirmation(answer) : answer
}

/** A typed answer is `yes` if it begins with `y`; users need no arrow key before Enter. */
export const toConfirmation = (answer: string): 'yes' | 'no' =>
  /^\s*y(es)?\s*$/i.test(answer) ? 'yes' : 'no'
