import { findBrowserProblem } from '../../src/generate/browsers.js'
import type { Diagnostic } from '../../src/document/diagnostic.js'
import type { Generated } from '../../src/generate/generate.js'
import type { Step } from '../../src/generate/steps.js'
import { inShell } from '../../src/generate/paths.js'
import type { Field } from './fields.js'
import { fields } from './fields.js'

/** The value of a field: text, chosen words, or whether a switch is on. */
export type FieldValue = string | readonly string[] | boolean

/**
 * What the form holds, by the names of answers; `jwt` is the enrollment token and `more` a text of further answers in
 * YAML.
 */
export type FormValues = Readonly<Record<string, FieldValue>>

/** A problem, and the field of the form that it is about; without one, it is about the whole. */
export type FormFinding = Pick<Diagnostic, 'rule' | 'severity' | 'message'> & {
  field: string | undefined
}

/** The result of the form: the router file, the files with it, and the problems. */
export type FormResult = {
  /** Absent if there is nothing to write. */
  made: (Generated & { ok: true }) | undefined
  /** What is left to do with it. */
  steps: readonly Step[]
  findings: readonly FormFinding[]
}

/** The answers that fields give; those of empty fields are left out. */
export function collectAnswers(values: FormValues): Readonly<Record<string, unknown>> {
  const jwt = getText(values['jwt'])
  return {
    ...Object.fromEntries(
      fields.flatMap((field) => {
        const answer = toAnswer(field, values[field.answer] ?? '')
        return answer === undefined ? [] : [[field.answer, answer]]
      }),
    ),
    ...(jwt !== '' && { jwt }),
  }
}

/**
 * The answer of a field. Text that should be a number but is not stays as it is, so that the schema check explains it.
 */
function toAnswer({ kind }: Field, value: FieldValue): unknown {
  if (typeof value === 'boolean') return value || undefined
  if (typeof value !== 'string') return value.length > 0 ? value : undefined
  const text = value.trim()
  if (text === '') return undefined
  if (kind === 'list') return splitList(text)
  return kind === 'integer' && /^\d{1,15}$/.test(text) ? Number(text) : text
}

const splitList = (text: string): string[] => text.split(/[\s,;]+/).filter((item) => item !== '')

/** The text of a field, without white space around it. */
export const getText = (value: FieldValue | undefined): string =>
  typeof value === 'string' ? value.trim() : ''

/** The path of the router file, with `{name}` for the name of the router. */
export const toPath = (values: FormValues): string =>
  `{name}.${values['format'] === 'json' ? 'json' : 'yml'}`

/**
 * The command that writes the same files. `name` is that of the router in names of files: the token and further answers
 * are in files beside.
 */
export function formatCommand(values: FormValues, name: string): string {
  const given = collectAnswers(values)
  const flags = fields.flatMap(({ answer, flag }) => {
    const value = given[answer]
    if (value === undefined) return []
    if (value === true) return [flag]
    return (Array.isArray(value) ? value : [value]).flatMap((item) => [flag, String(item)])
  })
  return inShell([
    ...['routerfile', 'generate'],
    ...(getText(values['jwt']) === '' ? [] : ['--jwt', `${name}.jwt`]),
    ...(getText(values['more']) === '' ? [] : ['--answers', `${name}.answers.yml`]),
    ...flags,
    ...['-o', toPath(values).replace('{name}', name)],
    // The page says that no browser can connect.
    ...(findBrowserProblem({
      preset: getText(values['preset']),
      target: getText(values['target']) || undefined,
    }) === undefined
      ? []
      : ['--force']),
  ])
}
