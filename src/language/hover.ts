import { texts } from '../generated/texts.js'
import type { Path, Span } from '../diagnostic.js'
import { expand } from '../expand.js'
import { describePlace } from '../schema/describe.js'
import { shown } from '../schema/facts.js'
import type { Key } from '../schema/key.js'
import type { Place } from '../schema/places.js'
import { textsFor } from '../schema/texts.js'
import { isSecret, secretsOf } from '../secret.js'
import { effectAt } from './effect.js'
import { code, describeAsMarkdown, plain } from './markdown.js'
import type { Standing } from './node-at.js'
import { nodeAt, textOf } from './node-at.js'
import { placesAt } from './place.js'
import { useOf } from './use.js'
import type { View } from './view.js'
import { worthOf } from './worth.js'

/** What is said about a place of a text: Markdown, and the span it is about. */
export type Hover = Span & { contents: string }

/**
 * What is known of the key or the value at an offset: what it is for, type, default, bounds, releases, what the router
 * does with it in this file, and what a value means. Undefined where nothing is known. Secrets are left out.
 */
export function hover(view: View, offset: number): Hover | undefined {
  const standing = nodeAt(view.document, offset)
  if (!standing) return undefined
  const contents = standing.on === 'merge' ? aboutMerge(view, standing) : aboutKey(view, standing)
  const { start, end } = standing.span
  return contents === undefined
    ? undefined
    : { start, end, contents: secretsOf(view.text)(contents) }
}

function aboutMerge({ document }: View, { node }: Standing): string | undefined {
  const names = node.kind === 'map' ? [...document.entries(node).named.keys()] : []
  return names.length > 0 ? `takes over ${names.map(code).join(', ')}` : undefined
}

function aboutKey(view: View, standing: Standing): string | undefined {
  const { document, model } = view
  const direct = placesAt(model.schema, document, standing.path)
  const path = direct.length > 0 ? standing.path : useOf(document, standing.path)
  const [place, ...others] =
    path === standing.path ? direct : path ? placesAt(model.schema, document, path) : []
  if (!place || !path) return standing.on === 'key' ? aboutStranger(view, standing.path) : undefined
  const own = aboutFile(view, path, { place, standing, isCertain: others.length === 0 })
  const { unread } = place
  const target = unread
    ? [`**Release ${model.release} does not read this key${readBy(unread)}.**`]
    : []
  const description = describeAsMarkdown(describePlace(place, textsFor(texts, model.release)))
  return standing.on === 'key'
    ? [...target, description, ...own].join('\n\n')
    : own.length > 0
      ? [...own, '---', description].join('\n\n')
      : description
}

const readBy = ({ readIn: ranges = [] }: Key): string =>
  ranges.length === 0 ? '' : `; it is read by releases ${ranges.join(' or ')}`

/** What the linter says of a key that is none. */
function aboutStranger({ findings }: View, path: Path): string | undefined {
  const at = JSON.stringify(path)
  const found = findings.find((finding) => JSON.stringify(finding.path) === at)
  return found && plain(found.message)
}

const origins = {
  file: 'from the file',
  environment: 'from the environment',
  default: 'the default',
  fallback: 'instead of what is written',
  clamped: 'the nearest that is allowed',
} as const

/** What a key is in this file: what the value means, what the router uses, and why it does not look at it. */
function aboutFile(
  view: View,
  path: Path,
  {
    place,
    standing: { node },
    isCertain,
  }: { place: Place; standing: Standing; isCertain: boolean },
): string[] {
  const { document, findings, options } = view
  const { key } = place
  const text =
    node.kind === 'map' || node.kind === 'list' || node.kind === 'null'
      ? undefined
      : textOf(document, node)
  const isHidden = key.secret || (text !== undefined && isSecret(text))
  const expanded = text?.includes('$') ? expand(text, options.env) : undefined
  const worth =
    text === undefined || isHidden
      ? undefined
      : worthOf(place.path, key, expanded && !expanded.unknown ? expanded.text : text)
  const effect = isCertain && !isHidden && !place.unread ? effectAt(view, path, key) : undefined
  const used =
    effect && !(typeof effect.value === 'string' && isSecret(effect.value))
      ? `in this file: ${code(shown(effect.value))}, ${origins[effect.origin]}`
      : undefined
  const at = JSON.stringify(path)
  const idle = findings.find(
    ({ rule, path: found }) =>
      ['unread-key', 'no-effect', 'stored-elsewhere'].includes(rule) &&
      JSON.stringify(found) === at,
  )
  const unknown = expanded?.unknown
    ? 'the value hangs on variables that are not known here'
    : undefined
  return [worth, unknown ?? used, idle && plain(idle.message)].filter((part) => part !== undefined)
}
