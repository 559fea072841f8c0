import type { Format } from './format.js'
import { print } from './format.js'

export const boolean: Format = {
  name: 'boolean',
  accepts: ['bool'],
  right: '`true` or `false` without quotes',
  read: (given) => ({ value: given.value === true }),
}

/** Any value, printed and compared with `true`: everything else means false. */
export const flag: Format = {
  name: 'flag',
  accepts: ['null', 'bool', 'int', 'unsigned', 'float', 'text'],
  right: '`true` or `false`',
  read: (given) => {
    const value = print(given).toLowerCase() === 'true'
    return given.kind === 'bool'
      ? { value }
      : { value, note: `only \`true\` means on; it is read as \`${value}\`` }
  },
}

export const text: Format = {
  name: 'text',
  accepts: ['text'],
  right: 'text',
  read: (given) => ({ value: String(given.value) }),
}

/** A word that is compared without regard to case. */
export const word: Format = { ...text, name: 'word', normal: (value) => value.toLowerCase() }

/** A word that is compared without regard to case and surrounding blanks. */
export const trimmedWord: Format = {
  ...text,
  name: 'trimmed-word',
  normal: (value) => value.trim().toLowerCase(),
  read: (given) => {
    const value = String(given.value)
    return value === value.trim() ? { value } : { value, note: 'the blanks around it are dropped' }
  },
}

/** A text that must not be empty. */
export const nonEmpty: Format = {
  ...text,
  name: 'non-empty',
  read: (given) =>
    given.value === ''
      ? { fault: 'range', right: 'a text that is not empty' }
      : { value: String(given.value) },
}

/** The path of a file that the router cannot do without. */
export const filledPath: Format = {
  ...text,
  name: 'filled-path',
  right: 'the path of a file',
  read: (given) =>
    given.value === ''
      ? { fault: 'range', right: 'the path of a file' }
      : { value: String(given.value) },
}

/** The mode of a tunneler; what follows `tproxy:` names a program. */
export const tunnelMode: Format = {
  ...text,
  name: 'tunnel-mode',
  normal: (value) => (value.startsWith('tproxy:') ? 'tproxy' : value),
}
