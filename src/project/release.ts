import { findModel, targets } from '../schema/model.js'
import { ProjectError } from './project-error.js'

/** The release that a target resolves to; `from` is the setting, flag or variable that names it. */
export function getRelease(target: string | undefined, from: string): string {
  const model = findModel(target)
  if (model) return model.release
  const lines = targets().map(({ line }) => line)
  throw new ProjectError(
    `${from} ${target}: unknown release; known release lines are ${lines.join(', ')}`,
    { code: 'unknown-release' },
  )
}
