import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Answers } from '../../src/core.js'
import { generate, readAnswers } from '../../src/core.js'
import { yaml } from '../support/yaml.js'

const controllers = ['ctrl1.example.com:6262', 'ctrl2.example.com:6262']

const base: Answers = {
  controllers,
  name: 'north',
  preset: 'public',
  advertise: ['north.example.com'],
}

/** The rows of the table in the README about what goes into a file, and what shows that ours are as they say. */
const rows: readonly (readonly [row: string, answers: Answers, parts: readonly string[]])[] = [
  [
    'several controllers',
    {},
    [
      yaml`
      endpoints:
          - tls:ctrl1.example.com:6262
          - tls:ctrl2.example.com:6262`,
    ],
  ],
  [
    '`endpointsFile`',
    { sections: { ctrl: { endpointsFile: '/var/lib/endpoints.yml' } } },
    ['endpointsFile: /var/lib/endpoints.yml'],
  ],
  [
    'edge listeners',
    { edgeListeners: [{ port: 3022 }, { port: 3023 }, { port: 443, protocol: 'wss' }] },
    ['tls:0.0.0.0:3022', 'tls:0.0.0.0:3023', 'wss:0.0.0.0:443'],
  ],
  ['tls and wss together', { protocols: ['tls', 'wss'] }, ['address: tls:', 'address: wss:']],
  [
    'link listeners',
    { linkListeners: [{ port: 10080 }, { port: 10081 }] },
    ['bind: tls:0.0.0.0:10080', 'bind: tls:0.0.0.0:10081'],
  ],
  [
    'link groups, backoff, network interface',
    {
      linkListeners: [{ port: 10080, groups: ['east'], bindInterface: 'eth1' }],
      sections: {
        link: {
          dialers: [
            {
              binding: 'transport',
              groups: ['east'],
              healthyDialBackoff: {
                retryBackoffFactor: 2,
                minRetryInterval: '2s',
                maxRetryInterval: '1m',
              },
            },
          ],
        },
      },
    },
    ['- east', 'bindInterface: eth1', 'minRetryInterval: 2s'],
  ],
  [
    'another port advertised than listened on',
    { advertise: ['north.example.com:443'] },
    ['address: tls:0.0.0.0:3022', 'advertise: north.example.com:443'],
  ],
  ['tunnel none, host, tproxy, proxy', { tunnel: 'tproxy' }, ['mode: tproxy']],
  ['services of mode proxy', { tunnel: 'proxy', services: ['web:8080'] }, ['- web:8080']],
  [
    'resolver, address range, `lanIf`',
    {
      target: '2.1',
      tunnel: 'tproxy',
      tunnelOptions: {
        resolver: 'udp://127.0.0.1:5353',
        dnsSvcIpRange: '100.64.0.0/12',
        lanIf: ['eth0', 'eth1'],
      },
    },
    ['udp://127.0.0.1:5353', 'dnsSvcIpRange: 100.64.0.0/12', '- eth1'],
  ],
  [
    'diverter, DNS upstreams, UDP timeouts, polling',
    {
      tunnel: 'tproxy',
      diverter: '/opt/diverter',
      tunnelOptions: {
        dnsUpstream: ['udp://192.0.2.53:53'],
        udpIdleTimeout: '1m',
        udpCheckInterval: '10s',
        svcPollRate: '1m',
      },
    },
    ['mode: tproxy:/opt/diverter', 'dnsUpstream', 'udpIdleTimeout: 1m', 'svcPollRate: 1m'],
  ],
  [
    'subject of the certificate',
    { subject: { country: 'NO', organization: 'Orchard' } },
    ['country: "NO"', 'organization: Orchard'],
  ],
  [
    'names of the certificate',
    {
      sans: {
        dns: ['north.internal'],
        ip: ['198.51.100.1'],
        email: ['north@example.com'],
        uri: ['https://north.example.com'],
        local: false,
      },
    },
    [
      yaml`
        - north.example.com
              - north.internal`,
      '- 198.51.100.1',
      '- north@example.com',
      '- https://north.example.com',
    ],
  ],
  ['request at the root of the file', {}, ['\ncsr:\n']],
  [
    'further server certificates',
    {
      sections: {
        identity: {
          alt_server_certs: [
            { server_cert: 'a.cert', server_key: 'a.key' },
            { server_cert: 'b.cert', server_key: 'b.key' },
          ],
        },
      },
    },
    ['server_cert: a.cert', 'server_cert: b.cert'],
  ],
  [
    'proxy for outgoing connections',
    { sections: { proxy: { type: 'http', address: 'proxy.example.com:3128' } } },
    ['address: proxy.example.com:3128'],
  ],
  [
    'settings of websockets',
    { protocols: ['wss'], sections: { transport: { wss: { writeTimeout: 20 } } } },
    ['writeTimeout: 20'],
  ],
  [
    'forwarder, metrics',
    { sections: { forwarder: { linkDialWorkerCount: 16 }, metrics: { messageQueueSize: 20 } } },
    ['linkDialWorkerCount: 16', 'messageQueueSize: 20'],
  ],
  [
    'health checks, web, plugins, profile, trace',
    {
      sections: {
        healthChecks: { ctrlPingCheck: { interval: '20s' } },
        web: [
          {
            name: 'health',
            bindPoints: [{ interface: '127.0.0.1:8081', address: '127.0.0.1:8081' }],
            apis: [{ binding: 'health-checks' }],
          },
        ],
        profile: { memory: { path: '/tmp/memory.pprof' } },
        trace: { path: '/tmp/trace' },
      },
    },
    ['ctrlPingCheck', 'binding: health-checks', 'memory:', 'trace:'],
  ],
]

describe('what the page on generators says of a file that is generated', () => {
  const page = readFileSync('docs/generators.md', 'utf8')

  test.each(rows)('holds: %s', (row, answers, parts) => {
    expect(page).toContain(`\n| ${row} |`)
    const made = generate({ ...base, ...answers })
    expect(made.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
    for (const part of parts) expect(made.ok && made.text).toContain(part)
  })
})

test('answers whose aliases expand to millions of values are refused', () => {
  const names = [...'abcdefghijklm']
  const lines = names.map((name, index) => {
    const item = index === 0 ? '1' : `*${names[index - 1]}`
    return `  ${name}: &${name} [${Array(9).fill(item).join(', ')}]`
  })
  const { answers, diagnostics } = readAnswers(`sections:\n${lines.join('\n')}\n`)
  expect(answers).toBeUndefined()
  expect(diagnostics.map(({ message }) => message).join()).toContain('aliases')
})

test('keys that the release does not read are left out of every map, and items of lists stay', () => {
  const { answers = {} } = readAnswers(yaml`
    sections:
      forwarder: { one: 1, linkDialWorkerCount: 64, two: 2 }
      link: { dialers: [{ binding: transport, extra: 1, groups: [east] }] }
      other: { deep: { er: 1 } }
  `)
  const made = generate({ ...base, ...answers })
  if (!made.ok) throw new Error('nothing was made')
  expect(made.text).toContain('linkDialWorkerCount: 64')
  expect(made.text).toContain('- east')
  expect(made.text).not.toMatch(/one:|two:|extra:|other:/)
  expect(made.diagnostics.filter(({ severity }) => severity === 'warning').length).toBe(4)
})
