import { connectionFlags } from '../../connection/flags.js'
import type { OptionsOf } from '../../flags.js'
import { commonFlags, assignGroup } from '../../flags.js'

export const outputs = ['table', 'json', 'jsonl', 'yaml'] as const

export const listFlags = assignGroup('Input', {
  filter: { value: 'FILTER', help: "records to list, such as 'isVerified = true'" },
  sort: { value: 'FIELDS', help: "sort order, such as 'name desc, createdAt'" },
  limit: {
    value: 'N',
    integerDescription: 'a whole number',
    help: 'records per page, at most 500 (default: 10)',
  },
  offset: { value: 'N', integerDescription: 'a whole number', help: 'records to skip' },
  all: { help: 'all records of all pages' },
})

export type ApiListOptions = OptionsOf<typeof listFlags>

/** Flags for operations that return records. */
export const columnFlags = assignGroup('Output', {
  columns: { value: 'FIELDS', help: 'only these fields, such as name,identity.name' },
})

export const deleteFlags = assignGroup('Input', {
  filter: { value: 'FILTER', help: 'delete all records that match, such as \'name = "x"\'' },
  yes: { help: 'delete without asking' },
})

/** Flags for operations whose new records have an enrollment token. */
export const tokenFlags = assignGroup('Output', {
  'jwt-out': { value: 'FILE', help: 'write the enrollment token into a new file' },
})

/** Flags for the operation that verifies a CA. */
export const proofFlags = assignGroup('Input', {
  'ca-key': { value: 'FILE', help: 'key of the CA: makes the proof, instead of --data' },
})

export const jobFlags = { ...columnFlags, ...deleteFlags, ...tokenFlags, ...proofFlags }

/** Options of operations that do more than send a request, such as saving an enrollment token. */
export type ApiJobOptions = OptionsOf<typeof jobFlags>

export const bodyFlags = assignGroup('Input', {
  data: { value: 'FILE', help: 'body in JSON or YAML, - for stdin; flags win over it' },
})

/** Flags for operations that take a plain string. */
export const textFlags = assignGroup('Input', {
  data: { value: 'FILE', help: 'text to send, - for stdin (required)' },
})

export const callFlags = assignGroup('Output', {
  output: {
    value: 'FORMAT',
    short: 'o',
    help: 'table (default), json (default in pipes), jsonl or yaml',
    choices: outputs,
  },
  'show-secrets': { help: 'print tokens, keys and codes instead of ***' },
  'dry-run': { help: 'print the request, send nothing' },
})

export type ApiCallOptions = OptionsOf<typeof callFlags>

export const loginFlags = assignGroup('Login', {
  'save-password': { help: 'keep the password to renew expired sessions' },
  'read-only': { help: 'refuse requests that change anything' },
  store: {
    value: 'PLACE',
    help: 'where to keep secrets: keychain or file',
    choices: ['keychain', 'file'],
  },
})

export const profilesFlags = assignGroup('Login', {
  default: { value: 'NAME', help: 'login to use if none is named' },
})

export const helpFlags = { help: commonFlags.help }

/** All flags of `api` except those for the fields of an operation. */
export const apiFlags = {
  ...connectionFlags,
  ...listFlags,
  ...jobFlags,
  ...bodyFlags,
  ...callFlags,
  ...loginFlags,
  ...profilesFlags,
  ...helpFlags,
}
