import type { PresetFacts, TunnelMode } from '../../generate/presets.js'
import { presets } from '../../generate/presets.js'
import { unprivilegedResolver } from '../../lint/rules/tunnel-option-unused.js'
import { hasBehavior } from '../../schema/release.js'
import type { Model } from '../../schema/model.js'
import { exampleHost, getExampleAt } from '../examples.js'
import type { View } from '../view.js'
import type { Offer } from './context.js'
import type { SnippetPlaceholder, SnippetShape } from './shapes.js'
import { formatEntryLines, createWriter, toPlainSnippet } from './shapes.js'

type Sections = Readonly<Record<string, SnippetShape>>

/** An edge listener for a router without clients, in releases whose tunneler needs an edge listener. */
const localEdgeListener = {
  binding: 'edge',
  address: 'tls:127.0.0.1:3022',
  options: { advertise: 'localhost:3022' },
} as const

/**
 * The sections of the file that is generated for a preset, with the schema's examples. Placeholders with the same name
 * get the same text, so the user types the router's host only once.
 */
function createSections({ edge, link, tunnel }: PresetFacts, { release, schema }: Model): Sections {
  const getExample = (path: string): string => getExampleAt(schema, path)
  const toHostPlaceholder = (text: string): SnippetPlaceholder => {
    const [prefix = '', suffix = ''] = text.split(exampleHost)
    return { initialText: exampleHost, name: 'host', prefix, suffix }
  }
  const identityFiles = ['cert', 'server_cert', 'key', 'ca'].map((name): [string, string] => [
    name,
    getExample(`identity.${name}`),
  ])
  const hasEdge = edge.when === 'always'
  const edgeListeners = hasEdge
    ? edge.protocols.map((protocol, index) => ({
        binding: 'edge',
        address: addToPort(getExample('listeners[binding=edge].address'), index).replace(
          'tls',
          protocol,
        ),
        options: {
          advertise: toHostPlaceholder(
            addToPort(getExample('listeners[binding=edge].options.advertise'), index),
          ),
        },
      }))
    : tunnel !== 'none' && hasBehavior(release, 'tunnel-needs-edge')
      ? [localEdgeListener]
      : []
  const listeners = [
    ...edgeListeners,
    ...(tunnel === 'none' ? [] : [createTunnelListener(tunnel, release, getExample)]),
  ]
  const csr = {
    sans: {
      dns: ['localhost', ...(hasEdge || link ? [toHostPlaceholder(exampleHost)] : [])],
      ip: ['127.0.0.1', '::1'],
    },
  }
  // The enrollment of a router without `edge` reads the top-level `csr` in every release.
  const isCsrInEdge = edgeListeners.length > 0 && hasBehavior(release, 'csr-under-edge')
  return {
    v: '3',
    identity: Object.fromEntries(identityFiles),
    ctrl: { endpoint: { initialText: getExample('ctrl.endpoint') } },
    ...(!isCsrInEdge && { csr }),
    ...(edgeListeners.length > 0 && {
      edge: { heartbeatIntervalSeconds: '60', ...(isCsrInEdge && { csr }) },
    }),
    link: {
      ...(link && {
        listeners: [
          {
            binding: 'transport',
            bind: getExample('link.listeners[].bind'),
            advertise: toHostPlaceholder(getExample('link.listeners[].advertise')),
          },
        ],
      }),
      dialers: [{ binding: 'transport' }],
    },
    ...(listeners.length > 0 && { listeners }),
  }
}

const createTunnelListener = (
  mode: TunnelMode,
  release: string,
  getExample: (path: string) => string,
): SnippetShape => ({
  binding: 'tunnel',
  options: {
    mode,
    ...(mode === 'proxy' && {
      services: [{ initialText: getExample('listeners[binding=tunnel].options.services[]') }],
    }),
    ...(mode !== 'tproxy' &&
      hasBehavior(release, 'resolver-in-every-mode') && { resolver: unprivilegedResolver }),
  },
})

const addToPort = (address: string, count: number): string =>
  address.replace(/:\d+$/, (port) => `:${Number(port.slice(1)) + count}`)

/** Whole files, for an empty text: one for each preset of `generate`. */
export function listTemplateOffers(view: View, offset: number): Offer[] {
  const start = Math.max(
    view.text.lastIndexOf('\n', offset - 1) + 1,
    view.text.startsWith('\ufeff') ? 1 : 0,
  )
  const end = offset + (/^[^\r\n#]*/.exec(view.text.slice(offset))?.[0].length ?? 0)
  return Object.entries(presets).map(([name, preset], index): Offer => {
    const writer = createWriter({ mapIndent: 2, dashIndent: 2 })
    const parts = Object.entries(createSections(preset, view.model)).map(([key, value]) =>
      formatEntryLines(writer, key, value).join('\n'),
    )
    const text = `${parts.join('\n\n')}\n`
    return {
      label: `${name} router`,
      kind: 'snippet',
      detail: 'whole file',
      documentation: `${preset.summary}\n\n\`\`\`yaml\n${toPlainSnippet(text)}\`\`\``,
      rank: index / 100,
      insert: { start, end, ...(end > offset && { insertEnd: offset }), text, isSnippet: true },
    }
  })
}
