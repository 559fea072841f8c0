import { isDeepStrictEqual } from 'node:util'
import type { EntityRecords, Records, WriteTransaction } from './call/records.js'
import type { Schemas } from './call/context.js'

/** The conditions of a list that is not empty and has each item once. */
const createSet = (items: object) => [{ $ref: '#/definitions/inhabitedSet' }, { items }]

/** Health checks of what a host dials, and what the host does by their results. */
const checkDefinitions = {
  action: {
    additionalProperties: false,
    properties: {
      action: {
        pattern: '(mark (un)?healthy|increase cost [0-9]+|decrease cost [0-9]+|send event)',
        type: 'string',
      },
      consecutiveEvents: { maximum: 65535, minimum: 0, type: 'integer' },
      duration: { $ref: '#/definitions/duration' },
      trigger: { enum: ['fail', 'pass', 'change'], type: 'string' },
    },
    required: ['trigger', 'action'],
    type: 'object',
  },
  actionList: { items: { $ref: '#/definitions/action' }, maxItems: 20, minItems: 1, type: 'array' },
  duration: { pattern: '[0-9]+(h|m|s|ms)', type: 'string' },
  httpCheck: {
    additionalProperties: false,
    properties: {
      actions: { $ref: '#/definitions/actionList' },
      body: { type: 'string' },
      expectInBody: { type: 'string' },
      expectStatus: { maximum: 599, minimum: 100, type: 'integer' },
      interval: { $ref: '#/definitions/duration' },
      method: { $ref: '#/definitions/method' },
      timeout: { $ref: '#/definitions/duration' },
      url: { type: 'string' },
    },
    required: ['interval', 'timeout', 'url'],
    type: 'object',
  },
  httpCheckList: { items: { $ref: '#/definitions/httpCheck' }, type: 'array' },
  method: { enum: ['GET', 'POST', 'PUT', 'PATCH'], type: 'string' },
  portCheck: {
    additionalProperties: false,
    properties: {
      actions: { $ref: '#/definitions/actionList' },
      address: { type: 'string' },
      interval: { $ref: '#/definitions/duration' },
      timeout: { $ref: '#/definitions/duration' },
    },
    required: ['interval', 'timeout', 'address'],
    type: 'object',
  },
  portCheckList: { items: { $ref: '#/definitions/portCheck' }, type: 'array' },
}

/** Parts that clients and hosts of services share. */
const addressDefinitions = {
  addressTranslation: {
    oneOf: [
      { $ref: '#/definitions/ipv4AddressTranslation' },
      { $ref: '#/definitions/ipv6AddressTranslation' },
    ],
  },
  dialAddress: { format: 'idn-hostname', not: { pattern: '^$' }, type: 'string' },
  inhabitedSet: { minItems: 1, type: 'array', uniqueItems: true },
  ipv4AddressTranslation: {
    additionalProperties: false,
    properties: {
      from: { format: 'ipv4', type: 'string' },
      prefixLength: { maximum: 32, minimum: 0, type: 'integer' },
      to: { format: 'ipv4', type: 'string' },
    },
    type: 'object',
  },
  ipv6AddressTranslation: {
    additionalProperties: false,
    properties: {
      from: { format: 'ipv6', type: 'string' },
      prefixLength: { maximum: 128, minimum: 0, type: 'integer' },
      to: { format: 'ipv6', type: 'string' },
    },
    type: 'object',
  },
  listenAddress: {
    description:
      'A name or address. Whether it is an IP address, a network or a wildcard is up to the clients: the format takes each of them as a name.',
    format: 'idn-hostname',
    not: { pattern: '^$' },
    type: 'string',
  },
  portNumber: { maximum: 65535, minimum: 0, type: 'integer' },
  portRange: {
    additionalProperties: false,
    properties: {
      high: { $ref: '#/definitions/portNumber' },
      low: { $ref: '#/definitions/portNumber' },
    },
    required: ['low', 'high'],
    type: 'object',
  },
  protocolName: { enum: ['tcp', 'udp'], type: 'string' },
  proxyConfiguration: {
    properties: {
      address: { description: 'Host and port of the proxy: `HOST:PORT`.', type: 'string' },
      type: { $ref: '#/definitions/proxyType', description: 'The kind of proxy.' },
    },
    required: ['type', 'address'],
    type: 'object',
  },
  proxyType: {
    description: 'The kinds of proxies that hosts know.',
    enum: ['http'],
    type: 'string',
  },
  timeoutSeconds: { maximum: 2147483647, minimum: 0, type: 'integer' },
}

