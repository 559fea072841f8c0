import { existsSync } from 'node:fs'
import { readNamedText } from '../../../project/disk.js'
import type { CheckedAnswers } from '../../../generate/answers.js'
import { checkAnswers } from '../../../generate/answers.js'
import { Interruption } from '../../errors.js'
import type { Generated } from '../../../generate/generate.js'
import { generateFrom } from '../../../generate/generate.js'
import { presets } from '../../../generate/presets.js'
import { answerQuestions, findMissingAnswer } from '../../../generate/questions.js'
import type { Streams } from '../../command.js'
import type { Ask, Question } from '../../ui/prompts.js'
import type { GenerateCommandOptions } from './flags.js'

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

function findFault(answers: CheckedAnswers, name: string): string | undefined {
  const { answers: checkedAnswers, diagnostics } = checkAnswers(answers)
  const allDiagnostics = checkedAnswers ? generateFrom(checkedAnswers).diagnostics : diagnostics
  return allDiagnostics.find(({ severity, path }) => severity === 'error' && path[0] === name)
    ?.message
}

/** Answers that do not say what the router is for. */
const neutralAnswers: ReadonlySet<string> = new Set([
  ...['target', 'format', 'comments', 'platform', 'jwt', '$schema'],
  ...['name', 'fileName', 'controllers', 'identityFolder'],
])

const lacksPurpose = (answers: CheckedAnswers): boolean =>
  Object.keys(answers).every((name) => neutralAnswers.has(name))

/** Asks until a file can be generated, or until an answer is invalid, because no further question can fix that. */
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
  if (lacksPurpose(answers))
    for (const name of ['preset', 'name']) if (!(name in answers)) await askFor(name)
  for (;;) {
    const missingAnswer = findMissingAnswer(generateFrom(current), current)
    if (missingAnswer === undefined) return current
    await askFor(missingAnswer)
  }
}

export type InterviewResult = { answers: CheckedAnswers; jwtPath?: string; output?: string }

/** Asks a question whose answer may be empty; undefined if it is empty. */
async function askForPath(
  question: Omit<Question, 'validate'>,
  ask: Ask,
  check: (path: string) => string | undefined,
): Promise<string | undefined> {
  const text = await ask({
    ...question,
    validate: (typedText) => (typedText.trim() === '' ? undefined : check(typedText.trim())),
  })
  if (text === undefined) throw new Interruption('canceled; no files were written')
  return text.trim() || undefined
}

/** Flags that answer some of the questions. */
type InterviewOptions = Pick<GenerateCommandOptions, 'fromRecord' | 'output' | 'dryRun' | 'force'>

/** Asks for the enrollment token first, because it answers other questions, and for the output file last. */
export async function interviewForFiles(
  answers: CheckedAnswers,
  { fromRecord, output: outputFlag, dryRun, force }: InterviewOptions,
  { ask, readToken }: { ask: Ask; readToken: (path: string) => { jwt: string } | { why: string } },
): Promise<InterviewResult> {
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
          const result = readToken(path)
          return 'why' in result ? result.why : findFault({ ...answers, jwt: result.jwt }, 'jwt')
        },
      )
  const tokenResult = jwtPath === undefined ? undefined : readToken(jwtPath)
  const completedAnswers = await interview(
    tokenResult && 'jwt' in tokenResult ? { ...answers, jwt: tokenResult.jwt } : answers,
    ask,
  )
  const output =
    outputFlag !== undefined || dryRun
      ? undefined
      : await askForPath(
          {
            message: 'Which file should be written (empty: print it)?',
            placeholder: `${completedAnswers.name ?? 'router'}.yml`,
          },
          ask,
          (path) => (force || !existsSync(path) ? undefined : `${path} exists`),
        )
  return {
    answers: completedAnswers,
    ...(jwtPath !== undefined && { jwtPath }),
    ...(output !== undefined && { output }),
  }
}

function readTokenFile(path: string): { jwt: string } | { why: string } {
  const result = readNamedText(path)
  return 'why' in result ? result : { jwt: result.text.trim() }
}

/** The prompt; undefined with --no-input, in CI, if stdin is an input, or if stdin or stderr is not a terminal. */
export async function choosePrompt(
  { noInput, answers, jwt, signedBy }: GenerateCommandOptions,
  { isErrTerminal }: Streams,
): Promise<Ask | undefined> {
  const readsStdin = [answers, jwt, signedBy].includes('-')
  const mayPrompt =
    !noInput && !readsStdin && !process.env['CI'] && process.stdin.isTTY && isErrTerminal()
  return mayPrompt ? (await import('../../ui/prompts.js')).ask : undefined
}

/** Asks for missing answers. Undefined if none is missing, or if there is no terminal to ask on. */
export async function interviewIfPossible(
  answers: CheckedAnswers,
  { ok }: Generated,
  { options, ask }: { options: GenerateCommandOptions; ask: Ask | undefined },
): Promise<InterviewResult | undefined> {
  // A file of answers may leave the purpose to the default.
  const isComplete = ok && (options.answers !== undefined || !lacksPurpose(answers))
  return !ask || isComplete
    ? undefined
    : interviewForFiles(answers, options, { ask, readToken: readTokenFile })
}

/** Asks whether to go on. Throws an `Interruption` if the answer is not yes. */
export async function confirm(ask: Ask, message: string): Promise<void> {
  if ((await ask({ message, isConfirmation: true })) !== 'yes')
    throw new Interruption('canceled; no files were written')
}
