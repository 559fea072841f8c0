import { plainOf } from '../configuration/plain.js'
import type { Diagnostic, Path } from '../diagnostic.js'
import { lineStarts, positionAt, showPath } from '../diagnostic.js'
import type { Document } from '../document.js'
import { parseDocument } from '../document.js'
import { effective } from '../effective.js'
import { fix } from '../fix.js'
import { lint } from '../load.js'
import type { Json } from '../schema/key.js'
import type { Model } from '../schema/router.js'
import { modelOf } from '../schema/router.js'
import type { JsonMap } from './answers.js'
import { diagnosticOf } from './problem.js'
import { withoutPath } from './prune.js'
import { unread, withoutDefaults } from './settle.js'
import { writeYaml } from './write.js'

/** Generators by a comment that they write into every file. */
const generators: readonly (readonly [name: string, sign: RegExp])[] = [
  [
    'ziti create config router',
    /bindings of edge and tunnel requires an "?edge"? section below|#\s*tproxy\|host/,
  ],
  [
    'the Helm chart ziti-router',
    /SetZitiRouterIdentity|router control plane API|not providing incoming links to other routers/,
  ],
]

/** Comments that generators write, and keys that they switch off: nobody misses them. Behind `#` and one blank people write. */
const noise =
  /^#(?:(?! \S)\s*(?:[\w.-]+:.*|- .*)?|\s*(?:tproxy\|host|bindings of edge and tunnel|expected filename|router control plane|When 'transport'|not providing incoming|join the mesh).*)$/

/** A file of another generator, as `generate` would write it. `changes` says what is different, at its place in the old text. */
export type Adopted =
  | { ok: true; text: string; generator?: string; changes: Diagnostic[] }
  | { ok: false; diagnostics: Diagnostic[] }

/**
 * Takes over a router file of another generator: what the release does not read, what it has anyway and what was
 * switched off goes, old forms are written anew, and every value that the router uses stays.
 */
export function adopt(text: string, { target }: { target?: string } = {}): Adopted {
  const model = modelOf(target)
  const options = target === undefined ? {} : { target }
  const found = lint(text, options)
  const errors = found.filter(({ severity }) => severity === 'error')
  if (!model || errors.length > 0) return { ok: false, diagnostics: errors }
  const values = (file: string): string =>
    JSON.stringify(effective(file, options).map(({ path, value }) => [path, value]))
  const { data, defaults } = dataOf(fix(text, options).text, model)
  const written = writeYaml(data, { schema: model.schema, texts: undefined })
  const left = lint(written, options)
  if (values(written) !== values(text) || left.some(({ severity }) => severity === 'error')) {
    return {
      ok: false,
      diagnostics: [
        diagnosticOf({
          rule: 'import',
          severity: 'error',
          path: [],
          message:
            'the file says something that would be lost in another form; `routerfile fix` mends it where it stands',
        }),
      ],
    }
  }
  const document = parseDocument(text)
  const rest = new Set(left.map(({ rule, path }) => JSON.stringify([rule, path])))
  const changes = [
    ...found.filter(({ rule, path }) => !rest.has(JSON.stringify([rule, path]))),
    ...defaults.flatMap((path) => defaultOf(document, path)),
    ...lost(document),
  ]
  const generator = generators.find(([, sign]) => sign.test(text))?.[0]
  return {
    ok: true,
    text: written,
    ...(generator !== undefined && { generator }),
    changes: changes.sort((one, other) => one.range.start.offset - other.range.start.offset),
  }
}

/** A file as data, without what the release does not read and what it has anyway; `defaults` are the places of the latter. */
function dataOf(text: string, model: Model): { data: JsonMap; defaults: Path[] } {
  const document = parseDocument(text)
  const all: JsonMap = document.root ? Object(plainOf(document, document.root)) : {}
  const idle = lint(text, { target: model.release }).filter(({ rule }) => unread.has(rule))
  const read = idle.reduce<JsonMap>((left, { path }) => Object(withoutPath(left, path)), all)
  // Without the interval the router logs that it is not set.
  const edge = read['edge']
  const whole =
    edge === undefined ? read : { ...read, edge: { heartbeatIntervalSeconds: 60, ...Object(edge) } }
  const data = Object.keys(whole).reduce<JsonMap>(
    (left, name) => withoutDefaults(left, name, model),
    whole,
  )
  const left = new Set(leavesOf(data).map((path) => JSON.stringify(path)))
  return { data, defaults: leavesOf(whole).filter((path) => !left.has(JSON.stringify(path))) }
}

/** The places of everything that is no map and no list. */
function leavesOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, item]) =>
    leavesOf(item, [...path, Array.isArray(value) ? Number(name) : name]),
  )
}

function defaultOf(document: Document, path: Path): Diagnostic[] {
  const starts = lineStarts(document.text)
  const { start, end } = document.spanOf(path, 'key')
  return [
    {
      rule: 'import',
      severity: 'info',
      path: [...path],
      message: `\`${showPath(path)}\` is what the router has anyway, and is left out`,
      range: { start: positionAt(starts, start), end: positionAt(starts, end) },
    },
  ]
}

/** Comments that somebody wrote: they are not taken over. */
function lost({ text, comments }: Document): Diagnostic[] {
  const starts = lineStarts(text)
  return comments.flatMap(({ start, end }) => {
    if (noise.test(text.slice(start, end).trim())) return []
    return [
      {
        rule: 'import',
        severity: 'warning' as const,
        path: [],
        message: 'this comment is not taken over',
        range: { start: positionAt(starts, start), end: positionAt(starts, end) },
      },
    ]
  })
}
