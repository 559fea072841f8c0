import type { Checked } from '../../generate/answers.js'
import { checkAnswers } from '../../generate/answers.js'
import type { Generated } from '../../generate/generate.js'
import { generateFrom } from '../../generate/generate.js'
import { presets } from '../../generate/presets.js'
import type { Streams } from '../command.js'
import type { Given } from '../flags.js'
import { Interruption } from '../outcomes.js'
import type { Ask, Question } from '../prompts.js'

const listOf = (text: string): string[] => text.split(/[\s,;]+/).filter((item) => item !== '')

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
    read: listOf,
  },
  controllers: {
    message: 'Which controllers does it connect to?',
    placeholder: 'ctrl.example.com:6262',
    read: listOf,
  },
  services: {
    message: 'Which services does it make reachable, and on which ports?',
    placeholder: 'web:8080',
    read: listOf,
  },
}

/** What is wrong about one answer among others. */
function faultOf(answers: Checked, name: string): string | undefined {
  const { answers: sound, diagnostics } = checkAnswers(answers)
  const all = sound ? generateFrom(sound).diagnostics : diagnostics
  return all.find(({ severity, path }) => severity === 'error' && path[0] === name)?.message
}

/** Answers whose absence alone keeps a file from being made. */
const missingIn = (made: Generated, answers: Checked): string | undefined =>
  made.ok
    ? undefined
    : made.diagnostics
        .map(({ path }) => String(path[0]))
        .find((name) => name in questions && !(name in answers))

/** Asks for what is missing until a file can be made, or for what is wrong no question helps. */
export async function interview(answers: Checked, ask: Ask): Promise<Checked> {
  const isBlank = Object.keys(answers).every((name) =>
    ['target', 'format', 'comments', 'platform', '$schema'].includes(name),
  )
  let current = answers
  const put = async (name: string): Promise<void> => {
    const question = questions[name]
    if (!question) return
    const { read, ...asked } = question
    const validate = (text: string): string | undefined =>
      faultOf({ ...current, [name]: read(text) }, name)
    const text = await ask({ ...asked, validate })
    if (text === undefined) throw new Interruption('nothing is written, as you left')
    current = { ...current, [name]: read(text) }
  }
  if (isBlank) for (const name of ['preset', 'name']) await put(name)
  for (
    let missing = missingIn(generateFrom(current), current);
    missing !== undefined;
    missing = missingIn(generateFrom(current), current)
  )
    await put(missing)
  return current
}

/** The answers, with what is missing asked for where a terminal is there. */
export async function interviewed(
  answers: Checked,
  given: Given,
  { isErrTerminal }: Streams,
): Promise<Checked> {
  const readsInput = ['answers', 'jwt', 'signed-by'].some((flag) => given.last(flag) === '-')
  const isAsking =
    !given.has('no-input') &&
    !readsInput &&
    !process.env['CI'] &&
    process.stdin.isTTY &&
    isErrTerminal()
  return isAsking ? interview(answers, (await import('../prompts.js')).ask) : answers
}
