import type { Flag, Flags, FlagValues } from './flags.js'
import { inGroup, listFlagWords } from './flags.js'

/** The flags of a command, with those that every command has whose output they concern. */
export const addOutputFlags = (flags: Flags): Flags => ({
  ...flags,
  ...inGroup('Output', {
    ...(flags['format'] &&
      offersJson(flags['format']) && { json: { help: 'the same as --format json' } }),
    'no-color': { help: 'print no colors' },
  }),
})

const offersJson = (format: Flag): boolean => listFlagWords(format).includes('json')

/** Replaces `--json` and `--no-color` by what they stand for. */
export function applyOutputFlags(flags: Flags, { values, rest }: FlagValues): FlagValues {
  const all = new Map(values)
  if (values.has('no-color')) {
    // Also for the parts of the program that ask the environment.
    process.env['NO_COLOR'] = '1'
    if (flags['color']) all.set('color', ['never'])
  }
  if (values.has('json')) all.set('format', [...(values.get('format') ?? []), 'json'])
  return { values: all, rest }
}
