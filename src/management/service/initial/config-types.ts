type Json = Readonly<Record<string, unknown>>

const text = { type: 'string' }
const flag = { type: 'boolean' }
const port = { type: 'integer', minimum: 0, maximum: 65535 }
const cost = { type: 'integer', minimum: 0, maximum: 65535 }
const protocol = { type: 'string', enum: ['tcp', 'udp'] }
const precedence = { type: 'string', enum: ['default', 'required', 'failed'] }
const duration = { type: 'string', pattern: '[0-9]+(h|m|s|ms)' }
const seconds = { type: 'integer', minimum: 0, maximum: 2147483647 }
const constantTrue = { type: 'boolean', enum: [true] }

const closed = (properties: Json, required: readonly string[] = []): Json => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
})
const setOf = (items: Json): Json => ({ type: 'array', items, minItems: 1, uniqueItems: true })

const portRange = closed({ low: port, high: port }, ['low', 'high'])
const address = { type: 'string' }

/** What a host does when a check of what it hosts passes, fails or changes. */
const action = closed(
  {
    trigger: { type: 'string', enum: ['fail', 'pass', 'change'] },
    consecutiveEvents: { type: 'integer', minimum: 0, maximum: 65535 },
    duration,
    action: {
      type: 'string',
      pattern: '(mark (un)?healthy|increase cost [0-9]+|decrease cost [0-9]+|send event)',
    },
  },
  ['trigger', 'action'],
)
const actions = { type: 'array', items: action, minItems: 1, maxItems: 20 }
const checks = {
  portChecks: {
    type: 'array',
    items: closed({ address: text, interval: duration, timeout: duration, actions }, [
      'interval',
      'timeout',
      'address',
    ]),
  },
  httpChecks: {
    type: 'array',
    items: closed(
      {
        url: text,
        method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'PATCH'] },
        body: text,
        interval: duration,
        timeout: duration,
        expectStatus: { type: 'integer', minimum: 100, maximum: 599 },
        expectInBody: text,
        actions,
      },
      ['interval', 'timeout', 'url'],
    ),
  },
}

/** Either a value of its own, or whatever the client dials, within limits. */
const eitherOr = (own: string, forward: string, allowed: string): Json => ({
  oneOf: [
    { required: [own], not: { required: [forward] } },
    { required: [forward, allowed], not: { required: [own] } },
  ],
})

const hosting = {
  protocol,
  forwardProtocol: constantTrue,
  allowedProtocols: setOf(protocol),
  address,
  forwardAddress: constantTrue,
  allowedAddresses: setOf(address),
  forwardAddressTranslations: {
    type: 'array',
    items: closed(
      { from: text, to: text, prefixLength: { type: 'integer', minimum: 0, maximum: 128 } },
      ['from', 'to', 'prefixLength'],
    ),
    minItems: 1,
    uniqueItems: true,
  },
  port,
  forwardPort: constantTrue,
  allowedPortRanges: setOf(portRange),
  allowedSourceAddresses: setOf(address),
  listenOptions: closed({
    connectTimeout: duration,
    connectTimeoutSeconds: seconds,
    maxConnections: { type: 'integer', minimum: 1 },
    identity: text,
    bindUsingEdgeIdentity: flag,
    cost,
    precedence,
  }),
  proxy: closed({ type: { type: 'string', enum: ['http'] }, address: text }, ['type', 'address']),
  ...checks,
}
const terminator = {
  ...closed(hosting),
  allOf: [
    eitherOr('protocol', 'forwardProtocol', 'allowedProtocols'),
    eitherOr('address', 'forwardAddress', 'allowedAddresses'),
    eitherOr('port', 'forwardPort', 'allowedPortRanges'),
  ],
}

/** The config types that a controller brings along: what clients and hosts of services, and routers, can be told. */
export const configTypes: readonly { id: string; name: string; schema: Json }[] = [
  {
    id: 'f2dd2df0-9c04-4b84-a91e-71437ac229f1',
    name: 'ziti-tunneler-client.v1',
    schema: closed({ hostname: text, port }, ['hostname', 'port']),
  },
  {
    id: 'cea49285-6c07-42cf-9f52-09a9b115c783',
    name: 'ziti-tunneler-server.v1',
    schema: closed(
      {
        hostname: text,
        port,
        protocol: { type: ['string', 'null'], enum: ['tcp', 'udp', null] },
        ...checks,
      },
      ['hostname', 'port'],
    ),
  },
  {
    id: 'g7cIWbcGg',
    name: 'intercept.v1',
    schema: closed(
      {
        protocols: setOf(protocol),
        addresses: setOf(address),
        portRanges: setOf(portRange),
        dialOptions: closed({ identity: text, connectTimeoutSeconds: seconds }),
        sourceIp: text,
        allowedSourceAddresses: setOf(address),
      },
      ['protocols', 'addresses', 'portRanges'],
    ),
  },
  { id: 'NH5p4FpGR', name: 'host.v1', schema: terminator },
  {
    id: 'host.v2',
    name: 'host.v2',
    schema: closed({ terminators: { type: 'array', items: terminator, minItems: 1 } }, [
      'terminators',
    ]),
  },
  {
    id: 'interfaces.v1',
    name: 'interfaces.v1',
    schema: closed({ interfaces: { type: 'array', items: text } }, ['interfaces']),
  },
  {
    id: 'proxy.v1',
    name: 'proxy.v1',
    schema: closed({ port: { ...port, minimum: 1 }, protocols: setOf(protocol), binding: text }, [
      'port',
      'protocols',
    ]),
  },
]
