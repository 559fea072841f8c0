import { isPlainObject } from '../../plain.js'
import type { Environment, Writing } from '../environment.js'
import type { Answer, Call } from '../http/handler.js'
import { Refusal, createNotFound } from '../http/failure.js'
import type { Entity, Scope, WritingScope } from './entity.js'
import { listAll, createPage } from './list.js'
import type { BaseRecord, EntityRecords, EntityName } from './records.js'
import { createLinks, presentRecord } from './present.js'

type Input = Record<string, unknown>

export const emptyAnswer: Answer = { data: {}, meta: {} }

/** The id of a record instead of the answer to a create. */
export const createdAnswer = (collection: string, id: string): Answer => ({
  status: 201,
  data: { _links: createLinks(collection, id), id },
  meta: {},
})

/** What lists, gives, creates, replaces, patches and deletes the records of a kind. */
export function crud<Name extends EntityName>(kind: Entity<Name>) {
  const find = (
    records: Writing | Scope['records'],
    id: string,
    name = kind.singular,
  ): EntityRecords[Name] => {
    const record = records.get(kind.kind, id)
    if (!record || kind.subset?.has(record) === false) throw createNotFound(name, id)
    return record
  }
  return {
    list: (call: Call, environment: Environment): Promise<Answer> =>
      environment.read((records) =>
        createPage(kind, listAll(kind, records), {
          records,
          now: environment.now(),
          environment,
          call,
        }),
      ),
    get: (call: Call, environment: Environment): Promise<Answer> =>
      environment.read((records) => ({
        data: presentRecord(kind, find(records, call.parameters['id'] ?? ''), {
          records,
          now: environment.now(),
          environment,
          call,
        }),
        meta: {},
      })),
    create: (call: Call<Input>, environment: Environment): Promise<Answer> => {
      // The same, should the transaction have to run again.
      const id = environment.ids[kind.idForm]()
      return transact(call, environment, (scope) =>
        createdAnswer(kind.collection, createRecord(kind, call.input, scope, id).id),
      )
    },
    replace: (call: Call<Input>, environment: Environment): Promise<Answer> =>
      transact(call, environment, (scope) => {
        const before = find(scope.records, call.parameters['id'] ?? '')
        const sent = kind.normalizeUpdate
          ? kind.normalizeUpdate(call.input, before, scope)
          : call.input
        return sent
          ? updateRecord(kind, before, { ...sent, ...pickImmutable(kind, before) }, scope)
          : emptyAnswer
      }),
    patch: (call: Call<Input>, environment: Environment): Promise<Answer> =>
      transact(call, environment, (scope) => {
        const before = find(scope.records, call.parameters['id'] ?? '')
        const sent = kind.normalizeUpdate
          ? kind.normalizeUpdate(call.input, before, scope)
          : call.input
        return sent
          ? updateRecord(
              kind,
              before,
              { ...mergePatch({ ...before }, sent), ...pickImmutable(kind, before) },
              scope,
            )
          : emptyAnswer
      }),
    delete: (call: Call, environment: Environment): Promise<Answer> =>
      transact(call, environment, (scope) => {
        const record = find(scope.records, call.parameters['id'] ?? '', kind.plural)
        removeRecord(kind, record, scope)
        return emptyAnswer
      }),
  }
}

/** What neither a replace nor a patch changes. */
const pickImmutable = <Name extends EntityName>(
  { immutableFields: keeps = [] }: Entity<Name>,
  before: EntityRecords[Name],
): Input => Object.fromEntries(keeps.map((name) => [name, before[name]]))

/** Runs the work of a call as one transaction. */
export const transact = (
  call: Call,
  environment: Environment,
  work: (scope: WritingScope) => Answer,
): Promise<Answer> =>
  environment.write((records) => work({ records, now: environment.now(), environment, call }))

/** Makes a record, with all that comes with it. */
export function createRecord<Name extends EntityName>(
  kind: Entity<Name>,
  sent: Input,
  scope: WritingScope,
  id = scope.environment.ids[kind.idForm](),
): EntityRecords[Name] {
  const record = buildRecord(
    kind,
    { id, createdAt: scope.now, updatedAt: scope.now, tags: normalizeTags(sent['tags']) },
    sent,
    scope,
  )
  kind.check?.(record, scope)
  scope.records.put(kind.kind, record)
  kind.afterCreate?.(record, scope)
  return record
}

function updateRecord<Name extends EntityName>(
  kind: Entity<Name>,
  before: EntityRecords[Name],
  sent: Input,
  scope: WritingScope,
): Answer {
  if (before.isSystem)
    throw new Refusal({
      code: 'ENTITY_CAN_NOT_BE_UPDATED',
      reason: `cannot update system ${kind.singular} in a non-system context (id=${before.id})`,
    })
  const record = buildRecord(
    kind,
    {
      id: before.id,
      createdAt: before.createdAt,
      updatedAt: scope.now,
      tags: normalizeTags(sent['tags']),
    },
    sent,
    scope,
  )
  kind.check?.(record, scope, before)
  scope.records.put(kind.kind, record)
  kind.afterUpdate?.(record, scope, before)
  return emptyAnswer
}

/** Takes a record out, with all that hangs on it. */
export function removeRecord<Name extends EntityName>(
  kind: Entity<Name>,
  record: EntityRecords[Name],
  scope: WritingScope,
): void {
  if (record.isSystem)
    throw new Refusal({
      code: 'ENTITY_CAN_NOT_BE_DELETED',
      reason: `cannot delete system ${kind.singular} in a non-system context (id=${record.id})`,
    })
  kind.beforeDelete?.(record, scope)
  scope.records.delete(kind.kind, record.id)
}

/** The one place where the fields of a kind and those that all have become a record. */
const buildRecord = <Name extends EntityName>(
  kind: Entity<Name>,
  common: BaseRecord,
  sent: Input,
  scope: Scope,
): EntityRecords[Name] =>
  ({ ...kind.fields(sent as never, scope), ...common }) as EntityRecords[Name]

/** What a patch sends, laid over the record: null changes nothing, objects that the contract describes are merged. */
function mergePatch(record: Input, patch: Input): Input {
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) continue
    const before = record[name]
    record[name] =
      isPlainObject(value) && isPlainObject(before) && !opaqueFields.has(name)
        ? mergePatch({ ...before }, value)
        : value
  }
  return record
}

/** Objects that are values of their own: a patch puts a new one instead of the old. */
const opaqueFields = new Set([
  'tags',
  'appData',
  'data',
  'schema',
  'serviceHostingCosts',
  'serviceHostingPrecedences',
  'ctrlChanListeners',
])

/** Objects and lists in tags vanish, as measured on controllers. */
export const normalizeTags = (sent: unknown): BaseRecord['tags'] =>
  isPlainObject(sent)
    ? (Object.fromEntries(
        Object.entries(sent).filter(([, value]) => value === null || typeof value !== 'object'),
      ) as BaseRecord['tags'])
    : {}
