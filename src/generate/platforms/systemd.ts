import { inShell } from '../commands.js'
import { folderOf } from '../places.js'
import type { Platform } from './platform.js'
import { baseOf, hasLowPort } from './platform.js'

/** A unit that runs the router, the rights that its mode needs as an override for units of packages, and an environment in which such packages leave file and identity alone. */
export const systemd: Platform = (plan, { path }) => {
  const folder = folderOf(plan).replace(/\/$/, '')
  const rights = [
    ...(plan.tunnel === 'tproxy' ? ['CAP_NET_ADMIN'] : []),
    ...(hasLowPort(plan) ? ['CAP_NET_BIND_SERVICE'] : []),
  ]
  const granted = rights.length > 0 ? [`AmbientCapabilities=${rights.join(' ')}`] : []
  const state = folder.startsWith('/var/lib/')
    ? [`StateDirectory=${folder.slice('/var/lib/'.length)}`]
    : []
  const run = inShell(['/usr/bin/ziti', 'router', 'run', `${folder}/${baseOf(path)}`]).replaceAll(
    '%',
    '%%',
  )
  return [
    {
      path: 'ziti-router.service',
      text: [
        ...[
          '[Unit]',
          `Description=OpenZiti router ${plan.fileName}`,
          'Wants=network-online.target',
          'After=network-online.target',
          '',
        ],
        ...[
          '[Service]',
          'Type=simple',
          'User=ziti-router',
          'Group=ziti-router',
          ...state,
          `WorkingDirectory=${folder}`,
          `ExecStart=${run}`,
        ],
        ...['Restart=always', 'RestartSec=3', 'LimitNOFILE=65535', 'UMask=0077', ...granted, ''],
        ...['[Install]', 'WantedBy=multi-user.target', ''],
      ].join('\n'),
    },
    ...(rights.length > 0
      ? [
          {
            path: 'ziti-router.service.d/override.conf',
            text: ['[Service]', ...granted, ''].join('\n'),
          },
        ]
      : []),
    {
      path: 'service.env',
      text: ['ZITI_BOOTSTRAP=false', 'ZITI_BOOTSTRAP_CONFIG=false', ''].join('\n'),
    },
  ]
}
