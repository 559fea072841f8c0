import type { Host } from '../lint/host.js'
import { lintRendering, lintTemplate } from '../template/lint-template.js'
import type { TemplateLanguage } from '../template/language.js'
import { languageNames } from '../template/language.js'
import { parseTemplate } from '../template/parse.js'
import type { TemplateValues } from '../template/values.js'
import { renderWithValues } from '../template/values.js'
import type { LintFileOptions } from './file-options.js'
import type { RouterInput } from './inputs.js'
import type { LintedReport } from './reports.js'

type LintContext = { options: LintFileOptions; host: Host }

/**
 * The report for a template, with a note on what was assumed: with values that are enough to render it, what is found
 * in the result; otherwise what holds for every rendering.
 */
export function lintTemplateInput(
  input: RouterInput,
  template: TemplateLanguage,
  { options, host }: LintContext,
): LintedReport {
  const { path, text, values } = input
  const rendered = values && lintWithValues(text, { template, values }, { options, host })
  const { diagnostics, problem } =
    rendered && 'diagnostics' in rendered
      ? rendered
      : lintTemplate(text, template, options, { host })
  return {
    path,
    text: diagnostics.length > 0 ? text : '',
    diagnostics,
    release: options.target,
    note: describeRun(input, template, { problem, rendered }),
  }
}

type LintedWithValues =
  { diagnostics: LintedReport['diagnostics']; problem?: string } | { unrendered: string }

function lintWithValues(
  text: string,
  { template, values }: { template: TemplateLanguage; values: TemplateValues },
  { options, host }: LintContext,
): LintedWithValues | undefined {
  const parsed = parseTemplate(text, template)
  if ('problem' in parsed) return undefined
  const rendered = renderWithValues(text, parsed.parts, { language: template, values })
  return 'unrendered' in rendered
    ? rendered
    : { diagnostics: lintRendering(text, rendered.rendering, options, { host }) }
}

function describeRun(
  { path, text }: RouterInput,
  template: TemplateLanguage,
  { problem, rendered }: { problem: string | undefined; rendered: LintedWithValues | undefined },
): string {
  const name = languageNames[template]
  if (problem !== undefined) return `\`${path}\` cannot be read as ${name}: ${problem}`
  if (rendered && 'diagnostics' in rendered)
    return `\`${path}\` is ${name} and was rendered with the given values`
  const isIncomplete = rendered
    ? ` The values are not enough for \`${rendered.unrendered}\`; render it with \`${suggestCommand(path, text, template)}\` and lint the result.`
    : ''
  return `\`${path}\` is ${name}. It was not rendered: only findings that do not depend on its values are shown.${isIncomplete}`
}

/** The command that renders a template with everything that its language can do. */
function suggestCommand(path: string, text: string, template: TemplateLanguage): string {
  if (template === 'variables') return `envsubst < ${path}`
  if (template === 'jinja')
    return `ansible localhost -m template -a "src=${path} dest=FILE" -e @VALUES`
  return /\.(?:Values|Release|Chart)\b/.test(text)
    ? `helm template . --values VALUES`
    : `gomplate -f ${path} -c .=VALUES`
}
