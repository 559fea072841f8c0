import { formatScalar } from '../edit/edit.js'
import { splitHostPort } from '../formats/address.js'
import type { JsonMap } from '../document/record.js'
import { toJsonMap } from '../document/record.js'
import { describeRouterAction } from '../schema/messages.js'
import type { Plan, PlannedListener } from './plan.js'
import type { Reporter } from './answers.js'
import { getBaseName, getFolder, inShell, createCommands } from './paths.js'
import { formatDataFile } from './format-file.js'

/** A file that a platform needs: its path, relative to the router file, and its content. */
export type PlatformFile = {
  /** Path relative to the router file. */
  path: string
  /** Content of the file. */
  text: string
}

/**
 * The inputs of a platform's files besides the plan: the paths of the router file and the token, and the router file as
 * data. `report` receives the requests that the platform does not support.
 */
export type PlatformContext = { path: string; jwtPath: string; file: JsonMap; report: Reporter }

export type PlatformWriter = (plan: Plan, context: PlatformContext) => PlatformFile[]

/** Ports below 1024 need an additional permission. In mode `tproxy`, the router serves DNS on port 53. */
const hasLowPort = ({ edge, link, tunnel }: Plan): boolean =>
  tunnel === 'tproxy' || [...edge, ...link].some(({ port }) => port < 1024)

/**
 * A compose file for the public image, and an environment file that sets the release of the image. The container reads
 * the token from a file in the mounted folder, and uses the router file unchanged.
 */
const docker: PlatformWriter = (plan, { path, jwtPath }) => {
  const folder = getFolder(plan.answers).replace(/\/$/, '')
  const isGateway = plan.tunnel === 'tproxy'
  const services = (plan.answers.services ?? []).flatMap((service) => {
    const [, port = '', protocol = 'tcp'] = service.split(':')
    return port === '' ? [] : [`${port}:${port}${protocol === 'udp' ? '/udp' : ''}`]
  })
  const ports = [
    ...new Set([
      ...[...plan.edge, ...plan.link]
        .filter(({ bind }) => bind !== '127.0.0.1')
        .map(
          ({ protocol, port, advertisedPort }) =>
            `${advertisedPort}:${port}${protocol === 'dtls' ? '/udp' : ''}`,
        ),
      ...services,
    ]),
  ]
  const formatList = (name: string, items: readonly string[]): string[] =>
    items.length > 0
      ? [`    ${name}:`, ...items.map((item) => `      - ${JSON.stringify(item)}`)]
      : []
  return [
    {
      path: 'compose.yml',
      text: [
        'services:',
        '  ziti-router:',
        `    image: \${ZITI_ROUTER_IMAGE:-openziti/ziti-router}:\${ZITI_ROUTER_TAG:-${plan.release}}`,
        '    restart: unless-stopped',
        `    command: [run, ${formatScalar(`${folder}/${getBaseName(path)}`)}]`,
        `    working_dir: ${formatScalar(folder)}`,
        ...(isGateway ? ['    user: root'] : []),
        '    environment:',
        '      ZITI_BOOTSTRAP: "true"',
        '      ZITI_BOOTSTRAP_CONFIG: "false"',
        '      ZITI_BOOTSTRAP_ENROLLMENT: "true"',
        '      ZITI_AUTO_RENEW_CERTS: "true"',
        // The entrypoint enrolls if the certificate file is missing.
        `      ZITI_ROUTER_NAME: ${formatScalar(plan.fileName)}`,
        `      ZITI_ROUTER_IDENTITY_CERT: ${formatScalar(`${folder}/${plan.fileName}.cert`)}`,
        `      ZITI_ENROLL_TOKEN: ${formatScalar(`${folder}/${getBaseName(jwtPath)}`)}`,
        ...(isGateway
          ? []
          : [
              `    # The container runs as user ${containerUser}, which must own this folder and the files of the router in it.`,
            ]),
        ...formatList('volumes', [`./:${folder}`]),
        ...formatList('ports', ports),
        ...(isGateway
          ? [
              ...formatList('cap_add', ['NET_ADMIN']),
              ...formatList('dns', ['127.0.0.1', '1.1.1.1']),
            ]
          : []),
        '    healthcheck:',
        '      test: [CMD, ziti, agent, stats]',
        '      interval: 10s',
        '      timeout: 5s',
        '      retries: 5',
        '      start_period: 30s',
        '',
      ].join('\n'),
    },
    {
      path: '.env',
      text: [`ZITI_ROUTER_IMAGE=openziti/ziti-router`, `ZITI_ROUTER_TAG=${plan.release}`, ''].join(
        '\n',
      ),
    },
  ]
}

