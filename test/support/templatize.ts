/** A Jinja template that was created from a router file, and some of its renderings. */
export type MadeTemplate = { template: string; renderings: readonly string[] }

const scalars = [
  '',
  'true',
  'false',
  '0',
  '3',
  '12',
  '70000',
  '5s',
  '30m',
  'localhost',
  'router.example.com',
  'tls:router.example.com:6262',
  'tls:0.0.0.0:3022',
  'wss:0.0.0.0:3023',
  'edge',
  'tunnel',
  'transport',
  'host',
  '[]',
  '{}',
  '[a.example.com, 10.0.0.1]',
  '{connectTimeoutMs: 10}',
]

/** The values and conditions of a rendering. */
type Rendering = {
  value: (name: string, original: string) => string
  holds: (name: string) => boolean
}

/** A line with or without a tag, or a block between `if` and `endif`. */
type Part = string | { name: string; original: string; before: string; after: string } | Block

type Block = { condition: string; body: readonly Part[] }

/** Replaces random values with tags, and wraps random entries in conditions. */
export function templatize(text: string, seed: number): MadeTemplate {
  const random = createRandom(seed)
  const lines = text.replace(/\n$/, '').split('\n')
  const names = { count: 0 }
  const parts = toParts(lines, random, names)
  const renderings = Array.from({ length: 8 }, (_, index): Rendering => ({
    value: (_name, original) =>
      index === 0 || random() < 0.4
        ? original
        : (scalars[Math.floor(random() * scalars.length)] ?? ''),
    holds: () => index === 0 || random() < 0.5,
  }))
  return {
    template: `${parts.flatMap(writePart).join('\n')}\n`,
    renderings: renderings.map(
      (one) => `${parts.flatMap((part) => renderPart(part, one)).join('\n')}\n`,
    ),
  }
}

function toParts(lines: readonly string[], random: () => number, names: { count: number }): Part[] {
  const parts: Part[] = []
  for (let index = 0; index < lines.length;) {
    const line = lines[index] ?? ''
    const end = findEnd(lines, index)
    const isEntry = /^\s*(?:- )?["\w]+:/.test(line)
    if (isEntry && random() < 0.12) {
      names.count += 1
      parts.push({
        condition: `c${names.count}`,
        body: toParts(lines.slice(index, end), () => 0.5 + random() / 2, names),
      })
      index = end
    } else {
      parts.push(toPart(line, random, names))
      index += 1
    }
  }
  return parts
}

/** Returns the index of the line after an entry and everything below it. */
function findEnd(lines: readonly string[], start: number): number {
  const indentation = (lines[start] ?? '').search(/\S|$/)
  let end = start + 1
  while (end < lines.length && (lines[end] ?? '').search(/\S|$/) > indentation) end += 1
  return end
}

function toPart(line: string, random: () => number, names: { count: number }): Part {
  const [, before, original] = /^(\s*(?:- )?(?:\w+:\s+)?)([\w.:/-]+)$/.exec(line) ?? []
  if (before === undefined || original === undefined || before.trim() === '' || random() > 0.25)
    return line
  names.count += 1
  return { name: `v${names.count}`, original, before, after: '' }
}

const writePart = (part: Part): string[] =>
  typeof part === 'string'
    ? [part]
    : 'condition' in part
      ? [`{% if ${part.condition} %}`, ...part.body.flatMap(writePart), '{% endif %}']
      : [`${part.before}{{ ${part.name} }}${part.after}`]

const renderPart = (part: Part, rendering: Rendering): string[] =>
  typeof part === 'string'
    ? [part]
    : 'condition' in part
      ? rendering.holds(part.condition)
        ? part.body.flatMap((inner) => renderPart(inner, rendering))
        : []
      : [`${part.before}${rendering.value(part.name, part.original)}${part.after}`]

/** Creates a generator of numbers from 0 to 1, with the same sequence for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed + 1
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
