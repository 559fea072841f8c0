import type { Diagnostic } from '../../src/document/diagnostic.js'
import type { Answers } from '../../src/generate/answers.js'
import { checkAnswers, readAnswers } from '../../src/generate/answers.js'
import { generate, generateFrom } from '../../src/generate/generate.js'
import { listSteps } from '../../src/generate/steps.js'
import type { FormResult, FormValues } from './answers.js'
import { collectAnswers, getText, toPath } from './answers.js'
import { fields } from './fields.js'

/** Generates what `routerfile generate` would from the same answers. `now` is in milliseconds since 1970. */
export function generateFromForm(values: FormValues, now: number): FormResult {
  const more = getText(values['more'])
  const read = more === '' ? undefined : readAnswers(more)
  if (read && !read.answers)
    return {
      made: undefined,
      steps: [],
      findings: read.diagnostics.map(({ rule, severity, message, range }) => ({
        rule,
        severity,
        message: `line ${range.start.line + 1}: ${message}`,
        field: 'more',
      })),
    }
  const given = collectAnswers(values)
  const checked = checkAnswers(given)
  const made = checked.answers
    ? generateFrom({ ...read?.answers, ...checked.answers }, { now, path: toPath(values) })
    : undefined
  const besideToken =
    made?.ok === false && made.diagnostics.every(isAboutToken)
      ? findErrorsBesideToken({ ...read?.answers, ...checked.answers }, now)
      : []
  const others = new Set(Object.keys(read?.answers ?? {}).filter((name) => !(name in given)))
  const done = made?.ok === true ? made : undefined
  return {
    made: done,
    steps: done ? listSteps(done, { hasToken: getText(values['jwt']) !== '' }) : [],
    findings: [...(made ?? checked).diagnostics, ...besideToken].map(
      ({ rule, severity, message, path }) => ({
        rule,
        severity,
        message,
        field: findField(String(path[0] ?? ''), others),
      }),
    ),
  }
}

const isAboutToken = ({ severity, path: [answer] }: Diagnostic): boolean =>
  severity !== 'error' || answer === 'jwt'

/** Returns the errors of other answers, which `generate` does not check once it rejects the token. */
function findErrorsBesideToken(answers: Answers, now: number): readonly Diagnostic[] {
  const { jwt: _, ...others } = answers
  return generate(others, { now }).diagnostics.filter(
    // The token would supply the missing answers.
    ({ severity, path: [answer = ''] }) => severity === 'error' && answer in others,
  )
}

/** Returns the field of an answer; answers without a field belong to `more`. */
function findField(answer: string, others: ReadonlySet<string>): string | undefined {
  if (answer === '') return undefined
  const isOwn = answer === 'jwt' || fields.some((field) => field.answer === answer)
  return isOwn && !others.has(answer) ? answer : 'more'
}
