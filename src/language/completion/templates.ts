import { unprivilegedResolver } from '../../lint/rules/tunnel-option-unused.js'
import { hasBehavior } from '../../schema/release.js'
import type { SchemaNode } from '../../schema/key.js'
import type { Model } from '../../schema/model.js'
import { exampleHost, getExampleAt } from '../examples.js'
import type { View } from '../view.js'
import type { Offer } from './context.js'
import type { SnippetPlaceholder, SnippetShape } from './shapes.js'
import { formatEntryLines, createWriter } from './shapes.js'

type Sections = Readonly<Record<string, SnippetShape>>

/** A whole file: its purpose, and the sections that it has in addition to identity and controller. */
type Template = { label: string; detail: string; isPublic?: true; mode?: 'host' | 'tproxy' }

/** The parts of whole files, from the examples of the schema. */
type TemplateParts = Readonly<
  Record<'base' | 'csr' | 'linkDialers' | 'linkListeners' | 'edgeListener', Sections>
>

function createParts(schema: SchemaNode): TemplateParts {
  const example = (path: string): string => getExampleAt(schema, path)
  /** Placeholders of the same name get the same text, so the user types the host of the router only once. */
  const withHost = (path: string): SnippetPlaceholder => {
    const [prefix = '', suffix = ''] = example(path).split(exampleHost)
    return { initialText: exampleHost, name: 'host', prefix, suffix }
  }
  const identityFiles = ['cert', 'server_cert', 'key', 'ca'].map((name): [string, string] => [
    name,
    example(`identity.${name}`),
  ])
  return {
    base: {
      v: '3',
      identity: Object.fromEntries(identityFiles),
      ctrl: { endpoint: { initialText: example('ctrl.endpoint') } },
    },
    csr: {
      sans: { dns: ['localhost', withHost('csr.sans.dns[]')], ip: [example('csr.sans.ip[]')] },
    },
    linkDialers: { dialers: [{ binding: 'transport' }] },
    linkListeners: {
      listeners: [
        {
          binding: 'transport',
          bind: example('link.listeners[].bind'),
          advertise: withHost('link.listeners[].advertise'),
        },
      ],
    },
    edgeListener: {
      binding: 'edge',
      address: example('listeners[binding=edge].address'),
      options: { advertise: withHost('listeners[binding=edge].options.advertise') },
    },
  }
}

/** Files to start with, the most common first. */
const templates: readonly Template[] = [
  {
    label: 'public router',
    detail: 'SDKs, tunnelers and other routers connect to it',
    isPublic: true,
    mode: 'host',
  },
  {
    label: 'private router',
    detail: 'no router connects to it; hosts services of its network',
    mode: 'host',
  },
  {
    label: 'tproxy router',
    detail: 'a gateway: intercepts traffic of its network',
    mode: 'tproxy',
  },
  {
    label: 'fabric router',
    detail: 'connects other routers, but no clients',
    isPublic: true,
  },
]

/** The sections of a template; some releases read the CSR under `edge`. */
function createSections({ isPublic, mode }: Template, { release, schema }: Model): Sections {
  const { base, csr, linkDialers, linkListeners, edgeListener } = createParts(schema)
  const link = { ...linkDialers, ...(isPublic && linkListeners) }
  // The enrollment of a router without `edge` reads the top-level `csr` in every release.
  if (!mode) return { ...base, csr, link }
  const readsEdgeCsr = hasBehavior(release, 'csr-under-edge')
  const needsUnprivilegedResolver =
    mode === 'host' && hasBehavior(release, 'resolver-in-every-mode')
  const resolver =
    mode === 'tproxy'
      ? { initialText: getExampleAt(schema, 'listeners[binding=tunnel].options.resolver') }
      : undefined
  return {
    ...base,
    ...(!readsEdgeCsr && { csr }),
    edge: { heartbeatIntervalSeconds: '60', ...(readsEdgeCsr && { csr }) },
    link,
    dialers: [{ binding: 'edge' }, { binding: 'tunnel' }],
    listeners: [
      edgeListener,
      {
        binding: 'tunnel',
        options: {
          mode,
          ...(resolver && { resolver }),
          ...(needsUnprivilegedResolver && { resolver: unprivilegedResolver }),
        },
      },
    ],
  }
}

/** Whole files, for an empty text. */
export function listTemplateOffers(view: View, offset: number): Offer[] {
  const start = Math.max(
    view.text.lastIndexOf('\n', offset - 1) + 1,
    view.text.startsWith('\ufeff') ? 1 : 0,
  )
  const end = offset + (/^[^\r\n#]*/.exec(view.text.slice(offset))?.[0].length ?? 0)
  return templates.map((template, index): Offer => {
    const { label, detail } = template
    const writer = createWriter({ step: 2, dash: 2 })
    const parts = Object.entries(createSections(template, view.model)).map(([name, value]) =>
      formatEntryLines(writer, name, value).join('\n'),
    )
    const text = `${parts.join('\n\n')}\n`
    return {
      label,
      kind: 'snippet',
      detail,
      rank: index / 100,
      insert: { start, end, ...(end > offset && { insertEnd: offset }), text, isSnippet: true },
    }
  })
}
