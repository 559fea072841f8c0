import { isProjectError } from '../src/project/project-error.js'
import { lintWithValues } from '../src/project/templates.js'
import { parseTemplateValues } from '../src/project/variable-lines.js'
import { suggestCommand } from '../src/template/language.js'
import { describeUnrendered } from '../src/template/values.js'
import type { TemplateRun } from '../src/template/lint-template.js'
import type { TemplateValues } from '../src/template/values.js'
import type { OpenDocument } from './documents.js'
import { formatDisplayPath } from './documents.js'
import { createRefusal } from './feature.js'
import { findTemplateLanguage } from './router-files.js'
import type { Session } from './session.js'

export type RenderedDocument = Required<Pick<TemplateRun, 'diagnostics' | 'rendered'>>

/** Renders a template with `valuesText`: YAML or `NAME=value` lines. Throws a refusal if that is not possible. */
export function renderDocument(
  document: OpenDocument,
  valuesText: string,
  { routerFiles, folders }: Pick<Session, 'routerFiles' | 'folders'>,
): RenderedDocument {
  const { uri } = document
  const path = formatDisplayPath(uri, folders)
  const text = document.text()
  const template = findTemplateLanguage(document)
  if (!template) throw createRefusal(`\`${path}\` is not a template of a router file`)
  const { options } = routerFiles.optionsFor(uri)
  const values = readValues(valuesText)
  const run = lintWithValues(text, { template, values }, { options })
  if (!run) throw createRefusal(`\`${path}\` cannot be read as a template`)
  if ('unrendered' in run)
    throw createRefusal(
      `${describeUnrendered(run)}; render the template with \`${suggestCommand(path, text, template)}\` and open the result`,
    )
  const { diagnostics, rendered } = run
  if (rendered === undefined) throw createRefusal(`\`${path}\` is too complicated to render`)
  return { diagnostics, rendered }
}

function readValues(text: string): TemplateValues {
  if (text.trim() === '') return {}
  try {
    return parseTemplateValues(text, 'the values')
  } catch (error) {
    if (isProjectError(error)) throw createRefusal(error.message)
    throw error
  }
}