/** How a host listens for a service. */
const listenOptions = {
  additionalProperties: false,
  properties: {
    bindUsingEdgeIdentity: {
      description:
        'Whether the terminator gets the name of the identity that hosts, as with `identity` set to `$tunneler_id.name`.',
      type: 'boolean',
    },
    connectTimeout: {
      $ref: '#/definitions/duration',
      description:
        'How long the host tries to connect; default: `5s`. Wins over `connectTimeoutSeconds`.',
    },
    connectTimeoutSeconds: {
      $ref: '#/definitions/timeoutSeconds',
      deprecated: true,
      description:
        'How many seconds the host tries to connect; default: 5. Unused with `connectTimeout`.',
    },
    cost: { description: 'Default: 0.', maximum: 65535, minimum: 0, type: 'integer' },
    identity: {
      description:
        'The identity of the terminator. `$tunneler_id.name` stands for the name of the identity that hosts, `$tunneler_id.tag[NAME]` for one of its tags.',
      type: 'string',
    },
    maxConnections: { description: 'Default: 3.', minimum: 1, type: 'integer' },
    precedence: {
      description: 'Default: `default`.',
      enum: ['default', 'required', 'failed'],
      type: 'string',
    },
  },
  type: 'object',
}

/** How a client dials a service. */
const dialOptions = {
  additionalProperties: false,
  properties: {
    connectTimeoutSeconds: {
      $ref: '#/definitions/timeoutSeconds',
      description:
        'How many seconds the client tries to connect; default: 5 without `dialOptions`, else 15.',
    },
    identity: {
      description:
        'The identity of the terminator to dial. `$dst_protocol`, `$dst_ip` and `$dst_port` stand for parts of the intercepted address.',
      type: 'string',
    },
  },
  type: 'object',
}

/** What a host dials for a service. */
const terminator = {
  additionalProperties: false,
  allOf: [
    {
      else: { required: ['protocol'] },
      if: { properties: { forwardProtocol: { const: true } }, required: ['forwardProtocol'] },
      then: { required: ['allowedProtocols'] },
    },
    {
      else: { required: ['address'] },
      if: { properties: { forwardAddress: { const: true } }, required: ['forwardAddress'] },
      then: { required: ['allowedAddresses'] },
    },
    {
      else: { required: ['port'] },
      if: { properties: { forwardPort: { const: true } }, required: ['forwardPort'] },
      then: { required: ['allowedPortRanges'] },
    },
  ],
  properties: {
    address: {
      $ref: '#/definitions/dialAddress',
      description: 'The address that the host dials for each client.',
    },
    allowedAddresses: {
      allOf: createSet({ $ref: '#/definitions/listenAddress' }),
      description: 'The addresses that clients may dial.',
    },
    allowedPortRanges: {
      allOf: createSet({ $ref: '#/definitions/portRange' }),
      description: 'The ports that clients may dial.',
    },
    allowedProtocols: {
      allOf: createSet({ $ref: '#/definitions/protocolName' }),
      description: 'The protocols that clients may use.',
    },
    allowedSourceAddresses: {
      allOf: createSet({ $ref: '#/definitions/listenAddress' }),
      description:
        'Source addresses for which the host makes local routes, so that it can bind them.',
    },
    forwardAddress: {
      description:
        'Whether the host dials the address that the client dialed, instead of `address`.',
      enum: [true],
      type: 'boolean',
    },
    forwardAddressTranslations: {
      allOf: createSet({ $ref: '#/definitions/addressTranslation' }),
      description: 'How addresses that clients dialed become those that the host dials.',
    },
    forwardPort: {
      description: 'Whether the host dials the port that the client dialed, instead of `port`.',
      enum: [true],
      type: 'boolean',
    },
    forwardProtocol: {
      description:
        'Whether the host uses the protocol that the client used, instead of `protocol`.',
      enum: [true],
      type: 'boolean',
    },
    httpChecks: { $ref: '#/definitions/httpCheckList' },
    listenOptions: listenOptions,
    port: {
      $ref: '#/definitions/portNumber',
      description: 'The port that the host dials for each client.',
    },
    portChecks: { $ref: '#/definitions/portCheckList' },
    protocol: {
      $ref: '#/definitions/protocolName',
      description: 'The protocol that the host uses for each client.',
    },
    proxy: {
      $ref: '#/definitions/proxyConfiguration',
      description: 'The proxy through which the host dials, if any.',
    },
  },
  type: 'object',
}

