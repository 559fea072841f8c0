import type { Path } from '../../diagnostic.js'
import { showPath } from '../../diagnostic.js'
import type { Document, MapNode } from '../../document.js'
import { parseDocument } from '../../document.js'
import type { Written } from '../../edit/add.js'
import { add } from '../../edit/add.js'
import { difference } from '../../edit/difference.js'
import { applyEdits } from '../../edit/edits.js'
import { find } from '../../edit/entry.js'
import { scalar } from '../../edit/replace.js'
import { texts } from '../../generated/texts.js'
import type { Key } from '../../schema/key.js'
import { shapeOf } from '../../schema/read.js'
import { missingIn } from '../../schema/strangers.js'
import { styleOf } from '../style.js'
import type { View } from '../view.js'
import type { CodeAction, Numbered } from './action.js'

/** Required keys that are found missing, written with their defaults, or with examples, in the order of the schema. */
export function missingKeys(view: View, findings: readonly Numbered[]): CodeAction[] {
  const maps = new Map(
    findings.flatMap(({ found, diagnostic }) =>
      found.rule === 'missing-key'
        ? [[JSON.stringify(found.path), { found, diagnostic }] as const]
        : [],
    ),
  )
  return [...maps.values()].flatMap(({ found: { path, fix }, diagnostic }): CodeAction[] => {
    const text = withMissing(view, path)
    if (!text || (fix && text.names.length === 1)) return []
    const names = text.names.map((name) => `\`${name}\``).join(', ')
    const where = path.length === 0 ? '' : ` to \`${showPath(path)}\``
    return [
      {
        kind: 'quickfix',
        title: `Add ${names}${where}`,
        diagnostic,
        isPreferred: false,
        edits: difference(view.text, text.text),
      },
    ]
  })
}

/** The text with every missing key, one after the other. */
function withMissing(view: View, path: Path): { text: string; names: string[] } | undefined {
  const { step } = styleOf([view.document])
  const names: string[] = []
  let current = view.text
  for (;;) {
    const document = parseDocument(current)
    const next = missingAt(view, document, path).find(({ name }) => !names.includes(name))
    if (!next) break
    const edits = add(
      document,
      path,
      example(next.name, next.child, step),
      placeAbove(document, path, next),
    )
    if (!edits) return undefined
    current = applyEdits(current, edits)
    names.push(next.name)
  }
  return names.length > 0 ? { text: current, names } : undefined
}

type Missing = { name: string; child: Key; shape: Key; map: MapNode }

function missingAt(
  { model: { schema }, reading: { environment } }: View,
  document: Document,
  path: Path,
): Missing[] {
  const { root } = document
  if (!root) return []
  let key: Key | undefined = schema
  let shape: Key | undefined = schema
  for (let length = 0; length < path.length; length += 1) {
    const step = path[length] ?? ''
    key = typeof step === 'number' ? key?.item : (shape?.child(step) ?? key?.child(step))
    const map = document.at(path.slice(0, length + 1))?.value
    shape = key && map?.kind === 'map' ? shapeOf(key, document.entries(map), environment) : key
  }
  const map = document.at(path)?.value
  if (!key || map?.kind !== 'map') return []
  const own = shape ?? key
  return missingIn({ document, environment, root }, key, own, map).map((missing) => ({
    ...missing,
    shape: own,
    map,
  }))
}

/** The entry behind which a key stands by the order of the schema. */
function placeAbove(
  document: Document,
  path: Path,
  { name, shape }: Missing,
): Parameters<typeof add>[3] {
  const above = shape.names.slice(0, Math.max(0, shape.names.indexOf(name))).reverse()
  const found = above
    .map((other) => find(document, [...path, other]))
    .find((place) => place && 'pair' in place)
  return found && 'pair' in found ? found : undefined
}

/** Keys that are worth writing with their section though the router reads it without them. */
const useful: Readonly<Record<string, readonly string[]>> = {
  ctrl: ['endpoint'],
  identity: ['server_cert', 'ca'],
  sans: ['dns'],
}

const examples: Readonly<Record<string, string>> = {
  cert: 'router.cert',
  key: 'router.key',
  server_cert: 'server.cert',
  server_key: 'server.key',
  ca: 'ca.cert',
  dns: '[router.example.com]',
  endpoint: 'tls:ctrl.example.com:6262',
}

/** An entry with a value that the router takes; what nobody can guess is marked, so that the linter reminds of it. */
function example(name: string, key: Key, step: number): Written {
  if (key.kinds.has('map')) {
    const names = [...new Set([...key.required, ...(useful[name] ?? [])])]
    const inner = names.flatMap((inside) => {
      const child = key.child(inside)
      const written = child?.read ? example(inside, child, step) : undefined
      return written ? [`${inside}:${written.rest}`, ...written.below] : []
    })
    return {
      name,
      rest: inner.length > 0 ? '' : ' {}',
      below: inner.map((line) => ' '.repeat(step) + line),
    }
  }
  return { name, rest: ` ${exampleValue(name, key)}`, below: [] }
}

function exampleValue(name: string, key: Key): string {
  const { source, bounds, words } = key
  const given =
    source.default ?? source.const ?? bounds?.least ?? words?.[0] ?? texts[key.index]?.examples?.[0]
  if (examples[name] !== undefined) return examples[name]
  if (key.kinds.has('list')) return '[]'
  if (given === undefined || typeof given === 'object')
    return key.kinds.has('bool') ? 'false' : 'CHANGE_ME'
  return typeof given === 'string' ? scalar(given) : String(given)
}
