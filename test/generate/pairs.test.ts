import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/document/diagnostic.js'
import type { Answers } from '../../src/core.js'
import { generate, lint, load, presets } from '../../src/core.js'
import { coversHost } from '../../src/lint/listeners.js'
import type { Row } from '../support/pairwise.js'
import { pairwise } from '../support/pairwise.js'

const targets = ['0.31.4', '1.1.15', '1.4.3', '1.6.20', '2.0.3', '2.1.0-pre2'] as const

/** What answers may say besides, each a set of them that goes with every other. */
const parts = {
  advertise: {
    name: { advertise: ['router.example.com'] },
    address: { advertise: ['192.0.2.7'] },
    several: { advertise: ['router.example.com', '192.0.2.7', '2001:db8::7', 'other.example.com'] },
  },
  controllers: {
    one: { controllers: ['ctrl.example.com:6262'] },
    three: { controllers: ['a.example.com:6262', 'tls:192.0.2.1:1280', 'c.example.com:443'] },
  },
  protocols: {
    preset: {},
    tls: { protocols: ['tls'] },
    wss: { protocols: ['wss'], edgePort: 8443 },
    both: { protocols: ['tls', 'wss'], edgePort: 443, wssPort: 8443 },
  },
  link: {
    preset: {},
    own: { linkPort: 6000 },
    shared: { edgePort: 3022, linkPort: 3022, protocols: ['tls'] },
    listed: {
      linkListeners: [
        { port: 6001, groups: ['one', 'two'] },
        { port: 6002, advertise: 'inside.example.com' },
      ],
    },
  },
  tunnel: {
    preset: {},
    none: { tunnel: 'none' },
    host: { tunnel: 'host' },
    tproxy: {
      tunnel: 'tproxy',
      tunnelOptions: {
        resolver: 'udp://127.0.0.1:53',
        lanIf: 'eth0',
        dnsSvcIpRange: '100.65.0.1/16',
      },
    },
    proxy: { tunnel: 'proxy', services: ['web:8080', 'names:5353:udp'] },
  },
  identity: {
    plain: {},
    folder: { identityFolder: '/var/lib/a router', name: 'router-1' },
    windows: { identityFolder: 'C:\\ziti\\router', name: 'yes' },
  },
  csr: {
    plain: {},
    full: {
      subject: { country: 'NO', organization: 'Größe: 1 #2', locality: '0123' },
      sans: {
        dns: ['*.example.com'],
        ip: ['198.51.100.1'],
        email: ['a@example.com'],
        uri: ['spiffe://example.com/router'],
        local: false,
      },
    },
  },
  sections: {
    none: {},
    some: {
      sections: {
        forwarder: { linkDialWorkerCount: 16, xgressDialQueueLength: 1000 },
        metrics: { reportInterval: '30s' },
        link: {
          dialers: [
            {
              binding: 'transport',
              groups: ['one'],
              healthyDialBackoff: { minRetryInterval: '7s' },
            },
          ],
        },
      },
    },
  },
  form: { yaml: {}, commented: { comments: true }, json: { format: 'json' } },
} as const satisfies Record<string, Record<string, Answers>>

const rows = pairwise({
  preset: Object.keys(presets),
  target: targets,
  ...Object.fromEntries(Object.entries(parts).map(([name, values]) => [name, Object.keys(values)])),
})

/** The answers of a row. What a preset refuses by design stands apart. */
function answersOf(row: Row): Answers {
  const chosen = Object.entries(parts).flatMap(([name, values]) =>
    Object.entries(values).flatMap(([value, answers]): Answers[] =>
      row[name] === value ? [answers] : [],
    ),
  )
  const answers: Answers = Object.assign({}, ...chosen)
  const preset =
    Object.keys(presets).find((name): name is keyof typeof presets => name === row['preset']) ??
    'public'
  const { tunnel, ...others } = answers
  const isFabric = preset === 'fabric'
  const mode = isFabric ? 'none' : (tunnel ?? presets[preset].tunnel)
  const { services = ['web:80'], tunnelOptions, ...plain } = others
  return {
    ...plain,
    preset,
    target: row['target'] ?? '',
    ...(!isFabric && tunnel && { tunnel }),
    ...(mode === 'proxy' && { services }),
    ...(mode === 'tproxy' && tunnelOptions && { tunnelOptions }),
  }
}

