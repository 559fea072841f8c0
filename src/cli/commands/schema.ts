import { publish } from '../../schema/publish.js'
import { modelOf } from '../../schema/router.js'
import type { Command } from '../command.js'
import { releaseOf } from '../command.js'
import { common } from '../flags.js'

export const schema: Command = {
  flags: common,
  run: async (given, { out }) => {
    const model = modelOf(releaseOf(given))
    if (model) out(`${JSON.stringify(publish(model), undefined, 2)}\n`)
    return 0
  },
}
