import { compact } from './compact.js'
import type { OutputFormat } from './format.js'
import { json } from './json.js'
import { pretty } from './pretty.js'

/** Every format, the default first. */
export const outputFormats: readonly OutputFormat[] = [pretty, compact, json]
