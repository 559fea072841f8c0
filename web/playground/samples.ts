import type { FleetRuleId } from '../../src/generated/fleet-rule-ids.js'
import type { RuleId } from '../../src/generated/rule-ids.js'
import type { OpenedFile } from '../shared/opened-file.js'

/** A real mistake: the symptom, the cause and the fix. */
export type Sample = {
  /** Name in addresses, such as `#sample=NAME`. */
  name: string
  title: string
  /** The symptom that an operator saw. */
  story: string
  /** The cause and the remedy. */
  remedy: string
  files: readonly OpenedFile[]
  /** The rules that report it. */
  finds: readonly (RuleId | FleetRuleId)[]
  /** Replacements that fix the files; each applies to every occurrence in every file. */
  fixes: readonly (readonly [before: string, after: string])[]
  /** The tab that shows the mistake best. */
  tab?: 'Upgrade' | 'Links'
}

const start = `v: 3

identity:
  cert: /etc/ziti/router.cert
  server_cert: /etc/ziti/router.server.chain.cert
  key: /etc/ziti/router.key
  ca: /etc/ziti/router.cas

ctrl:
  endpoint: tls:ctrl.example.com:8440
`

const dialer = `
link:
  dialers:
    - binding: transport
`

const createCsr = (host: string): string => `
csr:
  sans:
    dns:
      - ${host}
`

const createEdge = (host: string): string => `
edge: {}

listeners:
  - binding: edge
    address: tls:0.0.0.0:3022
    options:
      advertise: ${host}:3022
`

const createHub = (
  name: string,
  groups: string,
): string => `${start.replaceAll('/router.', `/${name}.`)}${createCsr(`${name}.example.com`)}
link:
  dialers:
    - binding: transport
      groups: ${groups}
  listeners:
    - binding: transport
      bind: tls:0.0.0.0:6000
      advertise: tls:${name}.example.com:6000
      groups: ${groups}
`

