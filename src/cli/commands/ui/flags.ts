import type { CommandOptions } from '../../flags.js'
import { commonFlags, configurationFlags, assignGroup } from '../../flags.js'

export const uiFlags = {
  ...commonFlags,
  ...assignGroup('Addresses', {
    port: {
      value: 'PORT',
      integerDescription: 'a whole number',
      max: 65_535,
      help: 'port on 127.0.0.1 (default: any free port)',
    },
  }),
  ...configurationFlags,
} as const

export type UiOptions = CommandOptions<typeof uiFlags>