/** A config type that every controller has. */
export type BuiltInConfigType = {
  id: string
  name: string
  schema: Readonly<Record<string, unknown>>
}

/** The config types of controllers of this release: for clients and hosts of services, and for routers. */
export const builtInConfigTypes: readonly BuiltInConfigType[] = [
  {
    id: 'f2dd2df0-9c04-4b84-a91e-71437ac229f1',
    name: 'ziti-tunneler-client.v1',
    schema: {
      $id: 'http://edge.openziti.org/schemas/ziti-tunneler-client.v1.config.json',
      additionalProperties: false,
      properties: {
        hostname: { type: 'string' },
        port: { maximum: 65535, minimum: 0, type: 'integer' },
      },
      required: ['hostname', 'port'],
      type: 'object',
    },
  },
  {
    id: 'cea49285-6c07-42cf-9f52-09a9b115c783',
    name: 'ziti-tunneler-server.v1',
    schema: {
      $id: 'http://edge.openziti.org/schemas/ziti-tunneler-server.v1.config.json',
      additionalProperties: false,
      properties: {
        hostname: { type: 'string' },
        httpChecks: { $ref: '#/definitions/httpCheckList' },
        port: { maximum: 65535, minimum: 0, type: 'integer' },
        portChecks: { $ref: '#/definitions/portCheckList' },
        protocol: { enum: ['tcp', 'udp'], type: ['string', 'null'] },
      },
      required: ['hostname', 'port'],
      type: 'object',
      definitions: { ...checkDefinitions },
    },
  },
  {
    id: 'g7cIWbcGg',
    name: 'intercept.v1',
    schema: {
      $id: 'http://edge.openziti.org/schemas/intercept.v1.config.json',
      additionalProperties: false,
      properties: {
        addresses: {
          allOf: createSet({ $ref: '#/definitions/listenAddress' }),
        },
        allowedSourceAddresses: {
          allOf: createSet({ $ref: '#/definitions/listenAddress' }),
          description:
            'The source addresses and networks of connections that are intercepted; default: all.',
        },
        dialOptions: dialOptions,
        portRanges: {
          allOf: createSet({ $ref: '#/definitions/portRange' }),
        },
        protocols: {
          allOf: createSet({ $ref: '#/definitions/protocolName' }),
        },
        sourceIp: {
          description:
            "The source address, with or without a port, of connections that leave the host. `$tunneler_id.name` and `$tunneler_id.tag[NAME]` stand for name and tags of the client's identity, `$src_ip`, `$src_port` and `$dst_port` for parts of the intercepted connection.",
          type: 'string',
        },
      },
      required: ['protocols', 'addresses', 'portRanges'],
      type: 'object',
      definitions: { ...addressDefinitions },
    },
  },
  {
    id: 'NH5p4FpGR',
    name: 'host.v1',
    schema: {
      $id: 'http://ziti-edge.netfoundry.io/schemas/host.v1.schema.json',
      ...terminator,
      definitions: { ...checkDefinitions, ...addressDefinitions },
    },
  },
  {
    id: 'host.v2',
    name: 'host.v2',
    schema: {
      $id: 'http://ziti-edge.netfoundry.io/schemas/host.v2.schema.json',
      additionalProperties: false,
      properties: { terminators: { $ref: '#/definitions/terminatorList' } },
      required: ['terminators'],
      type: 'object',
      definitions: {
        ...checkDefinitions,
        ...addressDefinitions,
        terminator,
        terminatorList: { items: { $ref: '#/definitions/terminator' }, minItems: 1, type: 'array' },
      },
    },
  },
  {
    id: 'interfaces.v1',
    name: 'interfaces.v1',
    schema: {
      $id: 'https://netfoundry.io/schemas/interfaces.v1.config.json',
      additionalProperties: false,
      properties: { interfaces: { items: { type: 'string' }, type: 'array' } },
      required: ['interfaces'],
      type: 'object',
      definitions: { ...checkDefinitions },
    },
  },
  {
    id: 'l2.host.v1',
    name: 'l2.host.v1',
    schema: {
      $id: 'https://ziti-edge.netfoundry.io/schemas/l2.host.v1.schema.json',
      additionalProperties: false,
      properties: {
        bridgeIfs: {
          allOf: createSet({ type: 'string' }),
          description: 'Network interfaces that the host bridges with its tap interface.',
        },
        listenOptions: listenOptions,
      },
      type: 'object',
      definitions: { ...checkDefinitions, ...addressDefinitions },
    },
  },
  {
    id: 'l2.intercept.v1',
    name: 'l2.intercept.v1',
    schema: {
      $id: 'https://ziti-edge.netfoundry.io/schemas/l2.intercept.v1.schema.json',
      additionalProperties: false,
      properties: {
        dialOptions: dialOptions,
        ethTypes: {
          allOf: createSet({ $ref: '#/definitions/ethType' }),
          description: 'The EtherTypes of frames that are forwarded; all other frames are dropped.',
        },
      },
      required: ['ethTypes'],
      type: 'object',
      definitions: {
        ...addressDefinitions,
        ethType: { pattern: '^0[xX][0-9a-fA-F]{4}$', type: 'string' },
      },
    },
  },
  {
    id: 'proxy.v1',
    name: 'proxy.v1',
    schema: {
      $id: 'https://netfoundry.io/schemas/proxy.v1.config.json',
      additionalProperties: false,
      properties: {
        binding: { type: 'string' },
        port: {
          description: 'The port on which the router listens.',
          maximum: 65535,
          minimum: 1,
          type: 'number',
        },
        protocols: { items: { $ref: '#/definitions/protocol' }, minItems: 1, type: 'array' },
      },
      required: ['port', 'protocols'],
      type: 'object',
      definitions: {
        protocol: {
          description: 'A protocol of the transport layer.',
          enum: ['tcp', 'udp'],
          type: 'string',
        },
      },
    },
  },
]