describe('every preset, release and pair of answers', () => {
  test('is in the table', () => {
    expect(rows.length).toBeGreaterThanOrEqual(42)
    expect(new Set(rows.map(({ preset, target }) => `${preset} ${target}`)).size).toBe(42)
  })

  test.each(
    rows.map(
      (row) =>
        [
          Object.entries(row)
            .map(([name, value]) => `${name} ${value}`)
            .join(', '),
          row,
        ] as const,
    ),
  )('%s', (_, row) => {
    const answers = answersOf(row)
    const { target = '', identityFolder = '' } = answers
    const platform = identityFolder.startsWith('C:') ? 'windows' : 'linux'
    const made = generate(answers, { now: 0 })
    // Listeners for browsers are of no use in some releases, and the linter says so.
    const isUnexpected = ({ severity, rule }: Diagnostic): boolean =>
      severity !== 'info' && rule !== 'wss-refuses-browsers'
    expect(made.diagnostics.filter(isUnexpected)).toEqual([])
    if (!made.ok) throw new Error('nothing was made')
    // A fabric router of old releases needs its request when it enrolls only, and the linter says so.
    expect(
      lint(made.text, { target, platform }).filter(
        ({ rule }) => !['unread-key', 'wss-refuses-browsers', 'wss-certificate'].includes(rule),
      ),
    ).toEqual([])
    const loaded = load(made.text, { target, platform })
    if (!loaded.ok) throw new Error('it does not load')
    const { config } = loaded
    expect(config.ctrl.endpoints).toEqual(
      answers.controllers?.map((place) => (place.startsWith('tls:') ? place : `tls:${place}`)),
    )
    const preset = presets[answers.preset ?? 'public']
    const tunnels = (config.listeners ?? []).flatMap((listener) =>
      listener.binding === 'tunnel' ? [listener.options] : [],
    )
    const mode = answers.tunnel ?? preset.tunnel
    expect(tunnels.map((options) => options?.mode)).toEqual(mode === 'none' ? [] : [mode])
    if (mode === 'proxy') expect(tunnels[0]?.services).toEqual(answers.services)
    if (answers.tunnelOptions) expect(tunnels[0]).toMatchObject({ dnsSvcIpRange: '100.65.0.1/16' })
    const main = answers.advertise?.[0]
    const { edgePort = 3022, wssPort = edgePort + 1, protocols = preset.edge.protocols } = answers
    const edge = (config.listeners ?? []).flatMap((listener) =>
      listener.binding === 'edge' ? [[listener.address, listener.options.advertise]] : [],
    )
    expect(edge).toEqual(
      answers.preset === 'fabric'
        ? []
        : protocols.map((protocol, index) =>
            index > 0
              ? [`${protocol}:0.0.0.0:${wssPort}`, `${main}:${wssPort}`]
              : [`${protocol}:0.0.0.0:${edgePort}`, `${main}:${edgePort}`],
          ),
    )
    const links = (config.link.listeners ?? []).map(({ bind, advertise }) => [bind, advertise])
    const port = answers.linkPort ?? 10080
    expect(links).toEqual(
      answers.linkListeners
        ? [
            ['tls:0.0.0.0:6001', `tls:${main}:6001`],
            ['tls:0.0.0.0:6002', 'tls:inside.example.com:6002'],
          ]
        : preset.link || answers.linkPort
          ? [[`tls:0.0.0.0:${port}`, `tls:${main}:${port}`]]
          : [],
    )
    // Before 1.2 a file without edge has its request for the enrollment alone.
    const request =
      config.csr ??
      Object(JSON.parse(JSON.stringify(load(made.text, { target: '1.6' })))).config?.csr
    const names = { names: request?.sans?.dns ?? [], addresses: request?.sans?.ip ?? [] }
    for (const host of [
      ...(answers.advertise ?? []),
      ...(answers.linkListeners ? ['inside.example.com'] : []),
      ...(answers.sans ? ['any.example.com', '198.51.100.1'] : ['localhost', '127.0.0.1', '::1']),
    ])
      expect(coversHost(names, host), host).toBe(true)
    if (answers.subject) expect(request).toMatchObject(answers.subject)
    if (answers.sections) {
      expect(config.forwarder.linkDialWorkerCount).toBe(16)
      expect(made.text).not.toContain('xgressDialQueueLength')
      expect(config.link.dialers?.[0]?.healthyDialBackoff?.minRetryInterval).toBe(7000)
    }
    if (answers.identityFolder)
      expect(config.identity.cert).toContain(answers.identityFolder.slice(0, 3))
  })
})
