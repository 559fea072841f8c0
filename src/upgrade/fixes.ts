import type { Edit, Fix, Path } from '../diagnostic.js'
import { showPath } from '../diagnostic.js'
import { add } from '../edit/add.js'
import { applyEdits } from '../edit/edits.js'
import { remove } from '../edit/remove.js'
import { replace, scalar } from '../edit/replace.js'
import type { Row } from '../effective.js'
import type { Json } from '../schema/key.js'
import { enrollsAlike } from '../schema/enrollment.js'
import { within as isWithinReleases } from '../schema/target.js'
import { isSecret } from '../secret.js'
import type { UpgradeChange } from './change.js'
import { addressOf, isWithin } from './change.js'
import type { Hop } from './history.js'
import { backgroundOf, holds as isNew } from './history.js'
import type { Side } from './side.js'
import { rowsWithin } from './side.js'

/** A way to edit the file, and what has to come of it: the values of one release at a place, and nothing else changed. */
type Attempt = {
  title: string
  edits: Edit[] | undefined
  at: Path
  as: Side | Json
  unsafe?: true
}

/** A value as a file writes it. */
function textOf(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(', ')}]`
  if (typeof value !== 'string') return JSON.stringify(value)
  return /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$/.test(value) ? value : scalar(value)
}

const insert = ({ document }: Side, path: Path, value: Json): Edit[] | undefined =>
  add(document, path.slice(0, -1), {
    name: String(path.at(-1)),
    rest: ` ${textOf(value)}`,
    below: [],
  })

/** Writes what a release uses where the file says nothing. */
function write(hop: Hop, path: Path, value: Json): Attempt {
  const isOld = hop.from.rows.has(addressOf(path))
  return {
    title: `add \`${showPath(path)}: ${textOf(value)}\` to keep what ${hop.from.release} does`,
    edits: insert(hop.to, path, value),
    at: path,
    as: isOld ? hop.from : value,
  }
}

/** A value that may stand in the title of a fix. */
function written(row: Row | undefined): Json | undefined {
  const isHidden =
    row?.key?.secret ||
    [row?.written].flat().some((item) => typeof item === 'string' && isSecret(item))
  return isHidden ? undefined : row?.written
}

function forDefault(hop: Hop, { path }: UpgradeChange): Attempt[] {
  const given = backgroundOf(hop, { path }).changes.flatMap(({ place, change }) =>
    change.keep === undefined || !isNew(hop, change) ? [] : [{ place, keep: change.keep }],
  )
  if (given.length > 0)
    return given.flatMap(({ place, keep }) => (keep === null ? [] : [write(hop, place.path, keep)]))
  const old = written(hop.from.rows.get(addressOf(path)))
  return old === undefined || !hop.to.rows.has(addressOf(path)) ? [] : [write(hop, path, old)]
}

/** Ways to write a refused value so that the new release does what the old one did with it. */
function forRefused(hop: Hop, { path }: UpgradeChange): Attempt[] {
  const { from, to } = hop
  const list = listAt(hop, path)
  if (list) return [list]
  const old = written(from.rows.get(addressOf(path)))
  const name = showPath(path)
  const missing = rowsWithin(from, path).filter(
    (row) => row.origin === 'default' && row.path.length === path.length + 1,
  )
  return [
    ...(to.document.at(path)?.value.kind === 'null' ? [emptyMap(hop, path)] : []),
    {
      title: `remove \`${name}\`; ${from.release} does the same without it`,
      edits: remove(to.document, path),
      at: path,
      as: from,
    },
    ...(old === undefined
      ? []
      : [
          {
            title: `replace the value of \`${name}\` by \`${textOf(old)}\`, which is what ${from.release} uses`,
            edits: replace(to.document, path, textOf(old)),
            at: path,
            as: from,
          },
        ]),
    ...missing.map((row) => ({
      title: `add \`${showPath(row.path)}: ${textOf(row.written)}\`, which is what ${from.release} uses`,
      edits: insert(to, row.path, row.written),
      at: path,
      as: from,
    })),
  ]
}

/** A list of plain values, of which one is refused: every refused one is written as the old release takes it. */
function listAt({ from, to }: Hop, path: Path): Attempt | undefined {
  const above = path.slice(0, -1)
  const old = typeof path.at(-1) === 'number' ? written(from.rows.get(addressOf(above))) : undefined
  if (!Array.isArray(old)) return undefined
  const refused = to.found.filter(
    (item) =>
      item.severity === 'error' && item.path.length === path.length && isWithin(item.path, above),
  )
  const edits = refused.map((item) =>
    replace(to.document, item.path, textOf(old[Number(item.path.at(-1))] ?? null)),
  )
  const made = edits.flatMap((edit) => edit ?? [])
  return {
    title: `replace the value of \`${showPath(above)}\` by \`${textOf(old)}\`, which is what ${from.release} uses`,
    edits: made.length === refused.length ? made : undefined,
    at: above,
    as: from,
  }
}

/** A key without value that stands for a map. */
const emptyMap = ({ from, to }: Hop, path: Path): Attempt => ({
  title: `add \`{}\` as the value of \`${showPath(path)}\` to keep what ${from.release} does`,
  edits: replace(to.document, path, '{}'),
  at: path,
  as: from,
})

