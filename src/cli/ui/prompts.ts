import { isCancel, password, select, text, updateSettings } from '@clack/prompts'

/** A question: its message, the allowed answers, and a check of the answer. */
export type Question = {
  message: string
  choices?: readonly { value: string; hint: string }[]
  isConfirmation?: false
  placeholder?: string
  validate: (text: string) => string | undefined
}

/** A question whose answer is `yes` or `no`; an empty answer means no. */
type Confirmation = { message: string; isConfirmation: true }

/** Asks a question; undefined if the user cancels. */
export type Ask = (question: Question | Confirmation) => Promise<string | undefined>

// Otherwise, Ctrl-D would end the program without a word, and with the exit code 0.
updateSettings({ aliases: { '\u0004': 'cancel' } })

/** Questions go to standard error, because standard output may be a file. Some terminals do not report their size. */
function prepareOutput(): NodeJS.WriteStream {
  const output = process.stderr
  if (!output.columns) output.columns = 80
  if (!output.rows) output.rows = 24
  return output
}

export const ask: Ask = (question) =>
  question.isConfirmation ? askToConfirm(question) : askForText(question)

async function askToConfirm({ message }: Confirmation): Promise<string | undefined> {
  const answer = await askForText({
    message,
    placeholder: 'yes or no',
    validate: (text) => (/^(?:y|yes|n|no|)$/i.test(text.trim()) ? undefined : 'enter yes or no'),
  })
  return answer === undefined ? undefined : toConfirmation(answer)
}

async function askForText({
  message,
  choices,
  placeholder,
  validate,
}: Question): Promise<string | undefined> {
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
        validate: (text = '') => validate(text),
      })
  return isCancel(answer) ? undefined : answer
}

/** Asks for a secret and shows nothing of it, not even its length; undefined without an answer. */
export async function askHidden(message: string): Promise<string | undefined> {
  const answer = await password({ message, mask: '', output: prepareOutput() })
  return isCancel(answer) ? undefined : answer || undefined
}

/** A typed answer is `yes` if it begins with `y`; users need no arrow key before Enter. */
export const toConfirmation = (answer: string): 'yes' | 'no' =>
  /^\s*y(es)?\s*$/i.test(answer) ? 'yes' : 'no'
