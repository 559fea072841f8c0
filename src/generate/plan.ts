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
import type { EnrollmentSources } from './enrollment-sources.js'

/** `otherOptions` are the options that only link listeners have. */
export type PlannedListener = {
  protocol: string
  bind: string
  port: number
  advertise: string
  advertisedPort: number
  answerPath: Path
  otherOptions: JsonMap
}

/** All decisions that follow from answers, record and token. */
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

export type PlanContext = EnrollmentSources & {
  release: string
  answers: CheckedAnswers
  report: Reporter
}

type ReachableHosts = {
  hosts: readonly HostAndPort[]
  mainHost: HostAndPort | undefined
  reportMissingHost: () => void
}

/** Plans a router. Reports requests that are impossible, and plans the router without them. */
export function createPlan(context: PlanContext): Plan {
  const { answers, release, record, report } = context
  const name = answers.name ?? record?.name ?? 'router'
  const fileName = answers.fileName ?? name
  const fault = findFileNameFault(fileName)
  if (fault !== undefined) {
    const source =
      answers.fileName !== undefined ? 'fileName' : answers.name !== undefined ? 'name' : 'record'
    report({
      rule: 'file-name',
      severity: 'error',
      path: source === 'record' ? ['edgeRouter', 'name'] : [source],
      message: formatFileNameFault(fileName, { fault, source }),
    })
  }
  checkNames(context)
  const reachableHosts = findReachableHosts(context)
  const preset = choosePreset(context, reachableHosts)
  const tunnel = chooseTunnel(context, preset)
  const presetFacts = presets[preset]
  const wantsEdge =
    presetFacts.edge.when === 'always' ||
    (presetFacts.edge.when === 'advertised' &&
      (reachableHosts.mainHost !== undefined ||
        answers.protocols !== undefined ||
        answers.edgePort !== undefined))
  // In some releases a tunneler needs the `edge` section, and that section needs an edge listener.
  const needsLocalListener =
    !wantsEdge && tunnel !== 'none' && hasBehavior(release, 'tunnel-needs-edge')
  const edge = createEdgeListeners(context, {
    reachableHosts,
    preset,
    isWanted: wantsEdge,
    needsLocalListener,
  })
  return {
    release,
    name,
    fileName,
    preset,
    controllers: listControllers(context),
    edge,
    link: createLinkListeners(
      context,
      edge.length > 0 ? withoutPort(reachableHosts) : reachableHosts,
      presetFacts.link,
    ),
    tunnel,
    hosts: reachableHosts.hosts,
    answers,
  }
}

/**
 * Reports names and addresses in `sans` that a certificate cannot cover, and a network interface without a name in
 * `lanIf`.
 */
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
 * The hosts in the answer `advertise`, or else the host in the record. The main host is the first one that is not an
 * IPv6 address, because listeners cannot advertise those.
 */
function findReachableHosts({ answers, record, report }: PlanContext): ReachableHosts {
  const recordHosts = record?.hostname ? [record.hostname] : []
  const hostTexts = answers.advertise ?? recordHosts
  const hosts = hostTexts.flatMap((text, index): HostAndPort[] => {
    const host = parseHostAndPort(text)
    if (!('why' in host)) return [host]
    if (answers.advertise)
      report({ rule: 'host', severity: 'error', path: ['advertise', index], message: host.why })
    return []
  })
  const mainHost = hosts.find(({ kind }) => kind !== 'ipv6')
  if (hosts.length > 0 && !mainHost)
    report({
      rule: 'host',
      severity: 'error',
      path: ['advertise', 0],
      message: formatIpv6Fault(hosts[0]?.host ?? ''),
    })
  // Each listener without a host of its own calls this, but only the first call reports. Invalid hosts in `advertise`
  // were reported before.
  const reportMissingHost = once(() => {
    if (hosts.length === 0 && !answers.advertise?.length)
      report({
        rule: 'advertise',
        severity: 'error',
        path: ['advertise'],
        message: 'missing host: enter a name or address that other routers and clients can reach',
      })
  })
  return { hosts, mainHost, reportMissingHost }
}

const formatIpv6Fault = (host: string): string =>
  `\`${host}\` is an IPv6 address, which a router cannot advertise; advertise a host name that resolves to it`

