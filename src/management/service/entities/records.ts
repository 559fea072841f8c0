import type { Tags } from '../../../generated/management/shapes.js'

/** The fields of every stored record; times in ms since 1970. */
export type BaseRecord = {
  id: string
  createdAt: number
  updatedAt: number
  tags: NonNullable<Tags>
  isSystem?: boolean
}

export type NamedRecord = BaseRecord & { name: string }

/**
 * The stored record types by entity name. Each entity's module adds its own, so that records can be
 * read by name without import cycles.
 */
export interface EntityRecords {}

export type EntityName = keyof EntityRecords

/** The entities whose records have names. */
export type NamedEntity = {
  [Name in EntityName]: EntityRecords[Name] extends { name: string } ? Name : never
}[EntityName]
