import type { Severity } from '../../diagnostic.js'
import { documentationOf } from '../../lint/documentation.js'
import type { AnyRule } from '../../lint/catalog.js'
import { rulePage } from '../../lint/rule-page.js'

/** The levels of SARIF. */
export const levels: Record<Severity, 'error' | 'warning' | 'note'> = {
  error: 'error',
  warning: 'warning',
  info: 'note',
}

/** The same without the fences of its examples. */
const asText = (markdown: string): string => markdown.replaceAll(/^```.*\n/gm, '').trimEnd()

function descriptor(id: string, rule: AnyRule | undefined): object {
  const helpUri = documentationOf(id)
  if (!rule)
    return {
      id,
      shortDescription: { text: id },
      fullDescription: { text: id },
      help: { text: helpUri },
      helpUri,
    }
  const markdown = rulePage(rule)
  return {
    id,
    shortDescription: { text: rule.summary },
    fullDescription: { text: `${rule.summary} ${rule.why}` },
    help: { text: asText(markdown), markdown },
    helpUri,
    defaultConfiguration: { level: levels[rule.severity] },
  }
}

/** The rules with these ids, in this order, as SARIF describes them; with no more than the id for what is found without a rule; GitHub wants every description. */
export const descriptorsOf = (ids: readonly string[], rules: readonly AnyRule[]): object[] =>
  ids.map((id) =>
    descriptor(
      id,
      rules.find((rule) => rule.id === id),
    ),
  )
