import type { Span } from '../diagnostic.js'
import type { Mention } from './mentions.js'
import { isSame, mentionsOf } from './mentions.js'
import type { View } from './view.js'

/** The router files that are known, with their paths as the caller names them. */
export type Workspace = readonly { path: string; view: View }[]

/** A span of a file; without a path, of the one that was asked about. */
export type Location = Span & { path?: string }

/** The files to look through, the one that is asked about first. */
export function viewsOf(
  view: View,
  workspace: Workspace,
): { path: string | undefined; view: View }[] {
  const { path } = view.options
  const own = workspace.find((file) => file.view === view)?.path ?? path
  return [
    { path: own, view },
    ...workspace.filter((file) => file.view !== view && file.path !== own),
  ]
}

/** A span in a file that may have a path. */
export const locationOf = ({ start, end }: Span, path: string | undefined): Location => ({
  ...(path !== undefined && { path }),
  start,
  end,
})

/** Every mention of what is mentioned at an offset. Anchors are of one file only. */
export function mentionsIn(
  view: View,
  mention: Mention,
  workspace: Workspace,
): { path: string | undefined; view: View; mention: Mention }[] {
  const files = viewsOf(view, mention.kind === 'anchor' ? [] : workspace)
  return files.flatMap((file) =>
    mentionsOf(file.view).flatMap((other) =>
      isSame(mention, other) ? [{ ...file, mention: other }] : [],
    ),
  )
}
