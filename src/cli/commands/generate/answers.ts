import { existsSync } from 'node:fs'
import { readNamedText } from '../../../project/disk.js'
import type { Diagnostic, Path } from '../../../document/diagnostic.js'
import { toPosition, formatPath } from '../../../document/diagnostic.js'
import type { CheckedAnswers } from '../../../generate/answers.js'
import { checkAnswers, readAnswers } from '../../../generate/answers.js'
import { Interruption, UsageError } from '../../errors.js'
import { generateFrom } from '../../../generate/generate.js'
import { presets } from '../../../generate/presets.js'
import { answerQuestions, findMissingAnswer } from '../../../generate/questions.js'
import type { Streams } from '../../command.js'
import type { Ask, Question } from '../../ui/prompts.js'
import { parseDocument } from '../../../document/document.js'
import { once } from '../../../document/lazy.js'
import type { GenerateCommandOptions } from './flags.js'
import { findAnswerFlag, mergeAnswers, readAnswerOptions } from './flags.js'

/** Answers, and the file they come from, if any. */
export type AnswersSource = { answers: CheckedAnswers; file: AnswersFile }

/** The answers of a file, overridden by those of flags. `jwt` is the enrollment token, if there is one. */
export function readAnswersSource(
  options: GenerateCommandOptions,
  { content, jwt }: { content: string | undefined; jwt: string | undefined },
): AnswersSource {
  const { answers: path } = options
  const file =
    path !== undefined && content !== undefined
      ? { path: path === '-' ? 'standard input' : path, text: content }
      : undefined
  const read = file && readAnswers(file.text)
  if (file && !read?.answers) {
    const locate = createLocator(file)
    throw new UsageError(
      (read?.diagnostics ?? [])
        .map(({ path: at, range, message }) => `${locate(at, range)}${message}`)
        .join('\nrouterfile: '),
    )
  }
  const checked = checkAnswers({ ...readAnswerOptions(options), ...(jwt !== undefined && { jwt }) })
  if (!checked.answers) throw createAnswersRefusal(checked.diagnostics, undefined)
  return { answers: mergeAnswers(read?.answers ?? {}, checked.answers), file }
}

/** The answers of flags alone, which win over those of a list. */
export const readFlagAnswers = (options: GenerateCommandOptions): CheckedAnswers =>
  checkAnswers(readAnswerOptions(options)).answers ?? {}

/** The reasons why nothing can be generated. */
export const createAnswersRefusal = (
  diagnostics: readonly Diagnostic[],
  file: AnswersFile,
): UsageError =>
  new UsageError(
    formatDiagnostics(
      diagnostics.filter(({ severity }) => severity === 'error'),
      createLocator(file),
    ).join('\nrouterfile: '),
  )

const splitList = (text: string): string[] => text.split(/[\s,;]+/).filter((item) => item !== '')

const questions: Readonly<
  Record<string, Omit<Question, 'validate'> & { read: (text: string) => unknown }>
> = {
  preset: {
    message: 'What is the router for?',
    choices: Object.entries(presets).map(([value, { summary }]) => ({ value, hint: summary })),
    read: (text) => text,
  },
  name: { ...answerQuestions.name, read: (text) => text || answerQuestions.name.placeholder },
  advertise: { ...answerQuestions.advertise, read: splitList },
  controllers: { ...answerQuestions.controllers, read: splitList },
  services: { ...answerQuestions.services, read: splitList },
}

/** Explains why an answer is invalid; undefined if it is valid. */
function findFault(answers: CheckedAnswers, name: string): string | undefined {
  const { answers: sound, diagnostics } = checkAnswers(answers)
  const all = sound ? generateFrom(sound).diagnostics : diagnostics
  return all.find(({ severity, path }) => severity === 'error' && path[0] === name)?.message
}

/** Answers that do not say what the router is for. */
const neutralAnswers: ReadonlySet<string> = new Set([
  ...['target', 'format', 'comments', 'platform', 'jwt', '$schema'],
  ...['name', 'fileName', 'controllers', 'identityFolder'],
])

const saysNoPurpose = (answers: CheckedAnswers): boolean =>
  Object.keys(answers).every((name) => neutralAnswers.has(name))

/** Asks until a file can be generated, or until an answer is invalid, which no question can fix. */
export async function interview(answers: CheckedAnswers, ask: Ask): Promise<CheckedAnswers> {
  let current = answers
  const askFor = async (name: string): Promise<void> => {
    const question = questions[name]
    if (!question) return
    const { read, ...prompt } = question
    const validate = (text: string): string | undefined =>
      findFault({ ...current, [name]: read(text) }, name)
    const text = await ask({ ...prompt, validate })
    if (text === undefined) throw new Interruption('canceled; no files were written')
    current = { ...current, [name]: read(text) }
  }
  if (saysNoPurpose(answers))
    for (const name of ['preset', 'name']) if (!(name in answers)) await askFor(name)
  for (;;) {
    const missing = findMissingAnswer(generateFrom(current), current)
    if (missing === undefined) return current
    await askFor(missing)
  }
}

/** The result of an interview: answers, and the files named in it. */
export type Interviewed = { answers: CheckedAnswers; jwtPath?: string; output?: string }

