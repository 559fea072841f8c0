import type { Fix } from '../diagnostic.js'
import type { Document } from '../document.js'
import { add } from '../edit/add.js'
import { offer } from '../edit/fix.js'
import { copy } from '../edit/move.js'
import { scalar } from '../edit/replace.js'
import { hostClass, isIp } from '../formats/internet.js'
import type { Draft } from '../schema/draft.js'
import { within } from '../schema/target.js'
import { advertisedHosts } from './coverage.js'

/** Writes a request for certificates that covers every host that a file advertises, where the release looks for it; none where it advertises none. */
export function requestFor(document: Document, draft: Draft, release: string): Fix | undefined {
  const section = within(release, ['<1.2.0']) ? ['edge'] : []
  // What enrollment reads there is what the running router wants here.
  if (section.length > 0 && document.at(['csr']))
    return offer('copy `csr` to `edge.csr`', copy(document, ['csr'], [...section, 'csr']))
  const hosts = [...new Set(advertisedHosts(draft).map(({ host }) => host))].filter(
    (host) => !['empty', 'unspecified'].includes(hostClass(host)),
  )
  if (hosts.length === 0) return undefined
  const list = (name: string, found: readonly string[]): string[] =>
    found.length > 0 ? [`    ${name}:`, ...found.map((host) => `      - ${scalar(host)}`)] : []
  const below = [
    '  sans:',
    ...list(
      'dns',
      hosts.filter((host) => !isIp(host)),
    ),
    ...list('ip', hosts.filter(isIp)),
  ]
  return offer(
    `add \`${[...section, 'csr'].join('.')}\` with the advertised hosts`,
    add(document, section, { name: 'csr', rest: '', below }),
  )
}
