import { isCancel, select, text } from '@clack/prompts'

/** A question: what is asked, what may be answered, and what is wrong with an answer. */
export type Question = {
  message: string
  choices?: readonly { value: string; hint: string }[]
  /** The answer is `yes` or `no`, and no where nothing is typed. */
  isConfirmation?: true
  placeholder?: string
  validate: (text: string) => string | undefined
}

/** Asks a question; undefined where the user would rather not go on. */
export type Ask = (question: Question) => Promise<string | undefined>

/** Asks on the terminal; what goes to standard output stays apart. */
export const ask: Ask = async ({ message, choices, isConfirmation, placeholder, validate }) => {
  const output = process.stderr
  // Some terminals do not say how large they are.
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

/** A typed answer, which `y` begins; an arrow key before Enter is not needed. */
export const toConfirmation = (answer: string): 'yes' | 'no' =>
  /^\s*y(es)?\s*$/i.test(answer) ? 'yes' : 'no'