function attemptsFor(hop: Hop, change: UpgradeChange): Attempt[] {
  const { from, to } = hop
  const { kind, path } = change
  const old = written(from.rows.get(addressOf(path)))
  const name = showPath(path)
  if (kind === 'default') return forDefault(hop, change)
  if (kind === 'refused') return forRefused(hop, change)
  if (kind === 'read')
    return [
      {
        title: `remove \`${name}\` to keep what ${from.release} does`,
        edits: remove(to.document, path),
        at: path,
        as: from,
        unsafe: true,
      },
    ]
  if (kind === 'value' && to.document.at(path)?.value.kind === 'null') return [emptyMap(hop, path)]
  if (kind === 'value' && old !== undefined)
    return [
      {
        title: `replace the value of \`${name}\` by \`${textOf(old)}\` to keep what ${from.release} uses`,
        edits: replace(to.document, path, textOf(old)),
        at: path,
        as: from,
        unsafe: true,
      },
    ]
  const isLeftover = to.found.some(
    ({ rule, path: place }) => rule === 'obsolete-key' && addressOf(place) === addressOf(path),
  )
  const hasHeir = hop.instances.get(addressOf(path))?.key.replacedBy !== undefined
  return kind === 'ignored' && isLeftover && !hasHeir
    ? [{ title: `remove \`${name}\``, edits: remove(to.document, path), at: path, as: to }]
    : []
}

const same = (left: Row | undefined, right: Row | undefined): boolean =>
  JSON.stringify(left?.value) === JSON.stringify(right?.value)

/** Whether two texts have the same values outside a place. */
const sameElsewhere = (left: Side, right: Side, at: Path | undefined): boolean =>
  [...left.rows, ...right.rows].every(
    ([address, { path }]) =>
      (at !== undefined && isWithin(path, at)) ||
      same(left.rows.get(address), right.rows.get(address)),
  )

/** Whether the edited text has the values of a release at a place, and elsewhere those of before. */
function keeps(hop: Hop, edited: Side, { at, as }: Attempt): boolean {
  if (!sameElsewhere(edited, hop.to, at)) return false
  if (!isSide(as))
    return JSON.stringify(edited.rows.get(addressOf(at))?.written) === JSON.stringify(as)
  return (
    rowsWithin(as, at).every((row) => same(row, edited.rows.get(addressOf(row.path)))) &&
    rowsWithin(edited, at).every(
      (row) => row.origin === 'default' || as.rows.has(addressOf(row.path)),
    )
  )
}

const isSide = (value: Attempt['as']): value is Side =>
  typeof value === 'object' && value !== null && 'rows' in value

const errorsOf = ({ found }: Side): ReadonlySet<string> =>
  new Set(
    found.flatMap(({ severity, rule, path }) =>
      severity === 'error' ? [`${rule} ${addressOf(path)}`] : [],
    ),
  )

/** Whether a release does the same with two texts, when it runs and when it enrolls. */
const doesTheSame = (left: Side, right: Side): boolean =>
  sameElsewhere(left, right, undefined) && enrollsAlike(left.enrollment, right.enrollment)

/** Whether an attempt does what it says, and leaves the old release as it is where nothing is lost: tried out on the text. */
function holds(hop: Hop, { kind }: UpgradeChange, attempt: Attempt): boolean {
  const text = attempt.edits && applyEdits(hop.to.text, attempt.edits)
  const edited = text === undefined ? undefined : hop.look(hop.to.release, text)
  const before = text === undefined ? undefined : hop.look(hop.from.release, text)
  if (
    !edited ||
    !before ||
    ((kind === 'refused' || kind === 'default') && !doesTheSame(before, hop.from))
  )
    return false
  const errors = errorsOf(hop.to)
  const left = errorsOf(edited)
  const isWorse = [...left].some((name) => !errors.has(name))
  return !isWorse && (kind !== 'refused' || left.size < errors.size) && keeps(hop, edited, attempt)
}

/** The edit after which the new release does what the old one did, where there is one that does nothing else. */
export function fixOf(hop: Hop, change: UpgradeChange): Fix | undefined {
  if (hop.to.document.problems.length > 0) return undefined
  const found = attemptsFor(hop, change).find((attempt) => holds(hop, change, attempt))
  return (
    found?.edits && {
      title: found.title,
      edits: found.edits,
      ...(found.unsafe && { unsafe: found.unsafe }),
    }
  )
}

/**
 * A fix of a finding as one of an upgrade. What keeps a value that the old release used, under the key that the new one
 * reads, is what an upgrade is for; what loses such a value is not safe as long as somebody may go back.
 */
export function forUpgrade(hop: Hop, { path }: UpgradeChange, fix: Fix): Fix {
  const key = hop.instances.get(addressOf(path))?.key
  const wasRead = key?.readIn ? isWithinReleases(hop.from.release, key.readIn) : false
  if (wasRead && key?.replacedBy !== undefined) return { title: fix.title, edits: fix.edits }
  const before = hop.look(hop.from.release, applyEdits(hop.from.text, fix.edits))
  return before && doesTheSame(before, hop.from) ? fix : { ...fix, unsafe: true }
}

/** Whether a fix of another change takes away what a refused one is refused for. */
export function mends(hop: Hop, { path }: UpgradeChange, { edits }: Fix): boolean {
  const edited = hop.look(hop.to.release, applyEdits(hop.to.text, edits))
  return (
    edited?.found.every(
      (item) => item.severity !== 'error' || addressOf(item.path) !== addressOf(path),
    ) ?? false
  )
}
