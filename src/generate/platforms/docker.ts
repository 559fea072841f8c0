import { scalar } from '../../edit/replace.js'
import { folderOf } from '../places.js'
import type { Platform } from './platform.js'
import { baseOf } from './platform.js'

/** A compose file for the public image. The token is read from its file in the folder that is mounted, and the file is used as it is. */
export const docker: Platform = (plan, { path, jwtPath }) => {
  const folder = folderOf(plan).replace(/\/$/, '')
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
  const list = (name: string, items: readonly string[]): string[] =>
    items.length > 0
      ? [`    ${name}:`, ...items.map((item) => `      - ${JSON.stringify(item)}`)]
      : []
  return [
    {
      path: 'compose.yml',
      text: [
        ...[
          'services:',
          '  ziti-router:',
          `    image: \${ZITI_ROUTER_IMAGE:-openziti/ziti-router}:\${ZITI_ROUTER_TAG:-${plan.release}}`,
          '    restart: unless-stopped',
        ],
        `    command: [run, ${scalar(`${folder}/${baseOf(path)}`)}]`,
        `    working_dir: ${scalar(folder)}`,
        ...(isGateway ? ['    user: root'] : []),
        ...[
          '    environment:',
          '      ZITI_BOOTSTRAP: "true"',
          '      ZITI_BOOTSTRAP_CONFIG: "false"',
          '      ZITI_BOOTSTRAP_ENROLLMENT: "true"',
          '      ZITI_AUTO_RENEW_CERTS: "true"',
        ],
        // The entrypoint enrolls where this file is missing.
        `      ZITI_ROUTER_NAME: ${scalar(plan.fileName)}`,
        `      ZITI_ROUTER_IDENTITY_CERT: ${scalar(`${folder}/${plan.fileName}.cert`)}`,
        `      ZITI_ENROLL_TOKEN: ${scalar(`${folder}/${baseOf(jwtPath)}`)}`,
        '    # The folder belongs to the user of the container: chown 2171 .',
        ...list('volumes', [`./:${folder}`]),
        ...list('ports', ports),
        ...(isGateway
          ? [...list('cap_add', ['NET_ADMIN']), ...list('dns', ['127.0.0.1', '1.1.1.1'])]
          : []),
        ...[
          '    healthcheck:',
          '      test: [CMD, ziti, agent, stats]',
          '      interval: 10s',
          '      timeout: 5s',
          '      retries: 5',
          '      start_period: 30s',
          '',
        ],
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
