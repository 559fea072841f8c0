import type { Path } from '../document/diagnostic.js'
import { withBrackets, withoutBrackets } from '../formats/host.js'
import { isIp } from '../formats/internet.js'
import { once } from '../document/lazy.js'
import { hasBehavior } from '../schema/release.js'
import type { JsonMap } from '../document/record.js'
import type { CheckedAnswers, Problem, Reporter } from './answers.js'
import type { HostName, HostAndPort } from './hosts.js'
import { findNameFault, parseHostAndPort } from './hosts.js'
import { formatFileNameFault, findFileNameFault } from './paths.js'
import type { TunnelMode, Preset } from './presets.js'
import { presets } from './presets.js'
import type { EnrollmentOrigin } from './record.js'

/** A listener: its bind address, what it advertises, and the answers that set it. */
export type PlannedListener = {
  protocol: string
  bind: string
  port: number
  advertise: string
  advertisedPort: number
  from: Path
  extra: JsonMap
}

/** All decisions from answers, record and token. */
export type Plan = {
  release: string
  name: string
  fileName: string
  preset: Preset
  controllers: readonly string[]
  edge: readonly PlannedListener[]
  link: readonly PlannedListener[]
  tunnel: TunnelMode
  /** Hosts at which the router is reached; the certificate covers them. */
  hosts: readonly HostName[]
  answers: CheckedAnswers
}

export type PlanContext = EnrollmentOrigin & {
  release: string
  answers: CheckedAnswers
  report: Reporter
}

type ReachableHosts = {
  hosts: readonly HostAndPort[]
  main: HostAndPort | undefined
  reportMissingHost: () => void
}

/** Plans a router. What is not possible is reported, and the plan continues as if it had not been requested. */
export function createPlan(context: PlanContext): Plan {
  const { answers, release, record, report } = context
  const name = answers.name ?? record?.name ?? 'router'
  const fileName = answers.fileName ?? name
  const fault = findFileNameFault(fileName)
  if (fault !== undefined)
    report({
      rule: 'file-name',
      severity: 'error',
      path:
        answers.fileName !== undefined
          ? ['fileName']
          : answers.name !== undefined
            ? ['name']
            : ['edgeRouter', 'name'],
      message: formatFileNameFault(fileName, fault),
    })
  checkNames(context)
  const reached = findReachableHosts(context)
  const preset = choosePreset(context, reached)
  const tunnel = chooseTunnel(context, preset)
  const facts = presets[preset]
  const wantsEdge =
    facts.edge.when === 'always' ||
    (facts.edge.when === 'advertised' &&
      (reached.main !== undefined ||
        answers.protocols !== undefined ||
        answers.edgePort !== undefined))
  // In some releases a tunneler needs the `edge` section, and that section needs an edge listener.
  const isLocal = !wantsEdge && tunnel !== 'none' && hasBehavior(release, 'tunnel-needs-edge')
  const edge = createEdgeListeners(context, { reached, preset, isWanted: wantsEdge, isLocal })
  return {
    release,
    name,
    fileName,
    preset,
    controllers: listControllers(context),
    edge,
    link: createLinkListeners(
      context,
      edge.length > 0 ? withoutPort(reached) : reached,
      facts.link,
    ),
    tunnel,
    hosts: reached.hosts,
    answers,
  }
}

/** Additional names for the certificate must be valid for their kind. */
function checkNames({
  answers: { sans: { dns = [], ip = [] } = {}, tunnelOptions },
  report,
}: PlanContext): void {
  dns.forEach((name, index) => {
    const why = findNameFault(name)
    if (why !== undefined)
      report({ rule: 'host', severity: 'error', path: ['sans', 'dns', index], message: why })
  })
  ip.forEach((address, index) => {
    if (!isIp(address))
      report({
        rule: 'host',
        severity: 'error',
        path: ['sans', 'ip', index],
        message: `invalid IP address \`${address}\`; move host names to \`sans.dns\`; a certificate cannot cover an address range`,
      })
  })
  if ([tunnelOptions?.['lanIf'] ?? []].flat().includes(''))
    report({
      rule: 'tunnel',
      severity: 'error',
      path: ['tunnelOptions', 'lanIf'],
      message:
        'the name of the network interface is empty; enter a name or omit `lanIf`, or the router stops after it has reached a controller',
    })
}

