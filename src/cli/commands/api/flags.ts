import { connectionFlags } from '../../connection/flags.js'
import type { Flags } from '../../flags.js'
import { commonFlags } from '../../flags.js'

/** How answers can be printed. */
export const outputs = ['table', 'json', 'jsonl', 'yaml'] as const

/** Flags of lists. */
export const listFlags: Flags = {
  filter: {
    value: 'FILTER',
    help: 'which records, as in \'name contains "north" and isVerified = true\'',
  },
  sort: { value: 'FIELDS', help: "fields to sort by, as in 'name desc, createdAt'" },
  limit: {
    value: 'N',
    help: 'records at most, up to 500 (default 10); with --all those of a page',
  },
  offset: { value: 'N', help: 'records to pass over' },
  all: { help: 'all records of all pages, printed as they come' },
}

/** Flags of operations that take a body. */
export const bodyFlags: Flags = {
  data: {
    value: 'FILE',
    help: 'the body in JSON or YAML, - for standard input; fields that are given as flags win over it',
  },
}

/** Flags of operations that take a text. */
export const textFlags: Flags = {
  data: { value: 'FILE', help: 'the text to send, - for standard input; required' },
}

/** Flags of every operation. */
export const callFlags: Flags = {
  output: {
    value: 'FORMAT',
    short: 'o',
    help: `${outputs.join(', ')} (default: table on a terminal, else json)`,
    words: () => outputs,
  },
  'show-secrets': { help: 'print tokens, keys and codes, which are stars otherwise' },
  'dry-run': {
    help: 'send nothing, and print what would be sent, with stars instead of secrets',
  },
}

/** Flags of `login`. */
export const loginFlags: Flags = {
  'save-password': {
    help: 'login: keep the password as well, so that sessions that have ended are renewed unasked',
  },
  'read-only': { help: 'login: keep a login that sends only what changes nothing' },
  store: {
    value: 'PLACE',
    help: 'login: where secrets are kept: keychain (that of the system, where @napi-rs/keyring is installed and it works) or file (mode 600)',
    words: () => ['keychain', 'file'],
  },
}

export const profilesFlags: Flags = {
  default: { value: 'NAME', help: 'profiles: the login that counts where none is named' },
}

export const helpFlags: Flags = { help: commonFlags['help'] ?? { help: '' } }

/** All flags that no operation brings with it. */
export const apiFlags: Flags = {
  ...connectionFlags,
  ...listFlags,
  ...bodyFlags,
  ...callFlags,
  ...loginFlags,
  ...profilesFlags,
  ...helpFlags,
}
