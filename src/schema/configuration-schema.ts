import schema from '../generated/configuration.json'
import type { Schema } from './data-schema.js'

/** The schema of routerfile config files. It has a module of its own, because it is large and few commands need it. */
export const configurationSchema: Schema = schema
