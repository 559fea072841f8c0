import type { OpenedFile } from '../shared/opened-file.js'

/** An example network. */
export type Sample = { title: string; files: () => OpenedFile[] }

type Link = { dials: readonly string[]; listens?: readonly string[]; host?: string; sans?: string }

function createFile(name: string, { dials, listens, host, sans }: Link): OpenedFile {
  const address = host ?? `${name}.example.com`
  const lines = [
    'v: 3',
    '',
    'identity:',
    `  cert: ${name}.cert`,
    `  server_cert: ${name}.server.chain.cert`,
    `  key: ${name}.key`,
    `  ca: ${name}.cas`,
    '',
    'ctrl:',
    '  endpoint: tls:ctrl.example.com:6262',
    '',
    'csr:',
    '  sans:',
    '    dns:',
    `      - ${sans ?? address}`,
    '',
    'link:',
    '  dialers:',
    '    - binding: transport',
    `      groups: [${dials.join(', ')}]`,
    ...(listens
      ? [
          '  listeners:',
          '    - binding: transport',
          '      bind: tls:0.0.0.0:10080',
          `      advertise: tls:${address}:10080`,
          `      groups: [${listens.join(', ')}]`,
        ]
      : []),
    '',
  ]
  return { name: `${name}.yml`, text: lines.join('\n') }
}

const createFiles = (links: Readonly<Record<string, Link>>): OpenedFile[] =>
  Object.entries(links).map(([name, link]) => createFile(name, link))

/** Example networks of different shapes, each with something to discover. */
export const samples: readonly Sample[] = [
  {
    title: 'Two regions and a hub',
    files: () =>
      createFiles({
        hub: { dials: ['america', 'europe'], listens: ['america', 'europe'] },
        boston: { dials: ['america'], listens: ['america'] },
        denver: { dials: ['america'], listens: ['america'] },
        austin: { dials: ['america'] },
        berlin: { dials: ['europe'], listens: ['europe'], host: '0.0.0.0' },
        lisbon: { dials: ['europe'], listens: ['europe'] },
        porto: { dials: ['europ'], listens: ['europ'] },
        warsaw: { dials: ['europe'], listens: ['europe'], sans: 'old.example.com' },
      }),
  },
  {
    title: 'A misspelled group',
    files: () =>
      createFiles({
        north: { dials: ['backbone'], listens: ['backbone'] },
        south: { dials: ['backbone'], listens: ['backbone'] },
        east: { dials: ['backbon'], listens: ['backbon'] },
        west: { dials: ['backbone'] },
      }),
  },
  {
    title: '200 routers',
    files: () =>
      createFiles(
        Object.fromEntries(
          Array.from({ length: 200 }, (_, index): [string, Link] => {
            const region = `region-${(index % 8) + 1}`
            const isHub = index < 8
            return [
              `${isHub ? 'hub' : 'edge'}-${String(index + 1).padStart(3, '0')}`,
              isHub
                ? { dials: ['core', region], listens: ['core', region] }
                : { dials: [region], listens: [region] },
            ]
          }),
        ),
      ),
  },
]
