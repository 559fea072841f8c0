import { languages, Position, Uri, window, workspace, WorkspaceEdit } from 'vscode'
import type { QuickPickItem } from 'vscode'
import type { EditorCommand, Services } from '../command.js'
import { languageId } from '../language.js'
import { toReleaseItem } from '../releases.js'
import { showMarkdown } from '../markdown.js'
import { getFileName } from '../names.js'
import type { GeneratedFile, Question, TokenContent } from '../server-commands.js'
import { back, pickStep, textStep } from '../steps.js'
import type { Replies, Source } from '../wizard.js'
import {
  describeToken,
  findFreeName,
  formatPrompt,
  formatNextSteps,
  listQuestions,
  toAnswer,
  toAnswers,
  toSentence,
} from '../wizard.js'

/** Asks for the values of a router file, and opens it as a new document that the user can save anywhere. */
export const generate: EditorCommand = {
  name: 'routerfile.generate',
  run: async (services) => {
    const answers = await ask(services)
    if (answers) await open(services, await services.call('routerfile.generate', answers))
  },
}

/** A step of the wizard. Returns the replies so far including its own, `back`, or undefined if the user cancels. */
type Step = (replies: Replies, place: StepPlace) => Promise<Replies | typeof back | undefined>

/** The number of a step, and the number of steps once the user has chosen a preset. */
type StepPlace = { step: number; totalSteps?: number }

async function ask(services: Services) {
  const listSteps = (replies: Replies): readonly Step[] => [
    askForSource(services),
    askForPreset(services),
    ...listQuestions(replies).map((question) => askForText(services, question)),
    askForRelease(services),
    askForComments,
  ]
  let replies: Replies = {}
  for (let index = 0; ;) {
    const all = listSteps(replies)
    const step = all[index]
    if (!step) return toAnswers(replies)
    const next = await step(replies, {
      step: index + 1,
      ...(replies.preset && { totalSteps: all.length }),
    })
    if (next === undefined) return undefined
    if (next === back) index = Math.max(0, index - 1)
    else {
      replies = next
      index += 1
    }
  }
}

const title = 'Generate Router File'

const sources: readonly (QuickPickItem & { source: Source })[] = [
  {
    label: '$(key) Paste an enrollment token',
    detail: 'The controllers are read from the token',
    source: 'paste',
  },
  { label: '$(folder-opened) Open an enrollment token (.jwt)', source: 'file' },
  { label: '$(edit) Without a token', detail: 'Enter the controllers', source: 'none' },
]

const askForSource =
  (services: Services): Step =>
  async (replies, place) => {
    const choice = await pickStep(sources, {
      title,
      ...place,
      placeholder: 'Where to start from',
      isChosen: ({ source }) => source === replies.source,
    })
    if (choice === undefined || choice === back) return choice
    const { source } = choice
    const { jwt: _, token: __, ...others } = replies
    if (source === 'none') return { ...others, source }
    const read =
      source === 'file' ? await openToken(services) : await pasteToken(services, replies, place)
    if (read === undefined || read === back) return read
    if (read.token.isExpired)
      void window.showWarningMessage(
        `${describeToken(read.token)}. The router cannot enroll with it.`,
      )
    return { ...others, source, ...read }
  }

/** An enrollment token, and its content as read by the server. */
type ReadToken = { jwt: string; token: TokenContent }

/** Reads the token file that the user chooses. Returns `back` if no file is chosen or it has no valid token. */
async function openToken({ call }: Services): Promise<ReadToken | typeof back> {
  const [uri] =
    (await window.showOpenDialog({
      title: 'Enrollment Token',
      filters: { 'Enrollment tokens': ['jwt'], 'All files': ['*'] },
    })) ?? []
  if (!uri) return back
  const jwt = new TextDecoder().decode(await workspace.fs.readFile(uri)).trim()
  try {
    return { jwt, token: await call('routerfile.readToken', jwt) }
  } catch (error) {
    void window.showErrorMessage(toSentence(describe(error)))
    return back
  }
}

async function pasteToken(
  { call }: Services,
  { jwt: before = '' }: Replies,
  place: StepPlace,
): Promise<ReadToken | typeof back | undefined> {
  const read: { token?: TokenContent } = {}
  const jwt = await textStep({
    title,
    ...place,
    prompt: 'Enrollment token of the router.',
    value: before,
    placeholder: 'eyJ…',
    isSecret: true,
    canGoBack: true,
    check: async (text) => {
      try {
        read.token = await call('routerfile.readToken', text.trim())
        return undefined
      } catch (error) {
        return describe(error)
      }
    },
  })
  return typeof jwt === 'string' && read.token ? { jwt: jwt.trim(), token: read.token } : back
}