/** The id of the user that runs the router in the image and writes the identity files. */
export const containerUser = '2171'

/** The name of the Kubernetes secret from which the chart takes the token. */
export const getEnrollmentSecretName = ({ fileName }: Plan): string =>
  `${fileName.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')}-enrollment`

/** Values for the public chart `openziti/ziti-router`, which creates the router file; the token comes from a secret. */
const kubernetes: PlatformWriter = (plan, { jwtPath, file, report }) => {
  const { edge, link, controllers, answers } = plan
  const unsupportedSections = Object.keys(answers.sections ?? {}).filter(
    (name) => !['forwarder', 'proxy'].includes(name),
  )
  const warn = (answer: string, message: string): void =>
    report({ rule: 'platform', severity: 'warning', path: [answer], message })
  if (unsupportedSections.length > 0)
    warn(
      'sections',
      `the chart writes the router config file itself and has no values for ${unsupportedSections.map((name) => `\`${name}\``).join(', ')}; mount the router config file instead if you need them`,
    )
  if (controllers.length > 1)
    warn(
      'controllers',
      'the chart supports one controller and uses the first; the router learns the others from it',
    )
  if (edge.length === 0)
    warn(
      'platform',
      `the chart writes an edge section even without an edge listener, and ${describeRouterAction('refuses')} with it; mount the router config file instead, or advertise a host`,
    )
  if (new Set(edge.map(({ advertise }) => advertise)).size < edge.length)
    warn(
      'platform',
      'the chart needs a different host for each edge listener, but two advertise the same; set one for each with `edgeListeners`',
    )
  const csr = toJsonMap(file['csr'] ?? toJsonMap(file['edge'])['csr'])
  const [mainListener, ...otherListeners] = edge
  const [linkListener] = link
  const secretName = getEnrollmentSecretName(plan)
  const values: JsonMap = {
    ctrl: { endpoint: (controllers[0] ?? '').replace(/^tls:/, '') },
    ...toChartProxy(file),
    csr: { ...csr, sans: { noDefaults: true, ...toJsonMap(csr['sans']) } },
    edge: mainListener
      ? {
          enabled: true,
          ...toChartListener(mainListener),
          ...(otherListeners.length > 0 && {
            additionalListeners: otherListeners.map((listener, index) => ({
              name: `${listener.protocol}-${index + 1}`,
              ...toChartListener(listener),
            })),
          }),
        }
      : { enabled: false },
    linkListeners: {
      transport: linkListener
        ? {
            enabled: true,
            containerPort: linkListener.port,
            advertisedHost: linkListener.advertise,
            advertisedPort: linkListener.advertisedPort,
          }
        : { enabled: false, service: { enabled: false } },
    },
    tunnel: toChartTunnel(plan),
    // The chart would write `latencyProbeInterval`, which the router never reads; null removes it.
    forwarder: { latencyProbeInterval: null, ...toJsonMap(file['forwarder']) },
    enrollmentJwtFromSecret: true,
    enrollmentJwtSecretName: secretName,
  }
  return [
    {
      path: 'values.yml',
      text: `# kubectl create secret generic ${secretName} --from-file=enrollmentJwt=${getBaseName(jwtPath)}\n${formatDataFile(values)}`,
    },
  ]
}

const toChartListener = ({
  protocol,
  port,
  advertise,
  advertisedPort,
}: PlannedListener): JsonMap => ({
  protocol,
  containerPort: port,
  advertisedHost: advertise,
  advertisedPort,
})

function toChartProxy(file: JsonMap): JsonMap {
  const { type, address } = toJsonMap(file['proxy'])
  const parts = typeof address === 'string' ? splitHostPort(address) : undefined
  return parts
    ? {
        proxy: {
          ...(type !== undefined && { type }),
          address: parts.host,
          port: Number(parts.port),
        },
      }
    : {}
}