/** Asks a question whose answer may be empty; undefined if it is empty. */
async function askForPath(
  question: Omit<Question, 'validate'>,
  ask: Ask,
  check: (path: string) => string | undefined,
): Promise<string | undefined> {
  const text = await ask({
    ...question,
    validate: (typed) => (typed.trim() === '' ? undefined : check(typed.trim())),
  })
  if (text === undefined) throw new Interruption('canceled; no files were written')
  return text.trim() || undefined
}

/** Flags that answer some of the questions. */
type InterviewOptions = Pick<GenerateCommandOptions, 'fromRecord' | 'output' | 'dryRun' | 'force'>

/** Asks for the enrollment token first, because it answers other questions, and for the output file last. */
export async function interviewForFiles(
  answers: CheckedAnswers,
  { fromRecord, output: named, dryRun, force }: InterviewOptions,
  { ask, readToken }: { ask: Ask; readToken: (path: string) => { jwt: string } | { why: string } },
): Promise<Interviewed> {
  const hasToken = answers.jwt !== undefined || fromRecord !== undefined
  const jwtPath = hasToken
    ? undefined
    : await askForPath(
        {
          message: 'Which file has the enrollment token (empty: none yet)?',
          placeholder: 'router.jwt',
        },
        ask,
        (path) => {
          const read = readToken(path)
          return 'why' in read ? read.why : findFault({ ...answers, jwt: read.jwt }, 'jwt')
        },
      )
  const read = jwtPath === undefined ? undefined : readToken(jwtPath)
  const answered = await interview(
    read && 'jwt' in read ? { ...answers, jwt: read.jwt } : answers,
    ask,
  )
  const output =
    named !== undefined || dryRun
      ? undefined
      : await askForPath(
          {
            message: 'Which file should be written (empty: print it)?',
            placeholder: `${answered.name ?? 'router'}.yml`,
          },
          ask,
          (path) => (force || !existsSync(path) ? undefined : `${path} exists`),
        )
  return {
    answers: answered,
    ...(jwtPath !== undefined && { jwtPath }),
    ...(output !== undefined && { output }),
  }
}

function readTokenFile(path: string): { jwt: string } | { why: string } {
  const read = readNamedText(path)
  return 'why' in read ? read : { jwt: read.text.trim() }
}

/** The function that asks questions; undefined if nobody can answer. */
export async function choosePrompt(
  { noInput, answers, jwt, signedBy }: GenerateCommandOptions,
  { isErrTerminal }: Streams,
): Promise<Ask | undefined> {
  const readsInput = [answers, jwt, signedBy].includes('-')
  const isAsking =
    !noInput && !readsInput && !process.env['CI'] && process.stdin.isTTY && isErrTerminal()
  return isAsking ? (await import('../../ui/prompts.js')).ask : undefined
}

/** The answers, completed by an interview if something is missing; `isAsked` tells whether there was one. */
export async function interviewIfPossible(
  answers: CheckedAnswers,
  options: GenerateCommandOptions,
  ask: Ask | undefined,
): Promise<Interviewed & { isAsked: boolean }> {
  // A file of answers may leave the purpose to the default.
  const isComplete =
    generateFrom(answers).ok && (options.answers !== undefined || !saysNoPurpose(answers))
  if (!ask || isComplete) return { answers, isAsked: false }
  const interviewed = await interviewForFiles(answers, options, { ask, readToken: readTokenFile })
  return { ...interviewed, isAsked: true }
}

/** Asks whether to go on; ends the run otherwise. */
export async function confirm(ask: Ask, message: string): Promise<void> {
  if ((await ask({ message, isConfirmation: true })) !== 'yes')
    throw new Interruption('canceled; no files were written')
}

/** The file that answers come from; undefined if they come only from flags. */
export type AnswersFile = { path: string; text: string } | undefined

/** Returns the origin of an answer: a file and line, or a flag. */
export function createLocator(
  file: AnswersFile,
): (path: Path, range?: Diagnostic['range']) => string {
  const parse = once(() => file && parseDocument(file.text))
  const findStart = (path: Path): Pick<Diagnostic['range'], 'start'> | undefined => {
    const document = path.length > 0 ? parse() : undefined
    return document?.find(path)
      ? { start: toPosition(document.lineStarts(), document.findSpan(path, 'value').start) }
      : undefined
  }
  return (path, range) => {
    const at = range ?? findStart(path)
    if (file && at) return `${file.path}:${at.start.line + 1}:${at.start.character + 1}: `
    const flag = findAnswerFlag(String(path[0] ?? ''))
    return flag !== undefined ? `--${flag}: ` : path.length > 0 ? `${formatPath(path)}: ` : ''
  }
}

/** Diagnostics as sentences, most severe first. */
export const formatDiagnostics = (
  diagnostics: readonly Diagnostic[],
  place: (path: Path) => string,
): string[] =>
  (['error', 'warning', 'info'] as const).flatMap((level) =>
    diagnostics
      .filter(({ severity }) => severity === level)
      .map(
        ({ path, message }) => `${level === 'error' ? '' : `${level}: `}${place(path)}${message}`,
      ),
  )
