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
type Parts = Readonly<Record<'base' | 'request' | 'dial' | 'listen' | 'edge', Sections>>

function createParts(schema: SchemaNode): Parts {
  const example = (path: string): string => getExampleAt(schema, path)
  /** The host of the router is one placeholder wherever it is. */
  const withHost = (path: string): SnippetPlaceholder => {
    const [before = '', after = ''] = example(path).split(exampleHost)
    return { blank: exampleHost, name: 'host', before, after }
  }
  const files = ['cert', 'server_cert', 'key', 'ca'].map((name): [string, string] => [
    name,
    example(`identity.${name}`),
  ])
  return {
    base: {
      v: '3',
      identity: Object.fromEntries(files),
      ctrl: { endpoint: { blank: example('ctrl.endpoint') } },
    },
    request: {
      sans: { dns: ['localhost', withHost('csr.sans.dns[]')], ip: [example('csr.sans.ip[]')] },
    },
    dial: { dialers: [{ binding: 'transport' }] },
    listen: {
      listeners: [
        {
          binding: 'transport',
          bind: example('link.listeners[].bind'),
          advertise: withHost('link.listeners[].advertise'),
        },
      ],
    },
    edge: {
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
  const { base, request, dial, listen, edge } = createParts(schema)
  const link = { ...dial, ...(isPublic && listen) }
  // Without edge, enrollment reads the request at the top in every release.
  if (!mode) return { ...base, csr: request, link }
  const isOld = hasBehavior(release, 'csr-under-edge')
  const opensPort = mode === 'host' && hasBehavior(release, 'resolver-in-every-mode')
  const resolver =
    mode === 'tproxy'
      ? { blank: getExampleAt(schema, 'listeners[binding=tunnel].options.resolver') }
      : undefined
  return {
    ...base,
    ...(!isOld && { csr: request }),
    edge: { heartbeatIntervalSeconds: '60', ...(isOld && { csr: request }) },
    link,
    dialers: [{ binding: 'edge' }, { binding: 'tunnel' }],
    listeners: [
      edge,
      {
        binding: 'tunnel',
        options: {
          mode,
          ...(resolver && { resolver }),
          ...(opensPort && { resolver: unprivilegedResolver }),
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