/**
 * The hosts of `advertise`. The first one that listeners can advertise is the main one; they do not accept IPv6
 * addresses.
 */
function findReachableHosts({ answers, record, report }: PlanContext): ReachableHosts {
  const known = record?.hostname ? [record.hostname] : []
  const advertised = answers.advertise ?? known
  const hosts = advertised.flatMap((text, index): HostAndPort[] => {
    const place = parseHostAndPort(text)
    if (!('why' in place)) return [place]
    if (answers.advertise)
      report({ rule: 'host', severity: 'error', path: ['advertise', index], message: place.why })
    return []
  })
  const main = hosts.find(({ kind }) => kind !== 'ipv6')
  if (hosts.length > 0 && !main)
    report({
      rule: 'host',
      severity: 'error',
      path: ['advertise', 0],
      message: refuseIpv6(hosts[0]?.host ?? ''),
    })
  // Reported once for all listeners, and not if one of the given hosts was already reported.
  const tellMissing = once(() => {
    if (hosts.length === 0 && !answers.advertise?.length)
      report({
        rule: 'advertise',
        severity: 'error',
        path: ['advertise'],
        message:
          'missing host: set `advertise` to a name or address that other routers and clients can reach',
      })
  })
  return { hosts, main, reportMissingHost: tellMissing }
}

const refuseIpv6 = (host: string): string =>
  `\`${host}\` is an IPv6 address, which a router cannot advertise; advertise a host name that resolves to it`

function choosePreset(
  { answers, enrollment, report }: PlanContext,
  { main }: ReachableHosts,
): Preset {
  const isFabric = enrollment?.method === 'trott'
  const preset =
    answers.preset ??
    (isFabric ? 'fabric' : main || answers.edgeListeners || answers.protocols ? 'public' : 'host')
  if (isFabric && preset !== 'fabric')
    report({
      rule: 'token-kind',
      severity: 'error',
      path: ['preset'],
      message: `the token enrolls a fabric router, which has no edge listener and no tunneler, but the preset is \`${preset}\`; use the preset \`fabric\`, or the token of an edge router`,
    })
  if (answers.preset === undefined && preset === 'host')
    report({
      rule: 'advertise',
      severity: 'info',
      path: ['advertise'],
      message:
        'no host is set, so nobody can connect to the router; it dials other routers and hosts services of its network',
    })
  return preset
}

/** What decides about the tunneler. */
type TunnelRequest = {
  answers: CheckedAnswers
  preset: Preset
  mode: TunnelMode
  /** Whether the tunneler is enabled on the controller, as far as a record says it. */
  isEnabled: boolean | undefined
  /** Whether an answer asks for the tunneler. */
  isAsked: boolean
}

type TunnelConflict = {
  applies: (request: TunnelRequest) => boolean
  problem: (request: TunnelRequest) => Problem
}