/** The samples of the playground. The first one is opened initially. */
export const samples: readonly Sample[] = [
  {
    name: 'misspelled-key',
    title: 'Downloads stop after a minute',
    story:
      'Long downloads broke off, so the timeout for idle circuits was raised to ten minutes. Nothing changed, and the log says nothing.',
    remedy:
      'The key has a typo. The router silently ignores keys that it does not know, so the default of one minute stayed. Click the fix below the finding.',
    files: [
      {
        name: 'router.yml',
        text: `${start}
# Ten minutes, for the large downloads.
forwarder:
  idleCircuitTimeut: 600000
${dialer}${createCsr('east.example.com')}${createEdge('east.example.com')}`,
      },
    ],
    finds: ['unknown-key'],
    fixes: [['idleCircuitTimeut', 'idleCircuitTimeout']],
  },
  {
    name: 'duration-without-unit',
    title: 'The router dies right after a change',
    story:
      'Heartbeats were to be sent every ten seconds. Since then the container restarts in a loop, and its log ends with a stack trace.',
    remedy:
      'A duration needs a unit here. Other keys of the same file are numbers of milliseconds: hover over a key to see what it takes.',
    files: [
      {
        name: 'router.yml',
        text: `${start}  heartbeats:
    sendInterval: 10
${dialer}${createCsr('north.example.com')}${createEdge('north.example.com')}`,
      },
    ],
    finds: ['wrong-type'],
    fixes: [['sendInterval: 10', 'sendInterval: 10s']],
  },
  {
    name: 'advertised-wildcard',
    title: 'No other router links with this one',
    story:
      'The hub came up and is online in the console. Even so, no branch router ever makes a link to it.',
    remedy:
      '`bind` is where the router listens, `advertise` what others dial. Nobody can dial 0.0.0.0: write the name of the hub.',
    files: [
      {
        name: 'hub.yml',
        text: `${start}
link:
  dialers:
    - binding: transport
  listeners:
    - binding: transport
      bind: tls:0.0.0.0:6000
      advertise: tls:0.0.0.0:6000
${createCsr('hub.example.com')}`,
      },
    ],
    finds: ['advertise-wildcard'],
    fixes: [['advertise: tls:0.0.0.0', 'advertise: tls:hub.example.com']],
  },
  {
    name: 'no-common-group',
    title: 'Two hubs that ignore each other',
    story:
      'Both hubs are up, each with a link listener that answers. Traffic between them takes the long way over a third one.',
    remedy:
      'A router dials only listeners that are in a group of its dialers, and names of groups are compared letter by letter. The tab Links says who does not dial whom, and why.',
    files: [
      { name: 'west.yml', text: createHub('west', '[backbone]') },
      { name: 'east.yml', text: createHub('east', '[Backbone]') },
    ],
    finds: ['fleet-lonely-group'],
    fixes: [['[Backbone]', '[backbone]']],
    tab: 'Links',
  },
  {
    name: 'host-not-in-certificate',
    title: 'The router starts today, and not after its next renewal',
    story:
      'The router got a new public name. Clients were told, DNS was changed, `advertise` too. It works, until the certificate is renewed.',
    remedy:
      'The next certificate has the names in `csr`, and the new name is not among them. Add it before the renewal.',
    files: [
      {
        name: 'router.yml',
        text: `${start}${dialer}${createCsr('old.example.com')}${createEdge('new.example.com')}`,
      },
    ],
    finds: ['advertise-not-in-csr'],
    fixes: [['- old.example.com', '- old.example.com\n      - new.example.com']],
  },
  {
    name: 'edge-without-section',
    title: 'An edge listener without `edge`',
    story:
      'A private router was to take clients too, so an edge listener was copied into its file. The router does not start any more.',
    remedy:
      'The listener needs the section `edge`, even if it is empty. Click the fix below the finding.',
    files: [
      {
        name: 'router.yml',
        text: `${start}${dialer}${createCsr('branch.example.com')}${createEdge('branch.example.com').replace('\nedge: {}\n', '')}`,
      },
    ],
    finds: ['edge-listener-without-edge'],
    fixes: [['\nlisteners:', '\nedge: {}\n\nlisteners:']],
  },
  {
    name: 'second-listeners',
    title: 'Clients are refused since the tunneler was added',
    story:
      'A tunneler was added at the end of the file. It works, but the router stopped with a complaint about the edge, which nobody had touched.',
    remedy:
      'The file has `listeners` twice, and the router uses the last one. Both listeners belong into one list.',
    files: [
      {
        name: 'router.yml',
        text: `${start}${dialer}${createCsr('site.example.com')}${createEdge('site.example.com')}
listeners:
  - binding: tunnel
    options:
      mode: tproxy
`,
      },
    ],
    finds: ['duplicate-key', 'edge-without-listener'],
    fixes: [['\nlisteners:\n  - binding: tunnel', '  - binding: tunnel']],
  },
  {
    name: 'written-for-another-release',
    title: 'Copied from the documentation of the next release',
    story:
      'The timeouts come from the current documentation. The routers of this network run 2.0, and connections still time out after the default.',
    remedy:
      'The key exists from 2.1 on; 2.0 ignores it and reads `connectTimeoutMs`. Switch the release at the top to see the finding go, and see the tab Upgrade for everything that changes.',
    files: [
      {
        name: 'router.yml',
        text: `${start}  options:
    connectTimeout: 20s
${dialer}${createCsr('west.example.com')}${createEdge('west.example.com')}`,
      },
    ],
    finds: ['newer-key'],
    fixes: [['connectTimeout: 20s', 'connectTimeoutMs: 20000']],
    tab: 'Upgrade',
  },
  {
    name: 'config-map',
    title: 'A router file in a ConfigMap',
    story:
      'The health check of the pod was copied from another chart. The pod never gets ready, and `kubectl apply` had nothing to complain about.',
    remedy:
      'A ConfigMap holds the router file as a string, which nothing checks on the way. Here it is checked in place: the interval needs a unit.',
    files: [
      {
        name: 'configmap.yaml',
        text: `apiVersion: v1
kind: ConfigMap
metadata:
  name: ziti-router
data:
  ziti-router.yaml: |
${`${start}${dialer}${createCsr('router.example.com')}${createEdge('router.example.com')}
healthChecks:
  ctrlPingCheck:
    interval: 30
    timeout: 15s
web:
  - name: health
    bindPoints:
      - interface: 127.0.0.1:8081
        address: 127.0.0.1:8081
    apis:
      - binding: health-checks
`.replaceAll(/^(?=.)/gm, '    ')}`,
      },
    ],
    finds: ['bad-format'],
    fixes: [['interval: 30\n', 'interval: 30s\n']],
  },
  {
    name: 'template',
    title: 'A template of Ansible',
    story:
      'The playbook renders one file for each of forty routers. Since the last change, all of them refuse to start.',
    remedy:
      'What is wrong in every rendering is found without rendering: one worker is too few. Values that depend on variables are left alone.',
    files: [
      {
        name: 'router.yml.j2',
        text: `${start
          .replaceAll('/etc/ziti', '{{ pki_dir }}')
          .replace('ctrl.example.com', '{{ controller }}')}
forwarder:
  linkDialWorkerCount: 1
  xgressDialWorkerCount: {{ workers }}
${dialer}{% if public %}
  listeners:
    - binding: transport
      bind: tls:0.0.0.0:6000
      advertise: tls:{{ inventory_hostname }}:6000
{% endif %}
${createCsr('{{ inventory_hostname }}')}`,
      },
    ],
    finds: ['value-out-of-range'],
    fixes: [['linkDialWorkerCount: 1\n', 'linkDialWorkerCount: 10\n']],
  },
]

/**
 * Compares the open texts with a sample: `broken` as opened, `fixed` as it should be, or `other`. Ignores files of the
 * sample that are not open.
 */
export function compareSample(
  sample: Sample,
  readText: (name: string) => string | undefined,
): 'broken' | 'fixed' | 'other' {
  const isOpen = (files: readonly OpenedFile[]): boolean =>
    files.every(({ name, text }) => [text, undefined].includes(readText(name)))
  if (isOpen(sample.files)) return 'broken'
  return isOpen(fixSample(sample)) ? 'fixed' : 'other'
}

/** Returns the fixed files of a sample. */
export const fixSample = ({ files, fixes }: Sample): OpenedFile[] =>
  files.map(({ name, text }) => ({
    name,
    text: fixes.reduce((fixed, [before, after]) => fixed.replaceAll(before, after), text),
  }))
