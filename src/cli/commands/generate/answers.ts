import type { Diagnostic, Path } from '../../../document/diagnostic.js'
import { toPosition, findLineStarts, formatPath } from '../../../document/diagnostic.js'
import type { CheckedAnswers } from '../../../generate/answers.js'
import { checkAnswers, readAnswers } from '../../../generate/answers.js'
import type { FlagValues } from '../../flags.js'
import { Interruption, UsageError } from '../../errors.js'
import type { Generated } from '../../../generate/generate.js'
import { generateFrom } from '../../../generate/generate.js'
import { presets } from '../../../generate/presets.js'
import type { Streams } from '../../command.js'
import type { Ask, Question } from '../../ui/prompts.js'
import { parseDocument } from '../../../document/document.js'
import { readAnswerFlags, findAnswerFlag } from './flags.js'

/** Answers, and the file that they are from, if any. */
export type AnswersSource = { answers: CheckedAnswers; file: AnswersFile }

/** The answers of a file with those of flags over them. */
export function readSource(
  flags: FlagValues,
  text: (flag: string) => string | undefined,
): AnswersSource {
  const path = flags.last('answers')
  const content = text('answers')
  const file =
    path !== undefined && content !== undefined
      ? { path: path === '-' ? 'standard input' : path, text: content }
      : undefined
  const read = file && readAnswers(file.text)
  if (file && !read?.answers)
    throw new UsageError(
      (read?.diagnostics ?? [])
        .map(({ path: at, range, message }) => `${createLocator(file)(at, range)}${message}`)
        .join('\nrouterfile: '),
    )
  const jwt = text('jwt') ?? process.env['ROUTERFILE_JWT']
  const checked = checkAnswers({ ...readAnswerFlags(flags), ...(jwt !== undefined && { jwt }) })
  if (!checked.answers) throw createRefusal(checked.diagnostics, undefined)
  return { answers: { ...read?.answers, ...checked.answers }, file }
}

/** Why nothing can be made. */
export const createRefusal = (diagnostics: readonly Diagnostic[], file: AnswersFile): UsageError =>
  new UsageError(
    formatDiagnostics(
      diagnostics.filter(({ severity }) => severity === 'error'),
      createLocator(file),
    ).join('\nrouterfile: '),
  )

const splitList = (text: string): string[] => text.split(/[\s,;]+/).filter((item) => item !== '')

/** The answers that are asked for where they are missing, and how they are put. */
const questions: Readonly<
  Record<string, Omit<Question, 'validate'> & { read: (text: string) => unknown }>
> = {
  preset: {
    message: 'What is the router for?',
    choices: Object.entries(presets).map(([value, { summary }]) => ({ value, hint: summary })),
    read: (text) => text,
  },
  name: { message: 'What is it called?', placeholder: 'router', read: (text) => text || 'router' },
  advertise: {
    message: 'By which hosts is it reached?',
    placeholder: 'router.example.com',
    read: splitList,
  },
  controllers: {
    message: 'Which controllers does it connect to?',
    placeholder: 'ctrl.example.com:6262',
    read: splitList,
  },
  services: {
    message: 'Which services does it make reachable, and on which ports?',
    placeholder: 'web:8080',
    read: splitList,
  },
}

/** What is wrong about one answer among others. */
function findFault(answers: CheckedAnswers, name: string): string | undefined {
  const { answers: sound, diagnostics } = checkAnswers(answers)
  const all = sound ? generateFrom(sound).diagnostics : diagnostics
  return all.find(({ severity, path }) => severity === 'error' && path[0] === name)?.message
}

/** Answers whose absence alone keeps a file from being made. */
const findMissing = (made: Generated, answers: CheckedAnswers): string | undefined =>
  made.ok
    ? undefined
    : made.diagnostics
        .map(({ path }) => String(path[0]))
        .find((name) => name in questions && !(name in answers))

/** Asks for what is missing until a file can be made, or for what is wrong no question helps. */
export async function interview(answers: CheckedAnswers, ask: Ask): Promise<CheckedAnswers> {
  const isBlank = Object.keys(answers).every((name) =>
    ['target', 'format', 'comments', 'platform', '$schema'].includes(name),
  )
  let current = answers
  const askFor = async (name: string): Promise<void> => {
    const question = questions[name]
    if (!question) return
    const { read, ...prompt } = question
    const validate = (text: string): string | undefined =>
      findFault({ ...current, [name]: read(text) }, name)
    const text = await ask({ ...prompt, validate })
    if (text === undefined) throw new Interruption('nothing is written, as you left')
    current = { ...current, [name]: read(text) }
  }
  if (isBlank) for (const name of ['preset', 'name']) await askFor(name)
  for (
    let missing = findMissing(generateFrom(current), current);
    missing !== undefined;
    missing = findMissing(generateFrom(current), current)
  )
    await askFor(missing)
  return current
}

/** The answers, with what is missing asked for where a terminal is there. */
export async function interviewIfPossible(
  answers: CheckedAnswers,
  flags: FlagValues,
  { isErrTerminal }: Streams,
): Promise<CheckedAnswers> {
  const readsInput = ['answers', 'jwt', 'signed-by'].some((flag) => flags.last(flag) === '-')
  const isAsking =
    !flags.has('no-input') &&
    !readsInput &&
    !process.env['CI'] &&
    process.stdin.isTTY &&
    isErrTerminal()
  return isAsking ? interview(answers, (await import('../../ui/prompts.js')).ask) : answers
}

/** The file that answers are from; none where they are from flags alone. */
export type AnswersFile = { path: string; text: string } | undefined

/** Says where an answer is from: a file and its line, or the flag that gives it. */
export function createLocator(
  file: AnswersFile,
): (path: Path, range?: Diagnostic['range']) => string {
  const document = file && parseDocument(file.text)
  const starts = file ? findLineStarts(file.text) : []
  return (path, range) => {
    const at =
      range ??
      (document && path.length > 0 && document.find(path)
        ? { start: toPosition(starts, document.findSpan(path, 'value').start) }
        : undefined)
    if (file && at) return `${file.path}:${at.start.line + 1}:${at.start.character + 1}: `
    const flag = findAnswerFlag(String(path[0] ?? ''))
    return flag !== undefined ? `--${flag}: ` : path.length > 0 ? `${formatPath(path)}: ` : ''
  }
}

/** Diagnostics as sentences, the gravest first. */
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
