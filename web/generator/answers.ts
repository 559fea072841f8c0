import { findBrowserProblem } from '../../src/generate/browsers.js'
import type { Diagnostic } from '../../src/document/diagnostic.js'
import type { Generated } from '../../src/generate/generate.js'
import type { Step } from '../../src/generate/steps.js'
import { inShell } from '../../src/generate/paths.js'
import type { Field } from './fields.js'
import { fields } from './fields.js'

/** The value of a field: text, selected options, or the state of a switch. */
export type FieldValue = string | readonly string[] | boolean

/** The values of the form by answer name. `jwt` is the enrollment token; `more` contains further answers in YAML. */
export type FormValues = Readonly<Record<string, FieldValue>>

/** A finding, and the form field that it is about; undefined if it is about the whole form. */
export type FormFinding = Pick<Diagnostic, 'rule' | 'severity' | 'message'> & {
  field: string | undefined
}

/** The generated files and the findings. */
export type FormResult = {
  /** Undefined if there is nothing to write. */
  made: (Generated & { ok: true }) | undefined
  /** The steps that are left for the user. */
  steps: readonly Step[]
  findings: readonly FormFinding[]
}

/** Converts the values of the form to answers, without those of empty fields. */
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
 * Converts the value of a field to an answer. Text that is not a number stays a string, so that the
 * schema check reports it.
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

/** Returns the text of a field without surrounding white space; empty for other values. */
export const getText = (value: FieldValue | undefined): string =>
  typeof value === 'string' ? value.trim() : ''

/** Returns the path of the router file; `{name}` stands for the router's name. */
export const toPath = (values: FormValues): string =>
  `{name}.${values['format'] === 'json' ? 'json' : 'yml'}`

/**
 * Formats the command that writes the same files. `name` is the router's name in file names; the
 * token and further answers are in separate files.
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
    // Without `--force`, the command refuses a setup that browsers cannot connect to; the page only
    // reports it.
    ...(findBrowserProblem({
      preset: getText(values['preset']),
      target: getText(values['target']) || undefined,
    }) === undefined
      ? []
      : ['--force']),
  ])
}
