import type { Tags } from '../../../generated/management/shapes.js'

/** What all stored records have; times in ms since 1970. */
export type BaseRecord = {
  id: string
  createdAt: number
  updatedAt: number
  tags: NonNullable<Tags>
  isSystem?: boolean
}

export type NamedRecord = BaseRecord & { name: string }

/**
 * The stored records by the names of their entities. The module of each entity adds its own, so that all can be read
 * by name without modules that import each other.
 */
export interface EntityRecords {}

export type EntityName = keyof EntityRecords

/** The entities whose records have names. */
export type NamedEntity = {
  [Name in EntityName]: EntityRecords[Name] extends { name: string } ? Name : never
}[EntityName]
