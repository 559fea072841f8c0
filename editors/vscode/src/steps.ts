import type { Disposable, QuickInput, QuickPickItem } from 'vscode'
import { QuickInputButtons, window } from 'vscode'

/** The user went back to the step before. */
export const back = Symbol('back')

type StepOptions = { title: string; step: number; placeholder?: string }

/** Asks for one of several entries. Undefined if the user cancels. */
export function pickStep<Item extends QuickPickItem>(
  items: readonly Item[],
  { title, step, placeholder }: StepOptions,
): Promise<Item | typeof back | undefined> {
  const input = window.createQuickPick<Item>()
  input.items = items
  input.placeholder = placeholder
  input.matchOnDescription = true
  input.matchOnDetail = true
  return run(input, { title, step }, (accept) => [
    input.onDidAccept(() => accept(input.selectedItems[0])),
  ])
}

type TextStepOptions = StepOptions & {
  prompt: string
  value: string
  isSecret?: boolean
  check: (value: string) => string | undefined
}

/** Asks for a line of text. */
export function textStep({
  prompt,
  value,
  placeholder,
  isSecret = false,
  check,
  ...options
}: TextStepOptions): Promise<string | typeof back | undefined> {
  const input = window.createInputBox()
  Object.assign(input, { prompt, value, placeholder, password: isSecret })
  return run(input, options, (accept) => [
    input.onDidChangeValue(() => {
      input.validationMessage = undefined
    }),
    input.onDidAccept(() => {
      input.validationMessage = check(input.value)
      if (input.validationMessage === undefined) accept(input.value)
    }),
  ])
}

type Input = QuickInput & {
  buttons: readonly unknown[]
  onDidTriggerButton: (listener: () => void) => Disposable
}

/** Shows an input until it is accepted, left, or the user goes back. */
function run<Value>(
  input: Input,
  { title, step }: StepOptions,
  listen: (accept: (value: Value | undefined) => void) => readonly Disposable[],
): Promise<Value | typeof back | undefined> {
  Object.assign(input, {
    title,
    step,
    ignoreFocusOut: true,
    buttons: step > 1 ? [QuickInputButtons.Back] : [],
  })
  return new Promise<Value | typeof back | undefined>((resolve) => {
    const subscriptions = [
      ...listen(resolve),
      input.onDidTriggerButton(() => resolve(back)),
      input.onDidHide(() => {
        for (const subscription of subscriptions) subscription.dispose()
        input.dispose()
        resolve(undefined)
      }),
    ]
    input.show()
  }).finally(() => input.hide())
}