/** Answers that contradict the mode of the tunneler, or the lack of a tunneler. */
const tunnelConflicts: readonly TunnelConflict[] = [
  {
    applies: ({ preset, mode }) => preset === 'fabric' && mode !== 'none',
    problem: ({ mode }) => ({
      rule: 'tunnel',
      severity: 'error',
      path: ['tunnel'],
      message: `a fabric router has no tunneler, but \`tunnel\` is \`${mode}\`; use another preset`,
    }),
  },
  {
    applies: ({ mode, answers }) => mode === 'proxy' && !answers.services?.length,
    problem: () => ({
      rule: 'services',
      severity: 'error',
      path: ['services'],
      message: 'a tunneler in mode `proxy` needs services; add at least one as NAME:PORT',
    }),
  },
  {
    applies: ({ mode, answers }) => mode !== 'proxy' && Boolean(answers.services?.length),
    problem: ({ mode }) => ({
      rule: 'services',
      severity: 'error',
      path: ['services'],
      message: `\`services\` needs a tunneler in mode \`proxy\`, but the mode is \`${mode}\``,
    }),
  },
  {
    applies: ({ mode, answers }) => mode !== 'tproxy' && answers.diverter !== undefined,
    problem: ({ mode }) => ({
      rule: 'diverter',
      severity: 'error',
      path: ['diverter'],
      message: `\`diverter\` needs a tunneler in mode \`tproxy\`, but the mode is \`${mode}\``,
    }),
  },
  ...['resolver', 'lanIf'].map((name) => ({
    applies: ({ mode, answers }: TunnelRequest) =>
      mode !== 'tproxy' && answers.tunnelOptions?.[name] !== undefined,
    problem: ({ mode }: TunnelRequest): Problem => ({
      rule: 'tunnel-options',
      severity: 'warning',
      path: ['tunnelOptions', name],
      message: `\`${name}\` has no effect in mode \`${mode}\`; it is for mode \`tproxy\``,
    }),
  })),
  {
    applies: ({ isEnabled, mode }) => isEnabled === true && mode === 'none',
    problem: () => ({
      rule: 'record-differs',
      severity: 'info',
      path: ['tunnel'],
      message: 'the tunneler is enabled on the controller, but the file has none',
    }),
  },
  {
    applies: isLeftOut,
    problem: () => ({
      rule: 'record-differs',
      severity: 'info',
      path: ['edgeRouter', 'isTunnelerEnabled'],
      message: 'the tunneler is not enabled on the controller, so the file has none',
    }),
  },
  {
    applies: ({ isEnabled, mode, isAsked }) => isEnabled === false && mode !== 'none' && isAsked,
    problem: ({ mode, answers }) => ({
      rule: 'tunneler-off',
      severity: 'error',
      path: answers.tunnel === undefined ? ['preset'] : ['tunnel'],
      message: `\`tunnel\` is \`${mode}\`, but the tunneler is not enabled on the controller; enable it (\`ziti edge update edge-router NAME --tunneler-enabled\`), or use \`none\``,
    }),
  },
]

/** Whether the file has no tunneler because the controller has not enabled one and nobody asks for it. */
function isLeftOut({ isEnabled, mode, isAsked }: TunnelRequest): boolean {
  return isEnabled === false && mode !== 'none' && !isAsked
}

function chooseTunnel({ answers, record, report }: PlanContext, preset: Preset): TunnelMode {
  const facts = presets[preset]
  const request = {
    answers,
    preset,
    mode: answers.tunnel ?? facts.tunnel,
    isEnabled: record?.isTunnelerEnabled,
    isAsked: answers.tunnel !== undefined || (answers.preset !== undefined && facts.needsTunneler),
  }
  for (const { applies, problem } of tunnelConflicts) if (applies(request)) report(problem(request))
  return isLeftOut(request) ? 'none' : request.mode
}

function listControllers({ answers, enrollment, report }: PlanContext): string[] {
  const fromAnswers = answers.controllers?.length
    ? checkAddresses(answers.controllers, ['controllers'], report)
    : undefined
  const named = enrollment?.controllers ?? []
  if (fromAnswers && named.length > 0) {
    const isOther = fromAnswers.every((address) => !named.includes(address))
    if (fromAnswers.join() !== named.join())
      report({
        rule: 'controllers-differ',
        severity: isOther ? 'warning' : 'info',
        path: ['controllers'],
        message: `the given controllers (${fromAnswers.join(', ')}) differ from those in the token (${named.join(', ')}); the given ones are used`,
      })
  }
  if (fromAnswers) return fromAnswers
  if (named.length > 0) return checkAddresses(named, ['jwt'], report)
  report({
    rule: 'controllers',
    severity: 'error',
    path: ['controllers'],
    message: `missing controller${enrollment ? ', and the token has none' : ''}; set at least one as HOST:PORT${enrollment ? '' : ', or use an enrollment token, which names them'}`,
  })
  return []
}

const checkAddresses = (texts: readonly string[], path: Path, report: Reporter): string[] =>
  texts.flatMap((text, index) => {
    const place = parseHostAndPort(text, 'tls')
    const why =
      'why' in place
        ? place.why
        : place.port === undefined
          ? `\`${text}\` has no port; add the port of the control channel, for example \`${text}:6262\``
          : undefined
    if (why === undefined && 'host' in place)
      return [`tls:${withBrackets(place.host)}:${place.port}`]
    report({
      rule: 'host',
      severity: 'error',
      path: [...path, index],
      message: `the controller ${why}`,
    })
    return []
  })

