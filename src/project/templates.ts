import type { LintHost } from '../lint/host.js'
import type { Options } from '../lint/lint.js'
import type { TemplateRun } from '../template/lint-template.js'
import { formatSentences } from '../schema/messages.js'
import { lintRendering, lintTemplate, tooComplicated } from '../template/lint-template.js'
import type { TemplateLanguage } from '../template/language.js'
import { describeTooComplicated, languageNames, suggestCommand } from '../template/language.js'
import { parseTemplate } from '../template/parse.js'
import type { TemplateValues, UnrenderedTag } from '../template/values.js'
import { describeUnrendered, renderWithValues } from '../template/values.js'
import { createWorkBudget } from '../template/work.js'
import type { LintFileOptions } from './settings.js'
import type { RouterInput } from './inputs.js'
import type { FileNote, LintedReport } from './reports.js'

type LintContext = { options: LintFileOptions; host: LintHost }

/**
 * Lints a template. If there are values for all of its tags, reports the findings of the rendered text; otherwise, only
 * findings that every rendering has. A note says which of these applies.
 */
export function lintTemplateInput(
  input: RouterInput,
  template: TemplateLanguage,
  { options, host }: LintContext,
): LintedReport {
  const { path, text, values } = input
  const rendered = values && lintWithValues(text, { template, values }, { options, host })
  const run =
    rendered && 'diagnostics' in rendered
      ? rendered
      : lintTemplate(text, template, options, { host })
  const { diagnostics } = run
  return {
    path,
    text: diagnostics.length > 0 ? text : '',
    diagnostics,
    release: options.target,
    // A template with a syntax error has one finding, which already says that the rest was not checked.
    ...(diagnostics[0]?.rule !== 'template-syntax' && {
      note: describeRun(input, template, { run, rendered }),
    }),
  }
}

/** The findings of the rendered text, or the first tag that cannot be rendered with the values. */
type LintedWithValues = TemplateRun | UnrenderedTag

/** Renders a template with values and checks the result; undefined if the template cannot be parsed. */
export function lintWithValues(
  text: string,
  { template, values }: { template: TemplateLanguage; values: TemplateValues },
  { options, host }: { options: Options; host?: LintHost | undefined },
): LintedWithValues | undefined {
  const parsedTemplate = parseTemplate(text, template)
  if ('problem' in parsedTemplate || parsedTemplate.mistake) return undefined
  const budget = createWorkBudget()
  const rendered = renderWithValues(text, parsedTemplate.parts, {
    language: template,
    values,
    budget,
  })
  if (!rendered) return tooComplicated
  return 'unrendered' in rendered
    ? rendered
    : lintRendering(text, rendered.rendering, options, { host, budget })
}

function describeRun(
  { path, text }: RouterInput,
  template: TemplateLanguage,
  { run, rendered }: { run: TemplateRun; rendered: LintedWithValues | undefined },
): FileNote {
  const name = languageNames[template]
  if (run.isTooComplicated)
    return {
      text: `\`${path}\` is ${name} that is ${describeTooComplicated(path, text, template)}`,
    }
  if (rendered && 'diagnostics' in rendered)
    return {
      text: `\`${path}\` is ${name} and was rendered with the given values`,
      kind: 'rendered',
    }
  const sentence = `\`${path}\` is ${name}. It was not rendered: only findings that do not depend on its values are shown.`
  return rendered
    ? {
        text: formatSentences(
          sentence,
          `${describeUnrendered(rendered)}; render it with \`${suggestCommand(path, text, template)}\` and lint the result`,
        ),
      }
    : { text: sentence, kind: 'unrendered' }
}