/**
 * Brings the built-in config types of records that an older version made to those of this one: changed schemas, and
 * types that are new since then. Types that someone changed stay, and a new one is left out where its name is taken.
 * Returns the names of the configs that their renewed type refuses; they stay as they are.
 */
export const renewConfigTypes = (
  { write }: Records,
  { now, schemas }: { now: number; schemas: Schemas },
): Promise<string[]> =>
  write((records) => {
    const outdated = builtInConfigTypes.flatMap((type) => {
      const stored = records.get('configTypes', type.id)
      return stored && isOutdated(stored, type) ? [{ ...stored, schema: type.schema }] : []
    })
    if (outdated.length === 0) return []
    for (const type of outdated) records.put('configTypes', type)
    addMissingTypes(records, now)
    return outdated.flatMap(({ id, schema }) =>
      [...records.find('configs', 'configTypeId', id)]
        .filter(({ data }) => schemas.findDataFault(schema, data))
        .map(({ name }) => name),
    )
  })

/** Whether a stored type is as an older version made it. */
const isOutdated = (
  stored: EntityRecords['configTypes'],
  { name, schema }: BuiltInConfigType,
): boolean =>
  stored.name === name &&
  stored.createdAt === stored.updatedAt &&
  !isDeepStrictEqual(stored.schema, schema)

function addMissingTypes(records: WriteTransaction, now: number): void {
  for (const type of builtInConfigTypes) {
    const [named] = records.find('configTypes', 'name', type.name)
    if (named || records.get('configTypes', type.id)) continue
    records.put('configTypes', { ...type, createdAt: now, updatedAt: now, tags: {} })
  }
}
