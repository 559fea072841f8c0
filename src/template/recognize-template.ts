import { recognize } from '../recognition/recognize.js'
import { findRouterText } from './embedded.js'
import type { TemplateLanguage, TemplateSource } from './language.js'
import { detectLanguage, isTemplateName } from './language.js'
import { parseTemplate } from './parse.js'
import { createRenderer, unknownValue } from './render.js'
import { createWorkBudget } from './work.js'

/**
 * The language of a template that probably renders to a router file. Unless the file is declared as a template, renders
 * it twice without values: with all conditions true, and with all conditions false. Undefined if the file is not a
 * template, if it cannot be parsed, or if neither rendering is a router file.
 */
export function recognizeTemplate(source: TemplateSource): TemplateLanguage | undefined {
  const { path, text, isDeclared = false } = source
  const language = detectLanguage(text, { path, isDeclared })
  if (!language) return undefined
  const parsedTemplate = parseTemplate(text, language)
  if ('problem' in parsedTemplate) return undefined
  if (isDeclared) return language
  // Without the name of a template, a file with braces only in comments and strings is not a template.
  const isNamed = isTemplateName(path)
  if (!isNamed && recognize(text).kind !== 'template') return undefined
  const render = createRenderer(text, parsedTemplate.parts)
  const budget = createWorkBudget()
  return [true, false].some((holds) => {
    const rendering = render(
      {
        holds: () => holds,
        iterationCount: 1,
        write: (_value, place) => (place === 'part' || place === 'whole' ? unknownValue : ''),
        prefersItems: false,
      },
      budget,
    )
    const routerText = rendering && findRouterText(rendering, budget)
    return routerText && isRouterText(routerText.text)
  })
    ? language
    : undefined
}

/**
 * Whether a rendering is a router file. Opening braces that remain after rendering are plain text, such as between
 * `raw` and `endraw`, and do not make it a template.
 */
const isRouterText = (text: string): boolean =>
  recognize(text.replaceAll(/\{[{%]/g, '(')).kind === 'router'
