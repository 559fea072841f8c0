import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../src/edit/edits.js'
import { codeActions, viewOf } from '../../src/language/index.js'
import { base } from '../support/serving.js'

test.each([
  ['Add a space after the colon', base.replace('endpoint: ', 'endpoint:'), base],
  [
    'Write `true` without quotes',
    `${base}link:\n  dialers:\n    - binding: transport\n      split: "yes"\n`,
    `${base}link:\n  dialers:\n    - binding: transport\n      split: true\n`,
  ],
])('an editor offers: %s', (title, before, after) => {
  const view = viewOf(before)
  const action = codeActions(view, { start: 0, end: before.length }).find(
    (offered) => offered.title === title,
  )
  expect(action && 'edits' in action ? applyEdits(before, action.edits) : undefined).toBe(after)
})

describe('what the messages say to write is offered', () => {
  const head = 'v: 3\nidentity: {cert: a.cert, key: a.key, server_cert: a.cert, ca: a.cas}\n'
  const csr = 'csr:\n  sans:\n    dns: [r1.example.net]\n'
  const ctrl = 'ctrl:\n  endpoint: tls:ctrl.example.net:6262\n'
  const cases: [title: string, before: string, after: string, target?: string][] = [
    [
      'Add `link.dialers` with `- binding: transport`',
      head + ctrl + csr,
      `${head}${ctrl}${csr}link:\n  dialers:\n    - binding: transport\n`,
    ],
    [
      'Add `link.dialers` with `- binding: transport`',
      `${head}${ctrl}${csr}link: {}\n`,
      `${head}${ctrl}${csr}link:\n  dialers:\n    - binding: transport\n`,
    ],
    [
      'Replace `ctrl.example.net:6262` with `tls:ctrl.example.net:6262`',
      head + ctrl.replace('tls:', ''),
      head + ctrl,
    ],
    ['Replace `2` with `3`', `v: 2\n${ctrl}`, `v: 3\n${ctrl}`],
    [
      'Write a list with this entry',
      `${head}link:\n  dialers:\n    binding: transport\n\n    split: true\n${csr}`,
      `${head}link:\n  dialers:\n    - binding: transport\n\n      split: true\n${csr}`,
    ],
    [
      'Write a list with this entry',
      `${head}link: {dialers: {binding: transport}}\n`,
      `${head}link: {dialers: [{binding: transport}]}\n`,
    ],
    [
      'Add an entry `binding: edge` to `listeners`',
      `${head}${csr}edge: {}\nlisteners: []\n`,
      `${head}${csr}edge: {}\nlisteners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: r1.example.net:3022\n`,
    ],
    [
      'Add an entry `binding: edge` to `listeners`',
      `${head}${csr}listeners:\n- binding: tunnel # hosts\n  options:\n    mode: host\nedge: {}\n`,
      `${head}${csr}listeners:\n- binding: tunnel # hosts\n  options:\n    mode: host\n- binding: edge\n  address: tls:0.0.0.0:3022\n  options:\n    advertise: r1.example.net:3022\nedge: {}\n`,
    ],
    [
      'Add `edge.csr` with the advertised hosts',
      `${head}${ctrl}edge: {} # on\nlisteners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options: {advertise: "r1.example.net:3022"}\n`,
      `${head}${ctrl}edge: # on\n  csr:\n    sans:\n      dns:\n        - r1.example.net\nlisteners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options: {advertise: "r1.example.net:3022"}\n`,
      '1.1',
    ],
    [
      'Add `sans` to `csr`',
      `${head}${ctrl}csr: {}\n`,
      `${head}${ctrl}csr:\n  sans:\n    dns: [router.example.com]\n    ip: [127.0.0.1]\n`,
    ],
    [
      'Replace `"yes"` with `true`',
      `${head}${ctrl}ha:\n  enabled: "yes"\n`,
      `${head}${ctrl}ha:\n  enabled: true\n`,
      '1.1',
    ],
    [
      'Replace `localhost:3022` with `r1.example.net:3022`',
      `${head}${ctrl}${csr}edge: {}\nlisteners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: localhost:3022\n`,
      `${head}${ctrl}${csr}edge: {}\nlisteners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: r1.example.net:3022\n`,
    ],
    [
      'Swap `txPortalMinSize` and `txPortalMaxSize`',
      `${head}${ctrl}dialers:\n  - binding: edge\n    options:\n      txPortalMinSize: 65536 # low\n      txPortalMaxSize: 16384\n`,
      `${head}${ctrl}dialers:\n  - binding: edge\n    options:\n      txPortalMinSize: 16384 # low\n      txPortalMaxSize: 65536\n`,
    ],
    [
      'Swap `minRetryInterval` and `maxRetryInterval`',
      `${head}${ctrl}link:\n  dialers:\n    - binding: transport\n      healthyDialBackoff: {maxRetryInterval: 5m, minRetryInterval: 10m}\n`,
      `${head}${ctrl}link:\n  dialers:\n    - binding: transport\n      healthyDialBackoff: {maxRetryInterval: 10m, minRetryInterval: 5m}\n`,
    ],
    [
      'Replace `300` with `250`',
      `${head}${ctrl}  rateLimiter:\n    minSize: 300\n`,
      `${head}${ctrl}  rateLimiter:\n    minSize: 250\n`,
    ],
    [
      'Remove `DNS`',
      `${head}${ctrl}csr:\n  sans:\n    Dns: [a.example.net]\n    # other\n    DNS: [b.example.net]\n`,
      `${head}${ctrl}csr:\n  sans:\n    Dns: [a.example.net]\n    # other\n`,
    ],
    [
      'Remove `Dns`',
      `${head}${ctrl}csr:\n  sans:\n    Dns: [a.example.net]\n    DNS: [b.example.net]\n`,
      `${head}${ctrl}csr:\n  sans:\n    DNS: [b.example.net]\n`,
    ],
    [
      'Remove `heartbeats`',
      `${head}${ctrl}${csr}link:\n  heartbeats:\n    sendInterval: 5s\n  dialers: []\n`,
      `${head}${ctrl}${csr}link:\n  dialers: []\n`,
    ],
    [
      'Remove the links of this file, for those of the controller',
      `${head}${ctrl}managedConfig:\n  allow: [all]\nlink:\n  dialers:\n    - binding: transport\n${csr}`,
      `${head}${ctrl}managedConfig:\n  allow: [all]\nlink: {}\n${csr}`,
      '2.1',
    ],
    [
      'Replace `web` with `web:8081`',
      `${head}${ctrl}${csr}edge: {}\nlisteners:\n  - binding: tunnel\n    options:\n      mode: proxy\n      services: ["shop:8080", web]\n`,
      `${head}${ctrl}${csr}edge: {}\nlisteners:\n  - binding: tunnel\n    options:\n      mode: proxy\n      services: ["shop:8080", web:8081]\n`,
    ],
    [
      'Replace `b:8080:udp` with `b:8082:udp`',
      `${head}${ctrl}${csr}edge: {}\nlisteners:\n  - binding: tunnel\n    options:\n      mode: proxy\n      services:\n        - a:8080:udp\n        - c:8081\n        - b:8080:udp\n`,
      `${head}${ctrl}${csr}edge: {}\nlisteners:\n  - binding: tunnel\n    options:\n      mode: proxy\n      services:\n        - a:8080:udp\n        - c:8081\n        - b:8082:udp\n`,
    ],
    [
      'Replace `tls:ctrl.example.net:0` with `tls:ctrl.example.net:6262`',
      head + ctrl.replace('6262', '0'),
      head + ctrl,
    ],
    [
      'Replace `r1.example.net:0` with `r1.example.net:3022`',
      `${head}${ctrl}${csr}edge: {}\nlisteners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: r1.example.net:0\n`,
      `${head}${ctrl}${csr}edge: {}\nlisteners:\n  - binding: edge\n    address: tls:0.0.0.0:3022\n    options:\n      advertise: r1.example.net:3022\n`,
    ],
    [
      'Replace `münchen.example.net` with `xn--mnchen-3ya.example.net`',
      head + ctrl + csr.replace('r1.example.net', 'münchen.example.net'),
      head + ctrl + csr.replace('r1.example.net', 'xn--mnchen-3ya.example.net'),
    ],
    [
      'Replace `https://ctrl.example.net:1280/edge` with `tls:ctrl.example.net:1280`',
      head + ctrl.replace('tls:ctrl.example.net:6262', 'https://ctrl.example.net:1280/edge'),
      head + ctrl.replace('6262', '1280'),
    ],
    [
      'Add `file: pki/web.identity.json`',
      `${head}${ctrl}${csr}web:\n  - name: w\n    bindPoints:\n      - identity:\n          service: s\n`,
      `${head}${ctrl}${csr}web:\n  - name: w\n    bindPoints:\n      - identity:\n          service: s\n          file: pki/web.identity.json\n`,
    ],
  ]
  test.each(cases)('%s: %#', (title, before, after, target) => {
    const view = viewOf(before, { ...(target !== undefined && { target }) })
    const actions = codeActions(view, { start: 0, end: before.length }, { only: ['quickfix'] })
    const action = actions.find((offered) => offered.title === title)
    expect(
      action && 'edits' in action
        ? applyEdits(before, action.edits)
        : actions.map((offered) => offered.title),
    ).toBe(after)
  })
})
