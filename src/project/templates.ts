import { languageNames } from '../template/language.js'
import type { TemplateLanguage } from '../template/language.js'
import { lintTemplate } from '../template/lint-template.js'
import type { Host } from '../lint/host.js'
import type { LintFileOptions } from './file-options.js'
import type { LintedReport } from './reports.js'
import type { RouterInput } from './inputs.js'

/** The report for a template: the findings that hold for every rendering, and a note on what was assumed. */
export function lintTemplateInput(
  { path, text }: RouterInput,
  template: TemplateLanguage,
  { options, host }: { options: LintFileOptions; host: Host },
): LintedReport {
  const { diagnostics, problem } = lintTemplate(text, template, options, { host })
  return {
    path,
    text: diagnostics.length > 0 ? text : '',
    diagnostics,
    release: options.target,
    note:
      problem === undefined
        ? `\`${path}\` is ${languageNames[template]}. It was not rendered: only findings that do not depend on its values are shown.`
        : `\`${path}\` cannot be read as ${languageNames[template]}: ${problem}`,
  }
}
