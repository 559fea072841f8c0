import type { SchemaPlace } from '../../schema/places.js'
import { generalizePath } from '../../schema/places.js'
import { getPlaceName, getVariants } from '../schema-places.js'
import { explainKeyword } from '../explanations.js'
import type { SnippetShape } from './shapes.js'
import {
  createRequiredEntries,
  formatBlockLines,
  formatFlow,
  createWriter,
  getHost,
  choosePortFor,
} from './shapes.js'
import type { Offer, CompletionContext, CompletionFacts } from './context.js'
import { joinLines, createInsertion } from './context.js'
import { listCandidates } from './values.js'

/** Where list entries are inserted: after a dash, where a dash is missing, or after the colon of the list's key. */
type InsertionSpot = 'item' | 'dash' | 'line' | 'colon'

/** Whole entries for a list of maps. */
export function listSkeletonOffers(
  context: CompletionContext,
  item: SchemaPlace,
  spot: InsertionSpot,
): Offer[] {
  return listSkeletons(item, context.facts).map(({ label, detail, shape }, index): Offer => ({
    kind: 'snippet',
    detail,
    rank: index / 100,
    resolve: { path: item.path },
    ...createInsertion(
      spot === 'colon' && !context.cursor.flow ? includeBlanks(context) : context,
      {
        label,
        ...formatEntryText(context, shape, spot),
      },
    ),
  }))
}

/** New lines for entries of a list of strings: likely ones, and an empty one. */
export function listLineOffers(
  context: CompletionContext,
  item: SchemaPlace,
  spot: Exclude<InsertionSpot, 'item'>,
): Offer[] {
  const name = getPlaceName(item).replace('[]', '')
  const known = listCandidates(context, item).map(({ text }) => ({
    label: `- ${text}`,
    shape: text,
  }))
  return [...known, { label: `- entry of ${name}`, shape: { blank: '' } }].map(
    ({ label, shape }, rank): Offer => ({
      kind: 'snippet',
      detail: 'a new entry',
      rank,
      resolve: { path: item.path },
      ...createInsertion(
        spot === 'colon' && !context.cursor.flow ? includeBlanks(context) : context,
        {
          label,
          ...formatEntryText(context, shape, spot),
        },
      ),
    }),
  )
}

/** The required entries of a map, after the colon of its key. */
export function createMapOffer(context: CompletionContext, place: SchemaPlace): Offer {
  const { cursor, style, facts } = context
  const writer = createWriter(style)
  const entries = createRequiredEntries(place, facts)
  const names = Object.keys(entries)
  const lines = formatBlockLines(writer, entries)
  const text = cursor.flow
    ? formatFlow(writer, entries)
    : joinLines(
        context,
        ['', ...(lines.length > 0 ? lines : ['$1'])],
        cursor.keyColumn + style.step,
      )
  return {
    ...createInsertion(cursor.flow ? context : includeBlanks(context), {
      label: names.length > 0 ? `${names.join(', ')} …` : 'new entry',
      text,
      isSnippet: true,
    }),
    kind: 'snippet',
    detail: `entries of ${getPlaceName(place)}`,
    rank: 0,
    resolve: { path: place.path },
  }
}

/** The context, with the spaces after a colon replaced too. */
function includeBlanks(context: CompletionContext): CompletionContext {
  const { cursor, view } = context
  const blanks =
    /[ \t]*$/.exec(view.text.slice(cursor.start - Math.min(cursor.start, 100), cursor.start))?.[0]
      .length ?? 0
  return { ...context, cursor: { ...cursor, start: cursor.start - blanks, lead: '' } }
}

function formatEntryText(
  context: CompletionContext,
  shape: SnippetShape,
  spot: InsertionSpot,
): { text: string; isSnippet: true } {
  const { cursor, style } = context
  const writer = createWriter(style)
  if (cursor.flow)
    return {
      text: spot === 'colon' ? `[${formatFlow(writer, shape)}]` : formatFlow(writer, shape),
      isSnippet: true,
    }
  const isItem = spot === 'item'
  const lines = formatBlockLines(writer, isItem ? shape : [shape])
  if (spot === 'colon')
    return {
      text: joinLines(context, ['', ...lines], cursor.keyColumn + style.dash),
      isSnippet: true,
    }
  return {
    text: joinLines(context, lines, spot === 'dash' ? cursor.column - 2 : cursor.column),
    isSnippet: true,
  }
}

/** A whole list entry, labeled by its purpose. */
export type Skeleton = { label: string; detail: string; shape: SnippetShape }

type Entries = Readonly<Record<string, SnippetShape>>

