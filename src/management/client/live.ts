import type { PlainObject } from '../plain.js'
import { getString, isTooDeep, parseJsonText } from '../plain.js'
import { isPlainObject } from '../../document/record.js'
import type { CallOptions } from './call.js'
import type { Client } from './client.js'
import { ManagementError } from './error.js'
import type { FabricLink, FabricRouter, Inspection } from './fabric.js'

/** Options of `liveRouters`, which reads the routers of a network and the configs that they run. */
export type LiveOptions = CallOptions & {
  /** Selects routers in the filter language of the controller: `name contains "eu"`. */
  filter?: string
}

/** A router of the network and the config that it runs. */
export type LiveRouter = {
  /** The id of the router, the same as in the management API. */
  id: string
  /** The name of the router on the controller. */
  name: string
  /** Whether the router is connected to the controller now. */
  isConnected: boolean
  /** Whether the controller rejects the router. */
  isDisabled: boolean
  /**
   * The running release, such as `2.0.3`; undefined if the router reports none, or runs an
   * unreleased build (`v0.0.0`).
   */
  release: string | undefined
  /** The addresses of its link listeners, as other routers dial them; empty if none are known. */
  listeners: readonly {
    /** The protocol of the listener, such as `tls`. */
    protocol: string
    /** The address that other routers dial, such as `tls:router.example.com:3022`. */
    address: string
  }[]
  /** The path of the router's config file on its machine; undefined if the router did not report it. */
  file: string | undefined
  /**
   * The running config, without what the router adds. Variables are expanded, and whether a number had a decimal point
   * is lost. It may contain secrets. Undefined if the router did not report it.
   */
  config: Readonly<Record<string, unknown>> | undefined
  /** Why there is no `config`, in one sentence; undefined if there is a `config`. */
  reason: string | undefined
}

/** A link between two routers. If each can dial the other, either one may be the dialer. */
export type LiveLink = {
  /** The id of the link in the controller. */
  id: string
  /** The router that dialed the link. */
  from: {
    /** The id of the router that dialed. */
    id: string
    /** The name of the router that dialed. */
    name: string
  }
  /** The router that accepted the link. */
  to: {
    /** The id of the router that accepted the link. */
    id: string
    /** The name of the router that accepted the link. */
    name: string
  }
  /** The protocol of the connection, such as `tls`. */
  protocol: string
  /** The state of the link, such as `Connected`. */
  state: string
  /** Whether an operator marked the link as down, so that no circuits use it. */
  isDown: boolean
}

/** Maximum number of ids in an inspection request; for more, all routers are inspected. */
const maxNamedIds = 200

/**
 * Returns the routers of a network with the configurations that they run, sorted by name. Routers that do not answer
 * have a `reason` instead. Throws a `ManagementError`, with code `NO_FABRIC_API` if the controller does not provide the
 * fabric API.
 */
export async function liveRouters(
  { fabric }: Pick<Client, 'fabric'>,
  { filter, ...call }: LiveOptions = {},
): Promise<LiveRouter[]> {
  const routers = await fabric
    .routers({ ...call, ...(filter !== undefined && { filter }) })
    .all()
    .catch(explainMissingApi)
  const connected = routers.filter((router) => router.connected)
  const inspectsAll = filter === undefined || connected.length > maxNamedIds
  const inspection: Inspection =
    connected.length === 0
      ? {}
      : await fabric
          .inspect(
            {
              appRegex: inspectsAll
                ? '.*'
                : `^(${connected.map(({ id }) => escapeRegExp(id)).join('|')})$`,
              requestedValues: ['config'],
            },
            call,
          )
          .catch(explainMissingApi)
  return routers
    .map((router) => toLiveRouter(router, inspection))
    .sort((left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : 0))
}

/** Returns the links of a network. Throws the same errors as `liveRouters`. */
export async function liveLinks(
  { fabric }: Pick<Client, 'fabric'>,
  options: CallOptions = {},
): Promise<LiveLink[]> {
  // Requests all links at once: controllers keep links in memory, and their pages have no stable order.
  const { data } = await fabric.links({ ...options, limit: -1 }).then(undefined, explainMissingApi)
  return data.map(toLiveLink)
}

