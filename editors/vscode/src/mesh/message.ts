import type { Mesh } from '../server-commands.js'

/** The mesh, and a sentence to show beside it, or an empty text. */
export type MeshResult = { mesh: Mesh; notice: string }

/** A message from the extension to the page. */
export type MeshUpdate = MeshResult | { problem: string }

/** A message from the page to the extension. */
export type MeshRequest =
  | { kind: 'ready' }
  | { kind: 'open'; uri: string }
  /** The routers that are switched off, as if the controller rejected them. */
  | { kind: 'disable'; names: readonly string[] }
  /** The picture as a text of SVG is to be written to a file. */
  | { kind: 'save'; text: string }

/** Whether something that came from the page is a request of it. */
export function isMeshRequest(value: unknown): value is MeshRequest {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false
  switch (value.kind) {
    case 'ready':
      return true
    case 'open':
      return 'uri' in value && typeof value.uri === 'string'
    case 'disable':
      return (
        'names' in value &&
        Array.isArray(value.names) &&
        value.names.every((name) => typeof name === 'string')
      )
    case 'save':
      return 'text' in value && typeof value.text === 'string'
    default:
      return false
  }
}
