import { unprivilegedResolver } from '../../lint/tunnel-options.js'
import { hasBehavior } from '../../schema/behavior.js'
import type { View } from '../view.js'
import type { Offer } from './context.js'
import type { SnippetPlaceholder, SnippetShape } from './shapes.js'
import { exampleFiles, formatEntryLines, createWriter } from './shapes.js'

type Sections = Readonly<Record<string, SnippetShape>>

/** A whole file: its purpose, and its sections besides identity and controller. */
type Template = { label: string; detail: string; links: Sections; tunnel?: Sections }

const base: Sections = {
  v: '3',
  identity: {
    cert: exampleFiles.cert,
    server_cert: exampleFiles.server_cert,
    key: exampleFiles.key,
    ca: exampleFiles.ca,
  },
  ctrl: { endpoint: { blank: 'tls:ctrl.example.com:6262' } },
}

const host: SnippetPlaceholder = { blank: 'router.example.com', name: 'host' }

const request: SnippetShape = { sans: { dns: ['localhost', host], ip: ['127.0.0.1'] } }

const dial: Sections = { dialers: [{ binding: 'transport' }] }

const listen: Sections = {
  listeners: [
    {
      binding: 'transport',
      bind: 'tls:0.0.0.0:10080',
      advertise: { ...host, before: 'tls:', after: ':10080' },
    },
  ],
}

/** Files to start with, the most common first. */
const templates: readonly Template[] = [
  {
    label: 'public router',
    detail: 'SDKs, tunnelers and other routers connect to it',
    links: { ...dial, ...listen },
    tunnel: { mode: 'host' },
  },
  {
    label: 'private router',
    detail: 'no router connects to it; hosts services of its network',
    links: dial,
    tunnel: { mode: 'host' },
  },
  {
    label: 'tproxy router',
    detail: 'a gateway: intercepts traffic of its network',
    links: dial,
    tunnel: { mode: 'tproxy', resolver: { blank: 'udp://127.0.0.1:53' } },
  },
  {
    label: 'fabric router',
    detail: 'connects other routers, but no clients',
    links: { ...dial, ...listen },
  },
]

/** The sections of a template; some releases read the CSR under `edge`. */
function createSections({ links, tunnel }: Template, release: string): Sections {
  // Without edge, enrollment reads the request at the top in every release.
  if (!tunnel) return { ...base, csr: request, link: links }
  const isOld = hasBehavior(release, 'csr-under-edge')
  const opensPort = tunnel['mode'] === 'host' && hasBehavior(release, 'resolver-in-every-mode')
  return {
    ...base,
    ...(!isOld && { csr: request }),
    edge: { heartbeatIntervalSeconds: '60', ...(isOld && { csr: request }) },
    link: links,
    dialers: [{ binding: 'edge' }, { binding: 'tunnel' }],
    listeners: [
      {
        binding: 'edge',
        address: 'tls:0.0.0.0:3022',
        options: { advertise: { ...host, after: ':3022' } },
      },
      {
        binding: 'tunnel',
        options: { ...tunnel, ...(opensPort && { resolver: unprivilegedResolver }) },
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
    const parts = Object.entries(createSections(template, view.model.release)).map(
      ([name, value]) => formatEntryLines(writer, name, value).join('\n'),
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
