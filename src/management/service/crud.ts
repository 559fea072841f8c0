import type { Environment, Writing } from './environment.js'
import type { Answer, Call } from './handler.js'
import type { Kind, Scope, WritingScope } from './kinds/kind.js'
import { allOf, page } from './page.js'
import type { Base, Kinds, KindName } from './records.js'
import { Refusal, notFound } from './refusal.js'
import { linksOf, show } from './show.js'

type Sent = Record<string, unknown>

const done: Answer = { data: {}, meta: {} }

/** The id of a record instead of the answer to a create. */
export const created = (collection: string, id: string): Answer => ({
  status: 201,
  data: { _links: linksOf(collection, id), id },
  meta: {},
})

/** What lists, gives, creates, replaces, patches and deletes the records of a kind. */
export function crud<Name extends KindName>(kind: Kind<Name>) {
  const find = (records: Writing | Scope['records'], id: string, name = kind.one): Kinds[Name] => {
    const record = records.get(kind.kind, id)
    if (!record || kind.part?.has(record) === false) throw notFound(name, id)
    return record
  }
  return {
    list: (call: Call, environment: Environment): Promise<Answer> =>
      environment.read((records) =>
        page(kind, allOf(kind, records), { records, now: environment.now(), environment, call }),
      ),
    get: (call: Call, environment: Environment): Promise<Answer> =>
      environment.read((records) => ({
        data: show(kind, find(records, call.parameters['id'] ?? ''), {
          records,
          now: environment.now(),
          environment,
          call,
        }),
        meta: {},
      })),
    create: (call: Call<Sent>, environment: Environment): Promise<Answer> => {
      // The same, should the transaction have to run again.
      const id = environment.ids[kind.ids]()
      return transact(call, environment, (scope) =>
        created(kind.collection, create(kind, call.input, scope, id).id),
      )
    },
    replace: (call: Call<Sent>, environment: Environment): Promise<Answer> =>
      transact(call, environment, (scope) => {
        const before = find(scope.records, call.parameters['id'] ?? '')
        const sent = kind.heard ? kind.heard(call.input, before, scope) : call.input
        return sent ? update(kind, before, { ...sent, ...keptOf(kind, before) }, scope) : done
      }),
    patch: (call: Call<Sent>, environment: Environment): Promise<Answer> =>
      transact(call, environment, (scope) => {
        const before = find(scope.records, call.parameters['id'] ?? '')
        const sent = kind.heard ? kind.heard(call.input, before, scope) : call.input
        return sent
          ? update(kind, before, { ...merge({ ...before }, sent), ...keptOf(kind, before) }, scope)
          : done
      }),
    delete: (call: Call, environment: Environment): Promise<Answer> =>
      transact(call, environment, (scope) => {
        const record = find(scope.records, call.parameters['id'] ?? '', kind.many)
        remove(kind, record, scope)
        return done
      }),
  }
}

/** What neither a replace nor a patch changes. */
const keptOf = <Name extends KindName>({ keeps = [] }: Kind<Name>, before: Kinds[Name]): Sent =>
  Object.fromEntries(keeps.map((name) => [name, before[name]]))

/** Runs the work of a call as one transaction. */
export const transact = (
  call: Call,
  environment: Environment,
  work: (scope: WritingScope) => Answer,
): Promise<Answer> =>
  environment.write((records) => work({ records, now: environment.now(), environment, call }))

/** Makes a record, with all that comes with it. */
export function create<Name extends KindName>(
  kind: Kind<Name>,
  sent: Sent,
  scope: WritingScope,
  id = scope.environment.ids[kind.ids](),
): Kinds[Name] {
  const record = complete(
    kind,
    { id, createdAt: scope.now, updatedAt: scope.now, tags: tagsOf(sent['tags']) },
    sent,
    scope,
  )
  kind.check?.(record, scope)
  scope.records.put(kind.kind, record)
  kind.created?.(record, scope)
  return record
}

function update<Name extends KindName>(
  kind: Kind<Name>,
  before: Kinds[Name],
  sent: Sent,
  scope: WritingScope,
): Answer {
  if (before.isSystem)
    throw new Refusal({
      code: 'ENTITY_CAN_NOT_BE_UPDATED',
      reason: `cannot update system ${kind.one} in a non-system context (id=${before.id})`,
    })
  const record = complete(
    kind,
    {
      id: before.id,
      createdAt: before.createdAt,
      updatedAt: scope.now,
      tags: tagsOf(sent['tags']),
    },
    sent,
    scope,
  )
  kind.check?.(record, scope, before)
  scope.records.put(kind.kind, record)
  kind.updated?.(record, scope, before)
  return done
}

/** Takes a record out, with all that hangs on it. */
export function remove<Name extends KindName>(
  kind: Kind<Name>,
  record: Kinds[Name],
  scope: WritingScope,
): void {
  if (record.isSystem)
    throw new Refusal({
      code: 'ENTITY_CAN_NOT_BE_DELETED',
      reason: `cannot delete system ${kind.one} in a non-system context (id=${record.id})`,
    })
  kind.deleting?.(record, scope)
  scope.records.delete(kind.kind, record.id)
}

/** The one place where the fields of a kind and those that all have become a record. */
const complete = <Name extends KindName>(
  kind: Kind<Name>,
  common: Base,
  sent: Sent,
  scope: Scope,
): Kinds[Name] => ({ ...kind.fields(sent as never, scope), ...common }) as Kinds[Name]

/** What a patch sends, laid over the record: null changes nothing, objects that the contract describes are merged. */
function merge(record: Sent, patch: Sent): Sent {
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) continue
    const before = record[name]
    record[name] =
      isPlain(value) && isPlain(before) && !maps.has(name) ? merge({ ...before }, value) : value
  }
  return record
}

/** Objects that are values of their own: a patch puts a new one instead of the old. */
const maps = new Set([
  'tags',
  'appData',
  'data',
  'schema',
  'serviceHostingCosts',
  'serviceHostingPrecedences',
  'ctrlChanListeners',
])

const isPlain = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects and lists in tags vanish, as measured on controllers. */
export const tagsOf = (sent: unknown): Base['tags'] =>
  isPlain(sent)
    ? (Object.fromEntries(
        Object.entries(sent).filter(([, value]) => value === null || typeof value !== 'object'),
      ) as Base['tags'])
    : {}
