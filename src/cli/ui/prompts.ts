import { isCancel, password, select, text, updateSettings } from '@clack/prompts'

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

// Otherwise, Ctrl-D would end the program without a word, and with the exit code 0.
updateSettings({ aliases: { '\u0004': 'cancel' } })

/** The terminal, which is not standard output. Some do not report their size. */
function prepareOutput(): NodeJS.WriteStream {
  const output = process.stderr
  if (!output.columns) output.columns = 80
  if (!output.rows) output.rows = 24
  return output
}

export const ask: Ask = async ({ message, choices, isConfirmation, placeholder, validate }) => {
  const output = prepareOutput()
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

/** Asks for a secret and shows nothing of it, not even its length; undefined without an answer. */
export async function askHidden(message: string): Promise<string | undefined> {
  const answer = await password({ message, mask: '', output: prepareOutput() })
  return isCancel(answer) ? undefined : answer || undefined
}

/** A typed answer is `yes` if it begins with `y`; users need no arrow key before Enter. */
export const toConfirmation = (answer: string): 'yes' | 'no' =>
  /^\s*y(es)?\s*$/i.test(answer) ? 'yes' : 'no'