const escapeRegExp = (text: string): string => text.replaceAll(/[^\w-]/g, '\\$&')

const toLiveLink = ({ id, protocol, state, down, ...link }: FabricLink): LiveLink => ({
  id,
  from: { id: link.sourceRouter.id, name: link.sourceRouter.name },
  to: { id: link.destRouter.id, name: link.destRouter.name },
  protocol,
  state,
  isDown: down,
})

function toLiveRouter(router: FabricRouter, inspection: Inspection): LiveRouter {
  const { id, name, connected, disabled = false, listenerAddresses, versionInfo } = router
  const reportedConfig = connected ? findReportedConfig(id, inspection) : undefined
  const parsedConfig = parseReportedConfig(reportedConfig)
  const config = parsedConfig && cleanConfig(parsedConfig)
  return {
    id,
    name,
    isConnected: connected,
    isDisabled: disabled,
    release: toRelease(versionInfo?.version),
    listeners: (listenerAddresses ?? []).map(({ protocol, address }) => ({ protocol, address })),
    file: getString(parsedConfig, '@file'),
    config,
    reason: config
      ? undefined
      : reportedConfig === undefined
        ? explainSilence(router, inspection)
        : `\`${name}\` reported something that is not a configuration, or that is nested too deeply`,
  }
}

/**
 * Converts `v2.0.3` to `2.0.3`; undefined for `v0.0.0`, which unreleased builds report, and for anything that is not a
 * version.
 */
function toRelease(version: string | undefined): string | undefined {
  const release = (version ?? '').trim().replace(/^v/, '')
  return /^\d+\.\d/.test(release) && !/^0\.0\.0(?!\d)/.test(release) ? release : undefined
}

const findReportedConfig = (id: string, { values }: Inspection): unknown =>
  values?.find(({ appId, name }) => appId === id && name === 'config')?.value ?? undefined

function parseReportedConfig(reportedConfig: unknown): PlainObject | undefined {
  // The nesting of the response was checked, but not that of JSON in its strings.
  const value =
    typeof reportedConfig === 'string' && !isTooDeep(reportedConfig)
      ? parseJsonText(reportedConfig)
      : reportedConfig
  return isPlainObject(value) ? value : undefined
}

/** The protocol that the router writes into its link listeners. */
const linkProtocol = 'ziti-link'

/** Removes what the router adds to its config: the path of the file, and the protocol of link listeners. */
function cleanConfig({ '@file': _, ...config }: PlainObject): PlainObject {
  const { link } = config
  if (!isPlainObject(link) || !Array.isArray(link['listeners'])) return config
  const listeners = link['listeners'].map((listener: unknown) => {
    if (!isPlainObject(listener) || listener['protocol'] !== linkProtocol) return listener
    const { protocol: _added, ...original } = listener
    return original
  })
  return { ...config, link: { ...link, listeners } }
}

function explainSilence(
  { id, name, connected, disabled = false }: FabricRouter,
  { errors }: Inspection,
): string {
  if (disabled) return `\`${name}\` is disabled, so it is not connected`
  if (!connected) return `\`${name}\` is not connected to the controller`
  const error = errors?.find((text) => text.includes(id))
  const reason = error?.replace(new RegExp(`^.*?${escapeRegExp(id)}[\\]'"]?\\s*:?\\s*`), '').trim()
  return `\`${name}\` did not report its configuration${reason ? `: ${reason}` : ' in time'}`
}

/** Throws a clearer error for a 404: controllers without the fabric API answer that the path is unknown. */
function explainMissingApi(error: unknown): never {
  if (!(error instanceof ManagementError) || error.status !== 404) throw error
  const { operation, request, status, requestId } = error
  throw new ManagementError({
    message: `\`${operation}\` failed: the controller does not serve the fabric API at this address; add \`binding: fabric\` to the \`apis\` of its web listener, or use the address of a listener that has it (NO_FABRIC_API)`,
    code: 'NO_FABRIC_API',
    operation,
    request,
    status,
    requestId,
  })
}
