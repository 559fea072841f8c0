import type { Disposable, QuickInput, QuickPickItem } from 'vscode'
import { QuickInputButtons, window } from 'vscode'
import { toSentence } from './wizard.js'

/** The user went back to the previous step. */
export const back = Symbol('back')

/** `totalSteps` is absent while the number depends on a later answer. */
type StepOptions = { title: string; step: number; totalSteps?: number; placeholder?: string }

/** Returns the error message for an input, or undefined if it is valid. */
export type CheckText = (value: string) => string | undefined | Promise<string | undefined>

/** Asks for one of several entries; `isChosen` marks the entry that was chosen before. Undefined if the user cancels. */
export function pickStep<Item extends QuickPickItem>(
  items: readonly Item[],
  { placeholder, isChosen = () => false, ...options }: PickStepOptions<Item>,
): Promise<Item | typeof back | undefined> {
  const input = window.createQuickPick<Item>()
  input.items = items
  // Setting an empty list would leave no entry active; by default the first one is.
  const chosen = items.filter(isChosen)
  if (chosen.length > 0) input.activeItems = chosen
  input.placeholder = placeholder
  input.matchOnDescription = true
  input.matchOnDetail = true
  return run(input, options, (accept) => [
    // Enter with a filter that matches nothing must not end the wizard.
    input.onDidAccept(() => {
      const [item] = input.selectedItems
      if (item) accept(item)
    }),
  ])
}

type PickStepOptions<Item> = StepOptions & { isChosen?: (item: Item) => boolean }

type TextStepOptions = StepOptions & {
  prompt: string
  value: string
  isSecret?: boolean
  /** Whether the first step has a Back button, too. */
  canGoBack?: boolean
  check: CheckText
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
    input.onDidAccept(async () => {
      const { value: given } = input
      input.busy = true
      const mistake = await check(given)
      input.busy = false
      // The user has typed on meanwhile, and must accept again.
      if (input.value !== given) return
      // The message replaces the prompt, so it repeats the prompt.
      input.validationMessage =
        mistake === undefined ? undefined : `${prompt} ${toSentence(mistake)}`
      if (mistake === undefined) accept(given)
    }),
  ])
}

type Input = QuickInput & {
  buttons: readonly unknown[]
  onDidTriggerButton: (listener: () => void) => Disposable
}

/** Shows an input until the user accepts it, closes it or goes back. */
function run<Value>(
  input: Input,
  { title, step, totalSteps, canGoBack = false }: StepOptions & { canGoBack?: boolean },
  listen: (accept: (value: Value | undefined) => void) => readonly Disposable[],
): Promise<Value | typeof back | undefined> {
  Object.assign(input, {
    title,
    step,
    totalSteps,
    ignoreFocusOut: true,
    buttons: canGoBack || step > 1 ? [QuickInputButtons.Back] : [],
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
