import type { JsonMap } from '../answers.js'
import { writeData } from '../write.js'
import type { Listener, Plan } from '../plan.js'
import type { Platform } from './platform.js'
import { baseOf } from './platform.js'

/** Values for the public chart `openziti/ziti-router`, which makes the router file itself; the token comes from a secret. */
export const kubernetes: Platform = (plan, { jwtPath, file, report }) => {
  const { edge, link, controllers, answers } = plan
  const lost = Object.keys(answers.sections ?? {}).filter(
    (name) => !['forwarder', 'proxy'].includes(name),
  )
  if (lost.length > 0)
    report({
      rule: 'platform',
      severity: 'warning',
      path: ['sections'],
      message: `the chart makes the router file itself and has no values for ${lost.map((name) => `\`${name}\``).join(', ')}; mount the router file instead where they matter`,
    })
  if (controllers.length > 1)
    report({
      rule: 'platform',
      severity: 'warning',
      path: ['controllers'],
      message:
        'the chart takes one controller, the first; the router learns of the others when it has reached that',
    })
  if (edge.length === 0)
    report({
      rule: 'platform',
      severity: 'warning',
      path: ['platform'],
      message:
        'the chart writes an edge section even without edge listener, and the router refuses that; mount the router file instead, or advertise a host',
    })
  if (new Set(edge.map(({ advertise }) => advertise)).size < edge.length)
    report({
      rule: 'platform',
      severity: 'warning',
      path: ['platform'],
      message:
        'the chart wants another host for each edge listener, and two listeners advertise the same; give each its own with `edgeListeners`',
    })
  const request: JsonMap = Object(file['csr'] ?? Object(file['edge']).csr)
  const [main, ...more] = edge
  const [first] = link
  const values: JsonMap = {
    ctrl: { endpoint: (controllers[0] ?? '').replace(/^tls:/, '') },
    ...proxyOf(file),
    csr: { ...request, sans: { noDefaults: true, ...Object(request['sans']) } },
    edge: main
      ? {
          enabled: true,
          ...listened(main),
          ...(more.length > 0 && {
            additionalListeners: more.map((listener, index) => ({
              name: `${listener.protocol}-${index + 1}`,
              ...listened(listener),
            })),
          }),
        }
      : { enabled: false },
    linkListeners: {
      transport: first
        ? {
            enabled: true,
            containerPort: first.port,
            advertisedHost: first.advertise,
            advertisedPort: first.advertisedPort,
          }
        : { enabled: false, service: { enabled: false } },
    },
    tunnel: tunnelOf(plan),
    // The chart writes a key that no router reads.
    forwarder: { latencyProbeInterval: null, ...Object(file['forwarder']) },
    enrollmentJwtFromSecret: true,
    enrollmentJwtSecretName: `${plan.fileName.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')}-enrollment`,
  }
  return [
    {
      path: 'values.yml',
      text: `# kubectl create secret generic ${String(values['enrollmentJwtSecretName'])} --from-file=enrollmentJwt=${baseOf(jwtPath)}\n${writeData(values)}`,
    },
  ]
}

const listened = ({ protocol, port, advertise, advertisedPort }: Listener): JsonMap => ({
  protocol,
  containerPort: port,
  advertisedHost: advertise,
  advertisedPort,
})

function proxyOf(file: JsonMap): JsonMap {
  const { type, address } = Object(file['proxy'])
  const [host, port] = typeof address === 'string' ? address.split(':') : []
  return host !== undefined && port !== undefined
    ? { proxy: { type, address: host, port: Number(port) } }
    : {}
}

function tunnelOf({
  tunnel,
  answers: { diverter, services = [], tunnelOptions = {} },
}: Plan): JsonMap {
  const { resolver, dnsSvcIpRange, lanIf } = tunnelOptions
  const proxied = services.map((service) => {
    const [zitiService = '', port = '', protocol = 'tcp'] = service.split(':')
    return {
      zitiService,
      containerPort: Number(port),
      advertisedPort: Number(port),
      protocol: protocol.toUpperCase(),
    }
  })
  return {
    mode: tunnel,
    ...(tunnel === 'tproxy' && {
      resolver: resolver ?? 'udp://127.0.0.1:53',
      lanIf: lanIf ?? 'lo',
      ...(dnsSvcIpRange !== undefined && { dnsSvcIpRange }),
      ...(diverter !== undefined && { diverterPath: diverter }),
    }),
    ...(tunnel === 'proxy' && { proxyServices: proxied }),
  }
}