/** The advertised port is for the first listener; all others advertise their own. */
const withoutPort = ({ main, ...reached }: ReachableHosts): ReachableHosts => ({
  ...reached,
  main: main && { host: main.host, kind: main.kind },
})

/** What a listener advertises, if the answers set more than the preset does. */
function chooseAdvertised(
  text: string | undefined,
  path: Path,
  { main, reportMissingHost: tellMissing }: ReachableHosts,
  report: Reporter,
): HostAndPort | undefined {
  const place = text === undefined ? undefined : parseHostAndPort(text)
  if (place && !('why' in place) && place.kind !== 'ipv6') return place
  if (place)
    report({
      rule: 'host',
      severity: 'error',
      path,
      message: 'why' in place ? place.why : refuseIpv6(place.host),
    })
  else if (!main) tellMissing()
  return place ? undefined : main
}

type EdgeRequest = { reached: ReachableHosts; preset: Preset; isWanted: boolean; isLocal: boolean }

function createEdgeListeners(
  { answers, report }: PlanContext,
  { reached, preset, isWanted, isLocal }: EdgeRequest,
): PlannedListener[] {
  const {
    edgePort = 3022,
    wssPort = edgePort + 1,
    protocols = presets[preset].edge.protocols,
  } = answers
  const local = {
    protocol: 'tls',
    bind: '127.0.0.1',
    port: edgePort,
    advertise: 'localhost',
    advertisedPort: edgePort,
    from: ['edgePort'],
    extra: {},
  }
  if (answers.edgeListeners === undefined && isLocal) return [local]
  const simple = isWanted
    ? [...new Set(protocols)].map((protocol, index) => ({
        protocol,
        port: protocol === 'wss' && index > 0 ? wssPort : edgePort,
        from: [protocol === 'wss' && index > 0 ? 'wssPort' : 'edgePort'],
      }))
    : []
  const requests =
    answers.edgeListeners?.map((listener, index) => ({
      ...listener,
      from: ['edgeListeners', index],
    })) ?? simple
  return createListeners(requests, reached, report)
}

type ListenerRequest = {
  protocol?: string
  bind?: string
  port: number
  advertise?: string
  bindInterface?: string
  groups?: readonly string[]
  from: Path
}

function createLinkListeners(
  { answers, report }: PlanContext,
  reached: ReachableHosts,
  isWanted: boolean,
): PlannedListener[] {
  const { linkPort = 10080 } = answers
  const requests: ListenerRequest[] =
    answers.linkListeners?.map((listener, index) => ({
      ...listener,
      from: ['linkListeners', index],
    })) ??
    (isWanted || answers.linkPort !== undefined ? [{ port: linkPort, from: ['linkPort'] }] : [])
  return createListeners(requests, reached, report)
}

const createListeners = (
  requests: readonly ListenerRequest[],
  reached: ReachableHosts,
  report: Reporter,
): PlannedListener[] =>
  requests.flatMap((request, index) =>
    createListener(request, index === 0 ? reached : withoutPort(reached), report),
  )

function createListener(
  {
    protocol = 'tls',
    bind = '0.0.0.0',
    port,
    advertise,
    bindInterface,
    groups,
    from,
  }: ListenerRequest,
  reached: ReachableHosts,
  report: Reporter,
): PlannedListener[] {
  const host = withoutBrackets(bind)
  if (!isIp(host))
    report({
      rule: 'host',
      severity: 'error',
      path: [...from, 'bind'],
      message: `invalid IP address \`${bind}\` to listen on`,
    })
  const place = chooseAdvertised(
    advertise,
    advertise === undefined ? ['advertise'] : [...from, 'advertise'],
    reached,
    report,
  )
  if (!place) return []
  const extra = { ...(bindInterface !== undefined && { bindInterface }), ...(groups && { groups }) }
  return [
    {
      protocol,
      bind: withBrackets(host),
      port,
      advertise: place.host,
      advertisedPort: place.port ?? port,
      from,
      extra,
    },
  ]
}
