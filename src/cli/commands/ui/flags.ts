import type { CommandOptions } from '../../flags.js'
import { commonFlags, configurationFlags, inGroup } from '../../flags.js'

export const uiFlags = {
  ...commonFlags,
  ...inGroup('Addresses', {
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
