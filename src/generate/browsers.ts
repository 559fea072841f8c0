import { hasBehavior } from '../schema/release.js'
import { findModel } from '../schema/model.js'

/**
 * Why browsers cannot connect to a router with the preset `browser`; undefined if they can, for other presets, and for
 * unknown releases.
 */
export function findBrowserProblem({
  preset,
  target,
}: {
  preset?: string | undefined
  target?: string | undefined
}): string | undefined {
  const release = preset === 'browser' ? findModel(target)?.release : undefined
  return release === undefined || hasBehavior(release, 'wss-serves-browsers')
    ? undefined
    : `browsers cannot connect to a router of ${release}, which closes every \`wss\` connection without a client certificate; use --target 1.6, or --force to write the file anyway`
}
