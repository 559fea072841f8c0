import schema from '../generated/configuration.json'
import type { Schema } from './data-schema.js'

/** The schema of configurations; no code repeats any of it. It is large, and few commands need it. */
export const configurationSchema: Schema = schema
