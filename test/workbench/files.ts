import { parse } from 'yaml'
import { otherFiles } from '../support/other-kinds.js'
import { yaml } from '../support/yaml.js'

const start = yaml`
  # Router in NAME.
  v: 3

  identity:
    cert: pki/router.cert
    server_cert: pki/router.server.chain.cert
    key: pki/router.key
    ca: pki/router.cas

  ctrl:
    endpoint: tls:ctrl.example.com:6262
`

/** A router that clients and other routers connect to. */
const publicRouter = (name: string): string =>
  `${start}\n${yaml`
  link:
    dialers:
      - binding: transport
    listeners:
      - binding: transport
        bind: tls:0.0.0.0:10080
        advertise: tls:NAME.example.com:10080

  csr:
    sans:
      dns:
        - localhost
        - NAME.example.com
      ip:
        - 127.0.0.1

  edge: {}

  listeners:
    - binding: edge
      address: tls:0.0.0.0:3022
      options:
        advertise: NAME.example.com:3022
    - binding: tunnel
      options:
        mode: host
  `}`.replaceAll('NAME', name)

const change = (text: string, ...changes: readonly (readonly [string, string])[]): string =>
  changes.reduce((changed, [before, after]) => changed.replace(before, after), text)

/** A router that dials others, and that none dials. */
const privateRouter = (name: string): string =>
  change(publicRouter(name), [
    `  listeners:
    - binding: transport
      bind: tls:0.0.0.0:10080
      advertise: tls:${name}.example.com:10080
`,
    '',
  ])

/** Router files of a network, and files of its neighbours. */
export const files = {
  'oslo.router.yml': publicRouter('oslo'),
  'paris.router.yml': publicRouter('paris'),
  'lisbon.router.yml': privateRouter('lisbon'),
  'vienna.router.yml': privateRouter('vienna'),
  // Each with problems of its own.
  'broken/madrid.router.yml': change(
    publicRouter('madrid'),
    [
      '    - binding: transport\n',
      '    - binding: transport\n      healthyDialBackoff:\n        minRetryInterval: 10m\n        maxRetryInterval: 5m\n',
    ],
    ['    address:', '    adress:'],
    ['mode: host', 'mode: hosts\n      svcPollRate: 15'],
  ),
  // A release that reads the certificate request under `edge`.
  'upgrade/routerfile.config.json': '{ "target": "1.1" }\n',
  'upgrade/berlin.router.yml': change(
    publicRouter('berlin'),
    [
      '\ncsr:\n  sans:\n    dns:\n      - localhost\n      - berlin.example.com\n    ip:\n      - 127.0.0.1\n',
      '',
    ],
    [
      'edge: {}',
      'edge:\n  csr:\n    sans:\n      dns:\n        - localhost\n        - berlin.example.com\n      ip:\n        - 127.0.0.1',
    ],
  ),
  // Recognized by its content only.
  'config.yaml': publicRouter('bergen'),
} as const

const others = otherFiles()

/** Files of other programs, in which nothing of ours may happen. */
export const foreignFiles: Readonly<Record<string, string>> = Object.fromEntries(
  others
    .filter(
      ({ name, looksLike }) =>
        /\.ya?ml$/.test(name) &&
        (name.includes('traefik') || /Compose|workflow/.test(looksLike ?? '')),
    )
    .map(({ name, text }, index) => [`foreign/${index}-${name}`, text]),
)

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '      ')

/** Router files, alone or in strings, in languages other than YAML. */
export const otherLanguages = {
  'languages/router.json': JSON.stringify(parse(publicRouter('riga')), undefined, 2),
  'languages/compose.yaml': `services:
  router:
    image: openziti/ziti-router
configs:
  router:
    content: |
${indent(publicRouter('split'))}`,
  'languages/configmap.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: router
data:
  ziti-router.yaml: |
${indent(publicRouter('zagreb'))}`,
  'languages/user-data.yaml': `#cloud-config
write_files:
  - path: /etc/ziti/router.yml
    content: |
${indent(publicRouter('graz'))}`,
} as const

const getOther = (name: string): string => {
  const found = others.find((other) => other.name === name)
  if (!found) throw new Error(`there is no other file ${name}`)
  return found.text
}

/** Files of other programs that are named like router files. */
export const namedForeignFiles = {
  '.github/workflows/ziti-router.yml': getOther('workflow.yml'),
  'apollo/router.yaml': getOther('router.yaml'),
  'helm/ziti-router-values.yaml': getOther('ziti-router-values.yaml'),
  'kubernetes/ziti-router.yaml': getOther('ziti-router-deployment.yaml'),
  'playbooks/ziti-router.yml': getOther('playbook.yml'),
} as const
