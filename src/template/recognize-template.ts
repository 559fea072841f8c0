import { recognize } from '../recognition/recognize.js'
import { findRouterText } from './embedded.js'
import type { TemplateLanguage, TemplateSource } from './language.js'
import { detectLanguage, isTemplateName } from './language.js'
import { parseTemplate } from './parse.js'
import { createRenderer, unknownValue } from './render.js'
import { createWorkBudget } from './work.js'

/**
 * The language of a template that is rendered to a router file, as far as that is known without values; undefined if it
 * is something else, or cannot be read.
 */
export function recognizeTemplate(source: TemplateSource): TemplateLanguage | undefined {
  const { path, text, isDeclared = false } = source
  const language = detectLanguage(text, { path, isDeclared })
  if (!language) return undefined
  const parsed = parseTemplate(text, language)
  if ('problem' in parsed) return undefined
  if (isDeclared) return language
  // Braces in comments and strings make no template.
  const isNamed = isTemplateName(path)
  if (!isNamed && recognize(text).kind !== 'template') return undefined
  const render = createRenderer(text, parsed.parts)
  const work = createWorkBudget()
  return [true, false].some((holds) => {
    const rendering = render(
      {
        holds: () => holds,
        rounds: 1,
        write: (_value, place) => (place === 'part' || place === 'whole' ? unknownValue : ''),
        prefersItems: false,
      },
      work,
    )
    const routerText = rendering && findRouterText(rendering, work)
    return routerText && isRouterText(routerText.text)
  })
    ? language
    : undefined
}

/** Braces that are left over are text of the file, such as that between `raw` and `endraw`. */
const isRouterText = (text: string): boolean =>
  recognize(text.replaceAll(/\{[{%]/g, '(')).kind === 'router'
