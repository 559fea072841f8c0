import type { Place } from '../../schema/places.js'
import { general } from '../../schema/places.js'
import { meaningOf } from '../meanings.js'
import { nameOf, variantsOf } from '../place.js'
import type { Facts } from './facts.js'
import { hostIn, portFor, requiredEntries } from './required.js'
import type { Shape } from './shape.js'

/** A whole entry of a list, named by what it is for. */
export type Skeleton = { label: string; detail: string; shape: Shape }

type Entries = Readonly<Record<string, Shape>>

/** What a skeleton says beyond what is required. */
type Extra = { label: string; detail?: string; with: (facts: Facts) => Entries }

const nothing = (): Entries => ({})

const service = (): Entries => ({ service: { blank: 'service' } })

/** Kinds of entries by the place of their list and their binding. Several are one kind with different options. */
const kinds: Readonly<Record<string, readonly Extra[]>> = {
  'listeners[binding=edge]': [
    {
      label: 'edge listener',
      with: (facts) => ({
        options: {
          advertise: { blank: `${hostIn(facts)}:${portFor('listeners[binding=edge]', facts)}` },
        },
      }),
    },
  ],
  'listeners[binding=tunnel]': [
    {
      label: 'tunnel (tproxy) listener',
      with: () => ({ options: { mode: 'tproxy', resolver: { blank: 'udp://127.0.0.1:53' } } }),
    },
    { label: 'tunnel (host) listener', with: () => ({ options: { mode: 'host' } }) },
    {
      label: 'tunnel (proxy) listener',
      with: () => ({ options: { mode: 'proxy', services: [{ blank: 'service:8080' }] } }),
    },
  ],
  'listeners[binding=transport]': [{ label: 'transport listener', with: nothing }],
  'listeners[binding=transport_udp]': [{ label: 'transport (UDP) listener', with: nothing }],
  'listeners[binding=proxy]': [{ label: 'proxy listener', with: service }],
  'listeners[binding=proxy_udp]': [{ label: 'proxy (UDP) listener', with: service }],
  'dialers[binding=edge]': [{ label: 'edge dialer', with: nothing }],
  'dialers[binding=tunnel]': [{ label: 'tunnel dialer', with: nothing }],
  'dialers[binding=transport]': [{ label: 'transport dialer', with: nothing }],
  'dialers[binding=transport_udp]': [{ label: 'transport (UDP) dialer', with: nothing }],
  'dialers[binding=edge_transport]': [{ label: 'edge transport dialer', with: nothing }],
  'link.listeners[]': [
    {
      label: 'link listener',
      detail: 'lets other routers dial this one',
      with: (facts) => ({ advertise: { blank: `tls:${hostIn(facts)}:${portFor('link', facts)}` } }),
    },
  ],
  'link.dialers[]': [{ label: 'link dialer', detail: 'dials other routers', with: nothing }],
  'ctrl.listeners[]': [
    { label: 'controller listener', detail: 'lets controllers dial this router', with: nothing },
  ],
  'web[]': [
    {
      label: 'health-check server',
      detail: 'answers health checks over HTTPS',
      with: () => ({ name: { blank: 'health-check' } }),
    },
  ],
  'web[].bindPoints[]': [
    { label: 'bind point', detail: 'an address that the server listens on', with: nothing },
  ],
  'web[].apis[]': [{ label: 'health-check API', detail: 'what the server answers', with: nothing }],
  'identity.alt_server_certs[]': [
    { label: 'server certificate', detail: 'a further certificate with its key', with: nothing },
  ],
}

/** The entries that a list of maps may have, each as a whole. */
export function skeletonsOf(item: Place, facts: Facts): Skeleton[] {
  const variants = variantsOf(item)
  return variants
    ? [...variants].flatMap(([binding, shape]) => skeletonsFor(shape, facts, { binding }))
    : skeletonsFor(item, facts, {})
}

function skeletonsFor(shape: Place, facts: Facts, first: Entries): Skeleton[] {
  const known = kinds[shape.path] ??
    kinds[general(shape.path)] ?? [
      {
        label: `${nameOf({ ...shape, path: shape.path.replace(/\[.*?\]$/, '') })} entry`,
        detail: 'a new entry',
        with: nothing,
      },
    ]
  return known.map(({ label, detail, with: extra }) => {
    const entries: Entries = { ...requiredEntries(shape, facts), ...first, ...extra(facts) }
    return {
      label,
      detail: detail ?? detailOf(shape.path, entries),
      shape: ordered(shape, entries),
    }
  })
}

/** What an entry is for, by its mode and its binding. */
function detailOf(path: string, { options, binding }: Entries): string {
  const mode =
    typeof options === 'object' && 'mode' in options && typeof options.mode === 'string'
      ? meaningOf(`${path}.options.mode`, options.mode)
      : undefined
  return (
    mode ??
    (typeof binding === 'string' ? meaningOf(`${path}.binding`, binding) : undefined) ??
    'a new entry'
  )
}

/** Entries in the order of the schema. */
function ordered({ key }: Place, entries: Entries): Entries {
  const names = key.names.filter((name) => Object.hasOwn(entries, name))
  return Object.fromEntries(names.map((name) => [name, entries[name] ?? '']))
}