const describe = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

const askForPreset =
  ({ call }: Services): Step =>
  async (replies, place) => {
    const presets = await call('routerfile.presets')
    const choice = await pickStep(
      presets.map((preset) => ({ label: preset.name, detail: capitalize(preset.summary), preset })),
      {
        title,
        ...place,
        placeholder: replies.token ? describeToken(replies.token) : 'Purpose of the router',
        isChosen: ({ preset }) => preset.name === replies.preset?.name,
      },
    )
    return choice === undefined || choice === back ? choice : { ...replies, preset: choice.preset }
  }

const capitalize = (text: string): string =>
  text.replace(/^[a-z]/, (letter) => letter.toUpperCase())

const askForText =
  ({ call }: Services, question: Question): Step =>
  async (replies, place) => {
    const { answer, placeholder, isRequired } = question
    const value = await textStep({
      title,
      ...place,
      prompt: formatPrompt(question),
      placeholder,
      value: replies.texts?.[answer] ?? '',
      check: async (text) => {
        const given = toAnswer(question, text)
        if (given === undefined) return isRequired ? 'Enter an answer.' : undefined
        const problems = await call('routerfile.checkAnswers', {
          preset: replies.preset?.name,
          [answer]: given,
        })
        return problems.find((problem) => problem.answer.startsWith(answer))?.message
      },
    })
    return value === undefined || value === back
      ? value
      : { ...replies, texts: { ...replies.texts, [answer]: value } }
  }

const askForRelease =
  ({ call }: Services): Step =>
  async (replies, place) => {
    const releases = await call('routerfile.releases')
    const sorted = [...releases].sort(
      (left, right) => Number(right.isCurrent) - Number(left.isCurrent),
    )
    const choice = await pickStep(
      sorted.map((release) => ({ ...toReleaseItem(release), name: release.name })),
      {
        title,
        ...place,
        placeholder: 'Release of the router',
        isChosen: ({ name }) => name === replies.target,
      },
    )
    return choice === undefined || choice === back ? choice : { ...replies, target: choice.name }
  }

const commentChoices: readonly (QuickPickItem & { comments: boolean })[] = [
  { label: 'Without comments', comments: false },
  { label: 'With comments', detail: 'Each key is explained above it', comments: true },
]

const askForComments: Step = async (replies, place) => {
  const choice = await pickStep(commentChoices, {
    title,
    ...place,
    placeholder: 'Comments in the file',
    isChosen: ({ comments }) => comments === replies.comments,
  })
  return choice === undefined || choice === back
    ? choice
    : { ...replies, comments: choice.comments }
}

/**
 * Opens the file as a new document, so that nothing is overwritten. In a workspace, the document has the name of the
 * file.
 */
async function open({ views }: Services, made: GeneratedFile): Promise<void> {
  const folder = workspace.workspaceFolders?.[0]?.uri
  const document = folder
    ? await workspace.openTextDocument(await createNewUri(folder, made.fileName))
    : await workspace.openTextDocument()
  const edit = new WorkspaceEdit()
  edit.insert(document.uri, new Position(0, 0), made.text)
  await workspace.applyEdit(edit)
  if (!made.fileName.endsWith('.json'))
    await languages.setTextDocumentLanguage(document, languageId)
  await window.showTextDocument(document)
  const action = 'Show Next Steps'
  const choice = await window.showInformationMessage(
    `Save the file as ${made.fileName} where the router reads it.`,
    action,
  )
  if (choice === action)
    await showMarkdown(views, { ...formatNextSteps(made), command: 'Generate Router File' })
}

/**
 * Creates the URI of a new document. Saving it does not ask for a path, so the URI is an unused one in the workspace.
 */
async function createNewUri(folder: Uri, fileName: string): Promise<Uri> {
  const files = await workspace.fs.readDirectory(folder)
  const taken = [
    ...files.map(([name]) => name),
    ...workspace.textDocuments.map(({ uri }) => getFileName(uri.path)),
  ]
  const { path } = Uri.joinPath(folder, findFreeName(fileName, taken))
  return Uri.from({ scheme: 'untitled', path })
}