function choosePreset(
  { answers, enrollment, report }: PlanContext,
  { mainHost }: ReachableHosts,
): Preset {
  const isFabric = enrollment?.method === 'trott'
  const preset =
    answers.preset ??
    (isFabric
      ? 'fabric'
      : mainHost || answers.edgeListeners || answers.protocols
        ? 'public'
        : 'host')
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

/** The facts that decide whether the router has a tunneler, and in which mode. */
type TunnelRequest = {
  answers: CheckedAnswers
  preset: Preset
  mode: TunnelMode
  /** Whether the tunneler is enabled on the controller; undefined if no record says so. */
  isEnabled: boolean | undefined
  /** Whether the answers ask for the tunneler: with `tunnel`, or with a preset that is useless without it. */
  isRequested: boolean
}

type TunnelConflict = {
  applies: (request: TunnelRequest) => boolean
  createProblem: (request: TunnelRequest) => Problem
}

/** Conflicts between the mode of the tunneler and the answers or the controller's record of the router. */
const tunnelConflicts: readonly TunnelConflict[] = [
  {
    applies: ({ preset, mode }) => preset === 'fabric' && mode !== 'none',
    createProblem: ({ mode }) => ({
      rule: 'tunnel',
      severity: 'error',
      path: ['tunnel'],
      message: `a fabric router has no tunneler, but the tunnel mode is \`${mode}\`; use another preset`,
    }),
  },
  {
    applies: ({ mode, answers }) => mode === 'proxy' && !answers.services?.length,
    createProblem: () => ({
      rule: 'services',
      severity: 'error',
      path: ['services'],
      message: 'a tunneler in mode `proxy` needs services; add at least one as NAME:PORT',
    }),
  },
  {
    applies: ({ mode, answers }) => mode !== 'proxy' && Boolean(answers.services?.length),
    createProblem: ({ mode }) => ({
      rule: 'services',
      severity: 'error',
      path: ['services'],
      message: `services need a tunneler in mode \`proxy\`, but the mode is \`${mode}\``,
    }),
  },
  {
    applies: ({ mode, answers }) => mode !== 'tproxy' && answers.diverter !== undefined,
    createProblem: ({ mode }) => ({
      rule: 'diverter',
      severity: 'error',
      path: ['diverter'],
      message: `a diverter needs a tunneler in mode \`tproxy\`, but the mode is \`${mode}\``,
    }),
  },
  ...['resolver', 'lanIf'].map((name) => ({
    applies: ({ mode, answers }: TunnelRequest) =>
      mode !== 'tproxy' && answers.tunnelOptions?.[name] !== undefined,
    createProblem: ({ mode }: TunnelRequest): Problem => ({
      rule: 'tunnel-options',
      severity: 'warning',
      path: ['tunnelOptions', name],
      message: `\`${name}\` has no effect in mode \`${mode}\`; it is for mode \`tproxy\``,
    }),
  })),
  {
    applies: ({ isEnabled, mode }) => isEnabled === true && mode === 'none',
    createProblem: () => ({
      rule: 'record-differs',
      severity: 'info',
      path: ['tunnel'],
      message: 'the tunneler is enabled on the controller, but the file has none',
    }),
  },
  {
    applies: omitsTunneler,
    createProblem: () => ({
      rule: 'record-differs',
      severity: 'info',
      path: ['edgeRouter', 'isTunnelerEnabled'],
      message: 'the tunneler is not enabled on the controller, so the file has none',
    }),
  },
  {
    applies: ({ isEnabled, mode, isRequested }) =>
      isEnabled === false && mode !== 'none' && isRequested,
    createProblem: ({ mode, answers }) => ({
      rule: 'tunneler-off',
      severity: 'error',
      path: answers.tunnel === undefined ? ['preset'] : ['tunnel'],
      message: `the tunnel mode is \`${mode}\`, but the tunneler is not enabled on the controller; enable it (\`ziti edge update edge-router NAME --tunneler-enabled\`), or use \`none\``,
    }),
  },
]

/**
 * Whether to omit the tunneler of the preset, because it is not enabled on the controller and no answer asks for it.
 */
function omitsTunneler({ isEnabled, mode, isRequested }: TunnelRequest): boolean {
  return isEnabled === false && mode !== 'none' && !isRequested
}

function chooseTunnel({ answers, record, report }: PlanContext, preset: Preset): TunnelMode {
  const presetFacts = presets[preset]
  const request = {
    answers,
    preset,
    mode: answers.tunnel ?? presetFacts.tunnel,
    isEnabled: record?.isTunnelerEnabled,
    isRequested:
      answers.tunnel !== undefined || (answers.preset !== undefined && presetFacts.needsTunneler),
  }
  for (const { applies, createProblem } of tunnelConflicts)
    if (applies(request)) report(createProblem(request))
  return omitsTunneler(request) ? 'none' : request.mode
}

function listControllers({ answers, enrollment, report }: PlanContext): string[] {
  const answerControllers = answers.controllers?.length
    ? parseControllers(answers.controllers, ['controllers'], report)
    : undefined
  const tokenControllers = enrollment?.controllers ?? []
  if (answerControllers && tokenControllers.length > 0) {
    const isDisjoint = answerControllers.every((address) => !tokenControllers.includes(address))
    if (answerControllers.join() !== tokenControllers.join())
      report({
        rule: 'controllers-differ',
        severity: isDisjoint ? 'warning' : 'info',
        path: ['controllers'],
        message: `the given controllers (${answerControllers.join(', ')}) differ from those in the token (${tokenControllers.join(', ')}); the given ones are used`,
      })
  }
  if (answerControllers) return answerControllers
  if (tokenControllers.length > 0) return parseControllers(tokenControllers, ['jwt'], report)
  report({
    rule: 'controllers',
    severity: 'error',
    path: ['controllers'],
    message: `missing controller${enrollment ? ', and the token has none' : ''}; set at least one as HOST:PORT${enrollment ? '' : ', or use an enrollment token, which names them'}`,
  })
  return []
}

const parseControllers = (texts: readonly string[], path: Path, report: Reporter): string[] =>
  texts.flatMap((text, index) => {
    const address = parseHostAndPort(text, 'tls')
    const why =
      'why' in address
        ? address.why
        : address.port === undefined
          ? `\`${text}\` has no port; add the port of the control channel, for example \`${text}:6262\``
          : undefined
    if (why === undefined && 'host' in address)
      return [`tls:${withBrackets(address.host)}:${address.port}`]
    report({
      rule: 'host',
      severity: 'error',
      path: [...path, index],
      message: `the controller ${why}`,
    })
    return []
  })

/**
 * Removes the port of the main host: only the first listener advertises that port; each other listener advertises its
 * own.
 */
const withoutPort = ({ mainHost, ...others }: ReachableHosts): ReachableHosts => ({
  ...others,
  mainHost: mainHost && { host: mainHost.host, kind: mainHost.kind },
})

/**
 * The host that a listener advertises: its own host (`text`), or else the main host. Reports an invalid or missing host
 * and returns undefined.
 */
function chooseAdvertisedHost(
  text: string | undefined,
  path: Path,
  { mainHost, reportMissingHost }: ReachableHosts,
  report: Reporter,
): HostAndPort | undefined {
  const host = text === undefined ? undefined : parseHostAndPort(text)
  if (host && !('why' in host) && host.kind !== 'ipv6') return host
  if (host)
    report({
      rule: 'host',
      severity: 'error',
      path,
      message: 'why' in host ? host.why : formatIpv6Fault(host.host),
    })
  else if (!mainHost) reportMissingHost()
  return host ? undefined : mainHost
}

type EdgeRequest = {
  reachableHosts: ReachableHosts
  preset: Preset
  isWanted: boolean
  needsLocalListener: boolean
}

function createEdgeListeners(
  { answers, report }: PlanContext,
  { reachableHosts, preset, isWanted, needsLocalListener }: EdgeRequest,
): PlannedListener[] {
  const {
    edgePort = 3022,
    wssPort = edgePort + 1,
    protocols = presets[preset].edge.protocols,
  } = answers
  const localListener = {
    protocol: 'tls',
    bind: '127.0.0.1',
    port: edgePort,
    advertise: 'localhost',
    advertisedPort: edgePort,
    answerPath: ['edgePort'],
    otherOptions: {},
  }
  if (answers.edgeListeners === undefined && needsLocalListener) return [localListener]
  const presetRequests = isWanted
    ? [...new Set(protocols)].map((protocol, index) => ({
        protocol,
        port: protocol === 'wss' && index > 0 ? wssPort : edgePort,
        answerPath: [protocol === 'wss' && index > 0 ? 'wssPort' : 'edgePort'],
      }))
    : []
  const requests =
    answers.edgeListeners?.map((listener, index) => ({
      ...listener,
      answerPath: ['edgeListeners', index],
    })) ?? presetRequests
  return createListeners(requests, reachableHosts, report)
}

type ListenerRequest = {
  protocol?: string
  bind?: string
  port: number
  advertise?: string
  bindInterface?: string
  groups?: readonly string[]
  answerPath: Path
}

function createLinkListeners(
  { answers, report }: PlanContext,
  reachableHosts: ReachableHosts,
  isWanted: boolean,
): PlannedListener[] {
  const { linkPort = 10080 } = answers
  const requests: ListenerRequest[] =
    answers.linkListeners?.map((listener, index) => ({
      ...listener,
      answerPath: ['linkListeners', index],
    })) ??
    (isWanted || answers.linkPort !== undefined
      ? [{ port: linkPort, answerPath: ['linkPort'] }]
      : [])
  return createListeners(requests, reachableHosts, report)
}

const createListeners = (
  requests: readonly ListenerRequest[],
  reachableHosts: ReachableHosts,
  report: Reporter,
): PlannedListener[] =>
  requests.flatMap((request, index) =>
    createListener(request, index === 0 ? reachableHosts : withoutPort(reachableHosts), report),
  )

function createListener(
  {
    protocol = 'tls',
    bind = '0.0.0.0',
    port,
    advertise,
    bindInterface,
    groups,
    answerPath,
  }: ListenerRequest,
  reachableHosts: ReachableHosts,
  report: Reporter,
): PlannedListener[] {
  const bindHost = withoutBrackets(bind)
  if (!isIp(bindHost))
    report({
      rule: 'host',
      severity: 'error',
      path: [...answerPath, 'bind'],
      message: `invalid IP address \`${bind}\` to listen on`,
    })
  const advertisedHost = chooseAdvertisedHost(
    advertise,
    advertise === undefined ? ['advertise'] : [...answerPath, 'advertise'],
    reachableHosts,
    report,
  )
  if (!advertisedHost) return []
  const otherOptions = {
    ...(bindInterface !== undefined && { bindInterface }),
    ...(groups && { groups }),
  }
  return [
    {
      protocol,
      bind: withBrackets(bindHost),
      port,
      advertise: advertisedHost.host,
      advertisedPort: advertisedHost.port ?? port,
      answerPath,
      otherOptions,
    },
  ]
}
