import { Refusal, createNotFound } from '../call/failure.js'
import type { Answer, Call, Handler } from '../call/call.js'
import type { ServiceContext } from '../call/context.js'
import { isPlainObject } from '../../../document/record.js'
import type { BaseRecord, EntityRecords, EntityName } from '../call/records.js'
import type { EntityTable } from '../records/references.js'
import type { Scope, WriteScope } from '../call/scope.js'
import { emptyAnswer, createReadHandler, createReadInPartsHandler } from '../call/scope.js'
import { inTransaction, transact } from '../auth/transact.js'
import { createLinks, presentRecord } from './present.js'
import { listAll, createPage } from './list.js'
import type { Entity, EntityDefinition, InputFields } from './entity.js'

export type Crud = Readonly<
  Record<'list' | 'get' | 'create' | 'replace' | 'patch' | 'delete', Handler<unknown>>
>

export type AnyEntity = EntityTable & { collection?: string; otherCollection?: string; crud?: Crud }

/**
 * Completes the definition of an entity: adds the names that can be derived from `name`, and the operations that all
 * entities share.
 */
export function defineEntity<Name extends EntityName>(
  definition: EntityDefinition<Name>,
): Entity<Name> & { crud: Crud } {
  const { name } = definition
  const entity: Entity<Name> = {
    singular: name.replace(/ies$/, 'y').replace(/s$/, ''),
    collection: name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
    ...definition,
  }
  return { ...entity, crud: createCrud(entity) }
}

function createCrud<Name extends EntityName>(entity: Entity<Name>): Crud {
  const list: Handler<unknown> = createReadInPartsHandler((scope) =>
    createPage(entity, listAll(entity, scope.records), scope),
  )

  const get: Handler<unknown> = createReadHandler((scope) => ({
    data: presentRecord(entity, getRecord(entity, scope), scope),
  }))

  const create: Handler<InputFields<Name>> = (call, context) => {
    // Created outside of the transaction, so that a rerun of the transaction uses the same id.
    const id = context.idGenerator[entity.idForm ?? 'long']()
    return transact(call, context, (scope) =>
      answerCreated(entity.collection, createRecord(entity, call.input, scope, id).id),
    )
  }

  const update =
    (mergeInput: (input: InputFields<Name>, before: EntityRecords[Name]) => InputFields<Name>) =>
    (call: Call<InputFields<Name>>, context: ServiceContext): Promise<Answer> =>
      transact(call, context, (scope) => {
        const before = getRecord(entity, scope)
        const input = entity.normalizeUpdate
          ? entity.normalizeUpdate(call.input, before, scope)
          : call.input
        if (!input) return emptyAnswer
        const fields = { ...mergeInput(input, before), ...pickImmutable(entity, before) }
        return updateRecord(entity, fields, { before, scope })
      })

  const remove: Handler<unknown> = inTransaction((scope) => {
    removeRecord(entity, getRecord(entity, scope, entity.deletionTitle), scope)
    return emptyAnswer
  })

  const unmergedFields = ['tags', ...(entity.unmergedFields ?? [])]
  return {
    list,
    get,
    create,
    replace: update((input) => input),
    patch: update((input, before) =>
      mergePatch(before, input, { unmergedFields, removableFields: entity.removableFields ?? [] }),
    ),
    delete: remove,
  }
}

/**
 * Finds the record whose id is in the path of a call. If there is none, throws "not found" with `title` as the kind of
 * record.
 */
export function getRecord<Name extends EntityName>(
  entity: Entity<Name>,
  { records, call }: Pick<Scope, 'records' | 'call'>,
  title = entity.singular,
): EntityRecords[Name] {
  const id = call.parameters['id'] ?? ''
  const record = records.get(entity.name, id)
  if (!record || entity.subset?.has(record) === false) throw createNotFound(title, id)
  return record
}

export const answerCreated = (collection: string, id: string): Answer => ({
  status: 201,
  data: { _links: createLinks(collection, id), id },
})

/** Stores a new record, and runs the `afterCreate` hook of its entity. */
export function createRecord<Name extends EntityName>(
  entity: Entity<Name>,
  input: InputFields<Name>,
  scope: WriteScope,
  id = scope.context.idGenerator[entity.idForm ?? 'long'](),
): EntityRecords[Name] {
  const record = storeRecord(entity, input, { idFields: { id, createdAt: scope.now }, scope })
  entity.afterCreate?.(record, scope)
  return record
}

type Update<Name extends EntityName> = { before: EntityRecords[Name]; scope: WriteScope }

function updateRecord<Name extends EntityName>(
  entity: Entity<Name>,
  input: InputFields<Name>,
  { before, scope }: Update<Name>,
): Answer {
  if (before.isSystem)
    throw new Refusal({
      code: 'ENTITY_CAN_NOT_BE_UPDATED',
      reason: `cannot update system ${entity.singular} in a non-system context (id=${before.id})`,
    })
  const record = storeRecord(entity, input, { idFields: before, before, scope })
  entity.afterUpdate?.(record, scope, before)
  return emptyAnswer
}

type StoreOptions<Name extends EntityName> = {
  idFields: Pick<BaseRecord, 'id' | 'createdAt'>
  before?: EntityRecords[Name]
  scope: WriteScope
}

function storeRecord<Name extends EntityName>(
  entity: Entity<Name>,
  input: InputFields<Name>,
  { idFields: { id, createdAt }, before, scope }: StoreOptions<Name>,
): EntityRecords[Name] {
  const base = { id, createdAt, updatedAt: scope.now, tags: input.tags ?? {} }
  if ('name' in input && typeof input.name === 'string')
    entity.checkName?.({ id, name: input.name }, scope)
  const record = entity.toRecord(input, base, scope)
  entity.check?.(record, scope, before)
  return scope.records.put(entity.name, record)
}

const pickImmutable = <Name extends EntityName>(
  { immutableFields = [] }: Entity<Name>,
  before: EntityRecords[Name],
) => Object.fromEntries(immutableFields.map((name) => [name, before[name]]))

/**
 * Deletes a record. Each reference to the record defines what happens to the record that contains the reference.
 * Refuses to delete system records.
 */
export function removeRecord<Name extends EntityName>(
  entity: Entity<Name>,
  record: EntityRecords[Name],
  scope: WriteScope,
): void {
  if (record.isSystem)
    throw new Refusal({
      code: 'ENTITY_CAN_NOT_BE_DELETED',
      reason: `cannot delete system ${entity.singular} in a non-system context (id=${record.id})`,
    })
  entity.beforeDelete?.(record, scope)
  scope.records.remove(entity.name, record.id)
}

/**
 * Applies a patch to a record. Null removes a removable field, and leaves other fields unchanged. An object is merged
 * into an object in the record, unless the field is in `unmergedFields`; all other values replace the value in the
 * record.
 */
function mergePatch<Merged extends object>(
  record: Merged,
  patch: object,
  {
    unmergedFields,
    removableFields,
  }: { unmergedFields: readonly PropertyKey[]; removableFields: readonly PropertyKey[] },
): Merged {
  const fields = new Map<string, unknown>(Object.entries(record))
  const changes = Object.entries(patch).flatMap(([name, value]): [string, unknown][] => {
    if (value === null && removableFields.includes(name)) return [[name, undefined]]
    if (value === null || value === undefined) return []
    const storedValue = fields.get(name)
    return isPlainObject(value) && isPlainObject(storedValue) && !unmergedFields.includes(name)
      ? [[name, mergePatch(storedValue, value, { unmergedFields: [], removableFields: [] })]]
      : [[name, value]]
  })
  return { ...record, ...Object.fromEntries(changes) }
}
