import type { Diagnostic, Path } from '../diagnostic.js'
import { lint, load } from '../load.js'
import type { Model } from '../schema/router.js'
import type { Checked, JsonMap } from './answers.js'
import type { Plan } from './plan.js'
import type { Problem, Reporter } from './problem.js'
import { pruned, withoutPath } from './prune.js'
import { writeJson } from './write.js'

/** What the linter says of keys that the release does not read: they are left out. */
export const unread = new Set([
  'key-not-text',
  'misplaced-key',
  'never-read',
  'newer-key',
  'obsolete-key',
  'unknown-key',
  'unread-key',
])

/** The sections in which answers may have written what they like. */
function openSections({ sections = {}, tunnelOptions, edgeOptions }: Checked): string[] {
  return [...Object.keys(sections), ...(tunnelOptions || edgeOptions ? ['listeners'] : [])]
}

/** The file without what the release does not read, of which the answers hear, and without values that the router has anyway. */
export function tidy(
  file: JsonMap,
  plan: Plan,
  { model, report }: { model: Model; report: Reporter },
): JsonMap {
  const open = openSections(plan.answers)
  if (open.length === 0) return file
  const idle = lint(writeJson(file, { schema: model.schema, texts: undefined }), {
    target: model.release,
  }).filter(({ rule, path }) => unread.has(rule) && open.includes(String(path[0])))
  for (const found of idle)
    report({
      ...problemOf(found, plan),
      severity: 'warning',
      message: `${found.message}${found.message.endsWith('?') ? ' It' : '; it'} is left out`,
    })
  const read = idle.reduce<JsonMap>((left, { path }) => Object(withoutPath(left, path)), file)
  return open.reduce((left, name) => withoutDefaults(left, name, model), read)
}

/** A file without the values of a section that the router has anyway. */
export function withoutDefaults(file: JsonMap, name: string, { schema, release }: Model): JsonMap {
  const section = file[name]
  const left = section === undefined ? undefined : pruned(section, schema.child(name))
  const { [name]: _, ...others } = file
  const lighter = left === undefined ? others : { ...others, [name]: left }
  const loaded = (data: JsonMap): string => {
    const result = load(writeJson(data, { schema, texts: undefined }), { target: release })
    return JSON.stringify(result.ok ? result.config : result.diagnostics)
  }
  return loaded(file) === loaded(lighter) ? lighter : file
}

/** What is wrong with the file as a problem of the answers that led to it. */
export const problemOf = ({ rule, severity, path, message }: Diagnostic, plan: Plan): Problem => ({
  rule,
  severity,
  message,
  path: answerTo(path, plan),
})

/** The answers that led to a place in the file; the place itself where none did. */
function answerTo(path: Path, { answers, edge, link }: Plan): Path {
  const [section, step, ...more] = path
  let given: unknown = answers.sections
  for (const name of path) given = Object(given)[name]
  if (given !== undefined) return ['sections', ...path]
  if (section === 'ctrl') return ['controllers']
  if (section === 'link') return link[Number(more[0])]?.from ?? path
  if (section !== 'listeners' || typeof step !== 'number') return path
  const name = String(more[1] ?? '')
  const listener = edge[step]
  if (listener)
    return Object.hasOwn(answers.edgeOptions ?? {}, name)
      ? ['edgeOptions', ...more.slice(1)]
      : listener.from
  if (name === 'services') return ['services', ...more.slice(2)]
  return Object.hasOwn(answers.tunnelOptions ?? {}, name)
    ? ['tunnelOptions', ...more.slice(1)]
    : ['tunnel']
}
