import { window, workspace } from 'vscode'
import type { QuickPickItem } from 'vscode'
import type { Command, Services } from '../command.js'
import { languageId } from '../language.js'
import { toReleaseItem } from '../releases.js'
import { showMarkdown } from '../markdown.js'
import type { GeneratedFile, Question } from '../server-commands.js'
import { back, pickStep, textStep } from '../steps.js'
import type { Replies } from '../wizard.js'
import { checkReply, describeToken, formatNextSteps, listQuestions, toAnswers } from '../wizard.js'

/** Asks for what a router file needs, and opens it as a new text that the user saves where it belongs. */
export const generate: Command = {
  name: 'routerfile.generate',
  run: async (services) => {
    const answers = await ask(services)
    if (answers) await open(services, await services.call('routerfile.generate', answers))
  },
}

/** A step of the wizard: the replies so far with its own, the wish to go back, or undefined if the user cancels. */
type Step = (replies: Replies, step: number) => Promise<Replies | typeof back | undefined>

async function ask(services: Services) {
  const steps = (replies: Replies): readonly Step[] => [
    askForSource(services),
    askForPreset(services),
    ...listQuestions(replies).map(askForText),
    askForRelease(services),
  ]
  const history: Replies[] = []
  let replies: Replies = {}
  for (;;) {
    const step = steps(replies)[history.length]
    if (!step) return toAnswers(replies)
    const next = await step(replies, history.length + 1)
    if (next === undefined) return undefined
    if (next === back) replies = history.pop() ?? {}
    else {
      history.push(replies)
      replies = next
    }
  }
}

const title = 'Generate Router File'

const sources: readonly (QuickPickItem & { source: 'none' | 'paste' | 'file' })[] = [
  {
    label: '$(key) Paste an enrollment token',
    detail: 'Name and controllers are read from the token',
    source: 'paste',
  },
  { label: '$(folder-opened) Open an enrollment token (.jwt)', source: 'file' },
  { label: '$(edit) Without a token', detail: 'Enter name and controllers', source: 'none' },
]

const askForSource =
  ({ call }: Services): Step =>
  async (_, step) => {
    const choice = await pickStep(sources, { title, step, placeholder: 'Where to start from' })
    if (choice === undefined || choice === back) return choice
    if (choice.source === 'none') return {}
    const jwt = choice.source === 'file' ? await openToken() : await pasteToken(step)
    if (jwt === undefined || jwt === back) return jwt
    const token = await call('routerfile.readToken', jwt)
    if (token.isExpired)
      void window.showWarningMessage(`${describeToken(token)}. The router cannot enroll with it.`)
    return { jwt, token }
  }

async function openToken(): Promise<string | undefined> {
  const [uri] =
    (await window.showOpenDialog({
      title: 'Enrollment Token',
      filters: { 'Enrollment tokens': ['jwt'], 'All files': ['*'] },
    })) ?? []
  return uri && new TextDecoder().decode(await workspace.fs.readFile(uri)).trim()
}

async function pasteToken(step: number): Promise<string | typeof back | undefined> {
  const token = await textStep({
    title,
    step: step + 1,
    prompt: 'Enrollment token of the router',
    value: '',
    placeholder: 'eyJ…',
    isSecret: true,
    check: (text) =>
      text.trim().split('.').length === 3
        ? undefined
        : 'This is not a token: expected three parts with dots between them.',
  })
  return typeof token === 'string' ? token.trim() : token
}

const askForPreset =
  ({ call }: Services): Step =>
  async (replies, step) => {
    const presets = await call('routerfile.presets')
    const choice = await pickStep(
      presets.map((preset) => ({ label: preset.name, detail: preset.summary, preset })),
      {
        title,
        step,
        placeholder: replies.token ? describeToken(replies.token) : 'Purpose of the router',
      },
    )
    return choice === undefined || choice === back ? choice : { ...replies, preset: choice.preset }
  }

const askForText =
  (question: Question): Step =>
  async (replies, step) => {
    const { answer, message, placeholder, isList, isRequired } = question
    const notes = [isList && 'separated by commas', !isRequired && 'optional'].filter(Boolean)
    const value = await textStep({
      title,
      step,
      prompt: notes.length > 0 ? `${message} (${notes.join(', ')})` : message,
      placeholder,
      value: replies.texts?.[answer] ?? '',
      check: (text) => checkReply(question, text),
    })
    return value === undefined || value === back
      ? value
      : { ...replies, texts: { ...replies.texts, [answer]: value } }
  }

const askForRelease =
  ({ call }: Services): Step =>
  async (replies, step) => {
    const releases = await call('routerfile.releases')
    const sorted = [...releases].sort(
      (left, right) => Number(right.isCurrent) - Number(left.isCurrent),
    )
    const choice = await pickStep(
      sorted.map((release) => ({ ...toReleaseItem(release), name: release.name })),
      { title, step, placeholder: 'Release of the router' },
    )
    return choice === undefined || choice === back ? choice : { ...replies, target: choice.name }
  }

/** Opens the file as a new text, so that nothing is overwritten. */
async function open({ views }: Services, made: GeneratedFile): Promise<void> {
  const document = await workspace.openTextDocument({ language: languageId, content: made.text })
  await window.showTextDocument(document)
  const action = 'Show Next Steps'
  const choice = await window.showInformationMessage(
    `Save the file as ${made.fileName} where the router reads it.`,
    action,
  )
  if (choice === action) await showMarkdown(views, formatNextSteps(made))
}
