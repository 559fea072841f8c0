import { isCancel, password, select, text, updateSettings } from '@clack/prompts'

/** `validate` explains why a typed answer is invalid, or returns undefined. */
export type Question = {
  message: string
  choices?: readonly { value: string; hint: string }[]
  isConfirmation?: false
  placeholder?: string
  validate: (text: string) => string | undefined
}

/** A question whose answer is `yes` or `no`; an empty answer means no. */
type Confirmation = { message: string; isConfirmation: true }

/** Asks a question. Returns the answer, for a confirmation `yes` or `no`; undefined if the user cancels. */
export type Ask = (question: Question | Confirmation) => Promise<string | undefined>

// Without this, Ctrl-D would end the program silently, with exit code 0.
updateSettings({ aliases: { '\u0004': 'cancel' } })

/** Uses stderr, because stdout may be a file. A terminal that does not report its size gets 80 columns and 24 rows. */
function prepareOutput(): NodeJS.WriteStream {
  const output = process.stderr
  if (!output.columns) output.columns = 80
  if (!output.rows) output.rows = 24
  return output
}

export const ask: Ask = (question) =>
  question.isConfirmation ? askToConfirm(question) : askForText(question)

/** Lets the user type the answer, because a list of yes and no would need an arrow key before Enter. */
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

/** Whether a typed answer confirms: `y` and `yes` do, everything else means no. */
export const toConfirmation = (answer: string): 'yes' | 'no' =>
  /^\s*y(es)?\s*$/i.test(answer) ? 'yes' : 'no'
