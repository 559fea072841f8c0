import type { Document } from '../../document.js'
import { hostClass } from '../../formats/internet.js'
import { advertisedHosts } from '../../lint/coverage.js'
import { listenerSockets, webSockets } from '../../lint/sockets.js'
import { once, oncePer } from '../../once.js'
import { withoutSecrets } from '../../secret.js'
import { resolve } from '../../yaml/index.js'
import type { View } from '../view.js'
import type { Surroundings } from './completion.js'

/** What a file says that may be said again elsewhere in it; each is looked for when it is first asked for. */
export type Facts = {
  /** Ports that the router listens on, as the file stands. */
  ports: () => readonly string[]
  /** Hosts under which others reach the router. */
  hosts: () => readonly string[]
  /** Groups of links. */
  groups: () => readonly string[]
  /** Names of variables. */
  variables: () => readonly string[]
}

/** More of a kind are too many to choose from. */
const most = 50

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].slice(0, most)

/** What a version of a file says itself, once for all that is asked about it. */
const saidIn = oncePer(({ config }: View['reading']): Pick<Facts, 'ports' | 'hosts'> => {
  const draft = once(() => {
    const { listeners = [], link = {}, ...rest } = config
    return {
      ...rest,
      listeners: listeners.slice(0, most),
      link: { ...link, listeners: link.listeners?.slice(0, most) ?? [] },
    }
  })
  return {
    ports: once(() =>
      distinct([...listenerSockets(draft()), ...webSockets(draft())].map(({ port }) => port)),
    ),
    hosts: once(() => {
      const { csr } = draft()
      return namesIn([
        ...advertisedHosts(draft()).map(({ host }) => host),
        ...(csr?.sans?.dns ?? []),
        ...(csr?.sans?.ip ?? []),
      ])
    }),
  }
})

/** The hosts among some that others can be told. */
const namesIn = (hosts: readonly string[]): string[] =>
  hosts.filter(
    (host) =>
      typeof host === 'string' &&
      !['empty', 'unspecified'].includes(hostClass(host)) &&
      !host.includes('$'),
  )

/** What a view and its host know. */
export function factsOf(
  { reading, document, options }: Pick<View, 'reading' | 'document' | 'options'>,
  surroundings: Surroundings,
): Facts {
  const said = saidIn(reading)
  return {
    ports: said.ports,
    hosts: once(() => distinct([...said.hosts(), ...namesIn(surroundings.hosts ?? [])])),
    groups: once(() => distinct([...(surroundings.groups ?? []), ...groupsOf(document)])),
    variables: once(() =>
      distinct([
        ...(surroundings.variables ?? []),
        ...Object.keys(options.env ?? {}),
        ...variablesOf(document),
      ]),
    ),
  }
}

function groupsOf(document: Document): string[] {
  return ['listeners', 'dialers'].flatMap((side) => {
    const list = document.at(['link', side])?.value
    if (list?.kind !== 'list') return []
    return list.items.slice(0, most).flatMap((item) => {
      const map = resolve(item)
      const groups = map.kind === 'map' ? document.entries(map).named.get('groups') : undefined
      const value = groups && resolve(groups.value)
      return (value?.kind === 'list' ? value.items.map(resolve) : value ? [value] : []).flatMap(
        (group) => (group.kind === 'text' && group.value !== '' ? [group.value] : []),
      )
    })
  })
}

/** Names of variables that a text asks for; not those behind a key that holds a secret. */
function variablesOf({ text }: Document): string[] {
  if (!text.includes('$')) return []
  return withoutSecrets(text.split('\n').filter((line) => line.includes('$'))).flatMap((line) =>
    [...line.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name),
  )
}
