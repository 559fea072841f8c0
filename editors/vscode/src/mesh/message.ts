import type { Mesh } from '../server-commands.js'

/** The mesh, and a notice to show beside it; empty if there is none. */
export type MeshResult = { mesh: Mesh; notice: string }

/** A message from the extension to the page. */
export type MeshUpdate = MeshResult | { problem: string }

/** A message from the page to the extension. */
export type MeshRequest =
  | { kind: 'ready' }
  | { kind: 'open'; uri: string }
  /** The routers that are switched off, as if the controller rejected them. */
  | { kind: 'disable'; names: readonly string[] }
  /** Saves the picture, which is SVG text, to a file. */
  | { kind: 'save'; text: string }

/** Whether a value received from the page is a request. */
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
