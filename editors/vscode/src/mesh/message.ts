import type { Mesh } from '../server-commands.js'

/** A message from the extension to the page. */
export type MeshUpdate = { mesh: Mesh } | { problem: string }

/** A message from the page to the extension. */
export type MeshRequest = { kind: 'ready' } | { kind: 'open'; uri: string }

/** Whether something that came from the page is a request of it. */
export const isMeshRequest = (value: unknown): value is MeshRequest =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'ready' ||
    (value.kind === 'open' && 'uri' in value && typeof value.uri === 'string'))
