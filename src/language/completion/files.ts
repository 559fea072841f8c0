import type { Place } from '../../schema/places.js'
import type { Offer, Scene } from './scene.js'
import { writing } from './scene.js'
import { textIn, typedIn } from './typed.js'

/** Names that files with certificates and keys have. */
const credential = /\.(?:cert|crt|cer|pem|key|cas?|chain|p12)$|cert|\bca\b|key/i

/** Files of the folder that was typed, for keys that name one; for certificates and keys only those that look like it. */
export function fileOffers(scene: Scene, { key }: Place, rank: number): Offer[] {
  const format = key.format?.name ?? ''
  const { files } = scene.surroundings
  if (!files || !['certificate', 'key', 'path', 'filled-path'].includes(format)) return []
  const typed = typedIn(scene).replace(/^["']/, '')
  const folder = typed.slice(0, typed.lastIndexOf('/') + 1)
  const names = files(folder).filter(
    (name) => name.endsWith('/') || format.endsWith('path') || credential.test(name),
  )
  const wanted = format === 'key' ? /key/i : /cert|crt|pem|ca|chain/i
  const order = (name: string): number => (name.endsWith('/') ? 2 : wanted.test(name) ? 0 : 1)
  return names.map((name): Offer => ({
    ...writing(scene, {
      label: name,
      filter: folder + name,
      text: textIn(scene, folder + name),
      within: true,
    }),
    kind: 'file',
    rank: rank + order(name),
  }))
}