/** What a skeleton contains beyond what is required. */
type EntryKind = { label: string; detail?: string; with: (facts: CompletionFacts) => Entries }

const createNoEntries = (): Entries => ({})

const createServiceEntries = (): Entries => ({ service: { blank: 'service' } })

/**
 * Kinds of entries by the path of their list and their binding. Several kinds for one binding differ in their options.
 */
const entryKinds: Readonly<Record<string, readonly EntryKind[]>> = {
  'listeners[binding=edge]': [
    {
      label: 'edge listener',
      with: (facts) => ({
        options: {
          advertise: {
            blank: `${getHost(facts)}:${choosePortFor('listeners[binding=edge]', facts)}`,
          },
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
  'listeners[binding=transport]': [{ label: 'transport listener', with: createNoEntries }],
  'listeners[binding=transport_udp]': [
    { label: 'transport (UDP) listener', with: createNoEntries },
  ],
  'listeners[binding=proxy]': [{ label: 'proxy listener', with: createServiceEntries }],
  'listeners[binding=proxy_udp]': [{ label: 'proxy (UDP) listener', with: createServiceEntries }],
  'dialers[binding=edge]': [{ label: 'edge dialer', with: createNoEntries }],
  'dialers[binding=tunnel]': [{ label: 'tunnel dialer', with: createNoEntries }],
  'dialers[binding=transport]': [{ label: 'transport dialer', with: createNoEntries }],
  'dialers[binding=transport_udp]': [{ label: 'transport (UDP) dialer', with: createNoEntries }],
  'dialers[binding=edge_transport]': [{ label: 'edge transport dialer', with: createNoEntries }],
  'link.listeners[]': [
    {
      label: 'link listener',
      detail: 'lets other routers dial this one',
      with: (facts) => ({
        advertise: { blank: `tls:${getHost(facts)}:${choosePortFor('link', facts)}` },
      }),
    },
  ],
  'link.dialers[]': [
    { label: 'link dialer', detail: 'dials other routers', with: createNoEntries },
  ],
  'ctrl.listeners[]': [
    {
      label: 'controller listener',
      detail: 'lets controllers dial this router',
      with: createNoEntries,
    },
  ],
  'web[]': [
    {
      label: 'health-check server',
      detail: 'answers health checks over HTTPS',
      with: () => ({ name: { blank: 'health-check' } }),
    },
  ],
  'web[].bindPoints[]': [
    { label: 'bind point', detail: 'an address that the server listens on', with: createNoEntries },
  ],
  'web[].apis[]': [
    { label: 'health-check API', detail: 'what the server answers', with: createNoEntries },
  ],
  'identity.alt_server_certs[]': [
    {
      label: 'server certificate',
      detail: 'a further certificate with its key',
      with: createNoEntries,
    },
  ],
}

/** The entries that are possible in a list of maps. */
function listSkeletons(item: SchemaPlace, facts: CompletionFacts): Skeleton[] {
  const variants = getVariants(item)
  return variants
    ? [...variants].flatMap(([binding, shape]) => createSkeletons(shape, facts, { binding }))
    : createSkeletons(item, facts, {})
}

function createSkeletons(shape: SchemaPlace, facts: CompletionFacts, first: Entries): Skeleton[] {
  const known = entryKinds[shape.path] ??
    entryKinds[generalizePath(shape.path)] ?? [
      {
        label: `${getPlaceName({ ...shape, path: shape.path.replace(/\[.*?\]$/, '') })} entry`,
        detail: 'a new entry',
        with: createNoEntries,
      },
    ]
  return known.map(({ label, detail, with: extra }) => {
    const entries: Entries = { ...createRequiredEntries(shape, facts), ...first, ...extra(facts) }
    return {
      label,
      detail: detail ?? formatEntryDetail(shape.path, entries),
      shape: orderEntries(shape, entries),
    }
  })
}

/** The purpose of an entry, by its mode and binding. */
function formatEntryDetail(path: string, { options, binding }: Entries): string {
  const mode =
    typeof options === 'object' && 'mode' in options && typeof options.mode === 'string'
      ? explainKeyword(`${path}.options.mode`, options.mode)
      : undefined
  return (
    mode ??
    (typeof binding === 'string' ? explainKeyword(`${path}.binding`, binding) : undefined) ??
    'a new entry'
  )
}

/** Entries in the order of the schema. */
function orderEntries({ key }: SchemaPlace, entries: Entries): Entries {
  const names = key.names.filter((name) => Object.hasOwn(entries, name))
  return Object.fromEntries(names.map((name) => [name, entries[name] ?? '']))
}
