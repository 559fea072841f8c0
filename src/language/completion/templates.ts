import type { View } from '../view.js'
import type { Offer } from './scene.js'
import type { Blank, Shape } from './shape.js'
import { entryLines, writerOf } from './shape.js'

type Sections = Readonly<Record<string, Shape>>

/** A whole file: what it is for, and what it has beside identity and controller. */
type Template = { label: string; detail: string; sections: Sections }

const host: Blank = { blank: 'router.example.com', name: 'host' }

const base: Sections = {
  v: '3',
  identity: { cert: 'pki/router.cert', server_cert: 'pki/router.server.chain.cert', key: 'pki/router.key', ca: 'pki/router.cas' },
  ctrl: { endpoint: { blank: 'tls:ctrl.example.com:6262' } },
}

const request = (name: Shape): Sections => ({ csr: { sans: { dns: ['localhost', name], ip: ['127.0.0.1'] } } })

const dial: Sections = { dialers: [{ binding: 'transport' }] }

const listen: Sections = { listeners: [{ binding: 'transport', bind: 'tls:0.0.0.0:10080', advertise: { blank: 'tls:router.example.com:10080' } }] }

const edge = (advertise: Shape): Shape => ({ binding: 'edge', address: 'tls:0.0.0.0:3022', options: { advertise } })

const tunnel = (options: Sections): Shape => ({ binding: 'tunnel', options })

/** Files to start with, from the one that everybody needs to the one that few do. */
const templates: readonly Template[] = [
  {
    label: 'public router',
    detail: 'others dial it: SDKs, tunnelers and routers',
    sections: { ...request(host), edge: { heartbeatIntervalSeconds: '60' }, link: { ...dial, ...listen }, dialers: [{ binding: 'edge' }], listeners: [edge({ blank: 'router.example.com:3022' }), tunnel({ mode: 'host' })] },
  },
  {
    label: 'private router',
    detail: 'dials out only, and offers services of its network',
    sections: { ...request(host), edge: { heartbeatIntervalSeconds: '60' }, link: dial, dialers: [{ binding: 'edge' }], listeners: [edge({ blank: 'router.example.com:3022' }), tunnel({ mode: 'host' })] },
  },
  {
    label: 'tproxy router',
    detail: 'a gateway: intercepts traffic of its network',
    sections: {
      ...request(host),
      edge: { heartbeatIntervalSeconds: '60' },
      link: dial,
      dialers: [{ binding: 'edge' }],
      listeners: [edge({ blank: 'router.example.com:3022' }), tunnel({ mode: 'tproxy', resolver: { blank: 'udp://127.0.0.1:53' } })],
    },
  },
  { label: 'fabric router', detail: 'connects other routers, and no clients', sections: { ...request(host), link: { ...dial, ...listen } } },
]

/** Whole files, for a text that says nothing yet. */
export function templateOffers(view: View, offset: number): Offer[] {
  const start = Math.max(view.text.lastIndexOf('\n', offset - 1) + 1, view.text.startsWith('\ufeff') ? 1 : 0)
  const end = offset + (/^[^\r\n#]*/.exec(view.text.slice(offset))?.[0].length ?? 0)
  return templates.map(({ label, detail, sections }, index): Offer => {
    const writer = writerOf({ step: 2, dash: 2 })
    const parts = Object.entries({ ...base, ...sections }).map(([name, value]) => entryLines(writer, name, value).join('\n'))
    const text = `${parts.join('\n\n')}\n`
    return { label, kind: 'snippet', detail, rank: index / 100, insert: { start, end, ...(end > offset && { insertEnd: offset }), text, isSnippet: true } }
  })
}