function toChartTunnel({
  tunnel,
  answers: { diverter, services = [], tunnelOptions = {} },
}: Plan): JsonMap {
  const { resolver, dnsSvcIpRange, lanIf } = tunnelOptions
  const proxyServices = services.map((service) => {
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
    ...(tunnel === 'proxy' && { proxyServices }),
  }
}

/**
 * A systemd unit that runs the router; an environment file, which keeps the OpenZiti package's own unit from changing
 * the router file and the identity; and, if the router needs permissions, an override that adds them to the package's
 * unit.
 */
const systemd: PlatformWriter = (plan, { path }) => {
  const folder = getFolder(plan.answers).replace(/\/$/, '')
  const capabilities = [
    ...(plan.tunnel === 'tproxy' ? ['CAP_NET_ADMIN'] : []),
    ...(hasLowPort(plan) ? ['CAP_NET_BIND_SERVICE'] : []),
  ]
  const capabilityLines =
    capabilities.length > 0 ? [`AmbientCapabilities=${capabilities.join(' ')}`] : []
  const stateDirectoryLines = folder.startsWith('/var/lib/')
    ? [
        `StateDirectory=${quoteListItem(folder.slice('/var/lib/'.length))}`,
        'StateDirectoryMode=0700',
      ]
    : []
  const runCommand = inShell([
    '/usr/bin/ziti',
    'router',
    'run',
    `${folder}/${getBaseName(path)}`,
  ]).replaceAll('%', '%%')
  return [
    {
      path: 'ziti-router.service',
      text: [
        '[Unit]',
        `Description=OpenZiti router ${plan.fileName}`,
        'Wants=network-online.target',
        'After=network-online.target',
        '',
        '[Service]',
        'Type=simple',
        'User=ziti-router',
        'Group=ziti-router',
        ...stateDirectoryLines,
        `WorkingDirectory=${folder}`,
        `EnvironmentFile=-${folder}/service.env`,
        `ExecStart=${runCommand}`,
        ...[
          'Restart=always',
          'RestartSec=3',
          'LimitNOFILE=65535',
          'UMask=0077',
          ...capabilityLines,
          '',
        ],
        ...['[Install]', 'WantedBy=multi-user.target', ''],
      ].join('\n'),
    },
    ...(capabilities.length > 0
      ? [
          {
            path: 'ziti-router.service.d/override.conf',
            text: ['[Service]', ...capabilityLines, ''].join('\n'),
          },
        ]
      : []),
    {
      path: 'service.env',
      text: ['ZITI_BOOTSTRAP=false', 'ZITI_BOOTSTRAP_CONFIG=false', ''].join('\n'),
    },
  ]
}

/** Formats a name as an item of a systemd list: quoted if it has spaces, because spaces separate the items. */
const quoteListItem = (name: string): string => (/\s/.test(name) ? `"${name}"` : name)

export const getWindowsFolder = (plan: Plan): string =>
  getFolder(plan.answers).replaceAll('/', '\\').replace(/\\$/, '')

/** Escapes a text for a batch file, in which `%` starts a variable. */
const escapeForBatch = (text: string): string => text.replaceAll('%', '%%')

/** A script that copies the files beside it, enrolls the router, and starts it now and whenever Windows starts. */
const windows: PlatformWriter = (plan, { path, jwtPath }) => {
  const folder = getWindowsFolder(plan)
  const { enroll, run } = createCommands(
    `${folder}\\${getBaseName(path)}`,
    `${folder}\\${getBaseName(jwtPath)}`,
  )
  return [
    {
      path: 'install.cmd',
      text: [
        '@echo off',
        `if not exist "${folder}" mkdir "${folder}" || exit /b 1`,
        ...[path, jwtPath].map(
          (filePath) =>
            `copy /y "%~dp0${escapeForBatch(getBaseName(filePath))}" "${folder}\\" || exit /b 1`,
        ),
        `cd /d "${folder}" || exit /b 1`,
        `${escapeForBatch(inShell(enroll, true))} || exit /b 1`,
        `schtasks /create /tn "ziti-router ${escapeForBatch(plan.fileName)}" /sc onstart /ru SYSTEM /tr "${escapeForBatch(inShell(run, true)).replaceAll('"', '\\"')}" || exit /b 1`,
        `schtasks /run /tn "ziti-router ${escapeForBatch(plan.fileName)}"`,
        '',
      ].join('\r\n'),
    },
  ]
}

const platforms: Readonly<Record<NonNullable<Plan['answers']['platform']>, PlatformWriter>> = {
  systemd,
  docker,
  kubernetes,
  windows,
}

export const createPlatformFiles = (plan: Plan, context: PlatformContext): PlatformFile[] =>
  plan.answers.platform ? platforms[plan.answers.platform](plan, context) : []
