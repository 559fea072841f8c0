import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import type { Answers } from '../../src/core.js'
import { generate, inShell, lint, load, presets, readAnswers } from '../../src/core.js'
import { parseDocument } from '../../src/document/document.js'
import { formatScalar } from '../../src/edit/edit.js'
import { yaml } from '../support/yaml.js'

const base = {
  controllers: ['ctrl.example.com:6262'],
  advertise: ['router.example.com'],
} satisfies Answers

const said = (answers: object): string[] =>
  generate(answers).diagnostics.map(
    ({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`,
  )

const made = (answers: Answers): string => {
  const result = generate(answers)
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('\n'))
  return result.text
}

describe('answers that do not do', () => {
  test.each<[name: string, answers: object, found: string]>([
    [
      'name a key that does not exist',
      { ...base, edgeport: 1 },
      'error edgeport: the map of answers has an unknown key `edgeport`; did you mean `edgePort`?',
    ],
    [
      'have a value of another type',
      { ...base, edgePort: '3022x' },
      'error edgePort: `edgePort` is `3022x` (a string), but must be an integer between 1 and 65535',
    ],
    [
      'have a port beyond the last',
      { ...base, linkPort: 70000 },
      'error linkPort: `linkPort` is `70000` (an integer), but must be an integer between 1 and 65535',
    ],
    [
      'name no preset',
      { ...base, preset: 'publik' },
      'error preset: `preset` is `publik`, but must be `public`, `private`, `browser`, `tproxy`, `host`, `proxy` or `fabric`; did you mean `public`?',
    ],
    [
      'name no release',
      { ...base, target: '9.9' },
      'error target: unknown release `9.9`; use a release such as 2.0 or 1.6.14',
    ],
    [
      'name no controller',
      { advertise: ['a'] },
      'error controllers: missing controller; set at least one as HOST:PORT, or use an enrollment token, which names them',
    ],
    [
      'name a controller without port',
      { controllers: ['ctrl.example.com'], preset: 'host' },
      'error controllers.0: the controller `ctrl.example.com` has no port; add the port of the control channel, for example `ctrl.example.com:6262`',
    ],
    [
      'name a controller by URL',
      { controllers: ['https://ctrl.example.com:1280'], preset: 'host' },
      'error controllers.0: the controller invalid host `https://ctrl.example.com:1280`: enter only the host, without `https://` and path',
    ],
    [
      'name a controller with a port beyond the last',
      { controllers: ['a:65536'], preset: 'host' },
      'error controllers.0: the controller invalid port 65536 in `a:65536`; a port must be between 1 and 65535',
    ],
    [
      'name a controller with a port that is none',
      { controllers: ['a:http'], preset: 'host' },
      'error controllers.0: the controller `a:http` has no port; add a port between 1 and 65535 after the host',
    ],
    [
      'advertise a URL',
      { ...base, advertise: ['https://a.example.com'] },
      'error advertise.0: invalid host `https://a.example.com`: enter only the host, without `https://` and path',
    ],
    [
      'advertise every address',
      { ...base, advertise: ['0.0.0.0'] },
      'error advertise.0: `0.0.0.0` means every address, so nobody can connect to it; enter the name or an address of the host',
    ],
    [
      'advertise every IPv6 address',
      { ...base, advertise: ['a', '::'] },
      'error advertise.1: `::` means every address, so nobody can connect to it; enter the name or an address of the host',
    ],
    [
      'advertise a name with a blank',
      { ...base, advertise: ['a b'] },
      'error advertise.0: invalid host `a b`: it contains a space',
    ],
    [
      'advertise a name in other letters',
      { ...base, advertise: ['zürich.example.com'] },
      'error advertise.0: invalid host `zürich.example.com`: enter non-ASCII names in their `xn--` form',
    ],
    [
      'advertise an address with a number too large',
      { ...base, advertise: ['192.0.2.256'] },
      'error advertise.0: invalid host `192.0.2.256`: an IPv4 address has four numbers between 0 and 255',
    ],
    [
      'advertise a wildcard',
      { ...base, advertise: ['*.example.com'] },
      'error advertise.0: invalid host `*.example.com`: nobody can connect to a wildcard; move it to `sans.dns`',
    ],
    [
      'advertise nothing',
      { ...base, advertise: [''] },
      'error advertise.0: the host is empty; enter the name or an IP address of the host',
    ],
    [
      'advertise a name with a dash in front',
      { ...base, advertise: ['-a'] },
      'error advertise.0: invalid host `-a`: a name consists of letters, digits and `-`, separated by dots',
    ],
    [
      'advertise IPv6 alone',
      { ...base, advertise: ['2001:db8::1'] },
      'error advertise.0: `2001:db8::1` is an IPv6 address, which a router cannot advertise; advertise a host name that resolves to it',
    ],
    [
      'advertise nothing where somebody connects',
      { controllers: ['a:1'], preset: 'public' },
      'error advertise: missing host: enter a name or address that other routers and clients can reach',
    ],
    [
      'have a web server on a port of another',
      {
        ...base,
        sections: {
          web: [
            {
              name: 'health',
              apis: [{ binding: 'health-checks' }],
              bindPoints: [{ interface: '0.0.0.0:3022', address: 'router.example.com:3022' }],
            },
          ],
        },
      },
      'sections.web.0.bindPoints.0.interface: ',
    ],
    [
      'have a port past the last for websockets',
      { ...base, edgePort: 65535, preset: 'browser' },
      'error wssPort: ',
    ],
    [
      'listen on a name',
      { ...base, edgeListeners: [{ port: 1, bind: 'eth0' }] },
      'error edgeListeners.0.bind: invalid IP address `eth0` to listen on',
    ],
    [
      'advertise no host in a listener',
      { ...base, edgeListeners: [{ port: 1, advertise: 'a b:1' }] },
      'error edgeListeners.0.advertise: invalid host `a b`: it contains a space',
    ],
    [
      'lack the port of a listener',
      { ...base, edgeListeners: [{}] },
      'error edgeListeners.0: entry 1 of `edgeListeners` has no `port`, which is required',
    ],
    [
      'want a proxy without services',
      { ...base, preset: 'proxy' },
      'error services: a tunneler in mode `proxy` needs services; add at least one as NAME:PORT',
    ],
    [
      'want a proxy for a service without port',
      { ...base, preset: 'proxy', services: ['web:80', 'web'] },
      'error services.1: `web` must have the form SERVICE:PORT, optionally followed by :tcp or :udp. The router stops after it has reached a controller.',
    ],
    [
      'want services without a proxy',
      { ...base, services: ['web:80'] },
      'error services: services need a tunneler in mode `proxy`, but the mode is `host`',
    ],
    [
      'want a diverter without tproxy',
      { ...base, diverter: '/usr/bin/zfw' },
      'error diverter: a diverter needs a tunneler in mode `tproxy`, but the mode is `host`',
    ],
    [
      'want a tunneler in a fabric router',
      { ...base, preset: 'fabric', tunnel: 'host' },
      'error tunnel: a fabric router has no tunneler, but the tunnel mode is `host`; use another preset',
    ],
    [
      'want an empty interface',
      { ...base, preset: 'tproxy', tunnelOptions: { lanIf: '' } },
      'error tunnelOptions.lanIf: the name of the network interface is empty',
    ],
    [
      'want a range that is none',
      { ...base, preset: 'tproxy', tunnelOptions: { dnsSvcIpRange: '100.64.0.1' } },
      'error tunnelOptions.dnsSvcIpRange: ',
    ],
    [
      'have a count that the router refuses',
      { ...base, sections: { forwarder: { linkDialWorkerCount: 1 } } },
      'error sections.forwarder.linkDialWorkerCount: `linkDialWorkerCount` is `1`, but must be between `2` and `10000`. The router refuses to start.',
    ],
    [
      'have a text instead of a section',
      { ...base, sections: { csr: 'abc' } },
      'error sections.csr: ',
    ],
    [
      'have a name that leaves the folder',
      { ...base, name: '../north' },
      'error name: the router name `../north` is not a valid file name: it is a path; use letters, digits, `.`, `_` and `-`',
    ],
    [
      'have a file name that leaves the folder',
      { ...base, fileName: '../north' },
      'error fileName: the file name `../north` is not a valid file name: it is a path; use letters, digits, `.`, `_` and `-`',
    ],
    [
      'have a name with a number sign',
      { ...base, name: 'router#1' },
      'error name: the router name `router#1` is not a valid file name: it contains `#`; ',
    ],
    [
      'have a name with a colon',
      { ...base, name: 'a: b' },
      'error name: the router name `a: b` is not a valid file name: it contains `:`; ',
    ],
    [
      'have a name with a blank',
      { ...base, name: 'router 1' },
      'error name: the router name `router 1` is not a valid file name: it contains a space; ',
    ],
    [
      'have a name in other letters',
      { ...base, name: 'zürich' },
      'error name: the router name `zürich` is not a valid file name: it contains `ü`; ',
    ],
    ['have a name with a backslash', { ...base, name: 'a\\b' }, 'it is a path'],
    [
      'have a name with a line end',
      { ...base, name: 'a\nb' },
      'error name: the router name `a\ufffdb` is not a valid file name: it contains `\ufffd`; ',
    ],
    [
      'have a name that is empty',
      { ...base, name: '' },
      'the router name `` is not a valid file name: it is empty',
    ],
    ['have a name that is a flag', { ...base, name: '-rf' }, 'commands would read it as a flag'],
    [
      'have a name that Windows keeps',
      { ...base, name: 'con' },
      'Windows reserves it for a device',
    ],
    [
      'have a name that is too long',
      { ...base, name: 'a'.repeat(101) },
      'it has 101 characters; the limit is 100',
    ],
    [
      'have a folder that is a fragment',
      { ...base, identityFolder: '/etc/ziti#1' },
      'error identityFolder: the router reads the path of a certificate as a URL, in which `#` in `/etc/ziti#1` has a special meaning; use another directory',
    ],
    [
      'have a folder with a scheme',
      { ...base, identityFolder: 'pki:one' },
      'error identityFolder: the router reads the path of a certificate as a URL and takes what is before the colon in `pki:one` for its scheme',
    ],
    [
      'have an address that is none among those to cover',
      { ...base, sans: { ip: ['192.0.2.0/24'] } },
      'error sans.ip.0: invalid IP address `192.0.2.0/24`; move host names to `sans.dns`; a certificate cannot cover an address range',
    ],
    [
      'have a name that is none among those to cover',
      { ...base, sans: { dns: ['*.example.com', 'a b'] } },
      'error sans.dns.1: invalid host name `a b`: it contains a space',
    ],
  ])('%s', (_, answers, found) => {
    const messages = said(answers)
    expect(messages.join('\n')).toContain(found)
    expect(generate(answers).ok).toBe(false)
  })

  test.each([[['a b']], [['2001:db8::1']], [['']], [[]]])(
    'advertise %j with one sentence, of however many listeners',
    (advertise) => {
      expect(
        said({ controllers: ['a:1'], preset: 'public', protocols: ['tls', 'wss'], advertise }),
      ).toHaveLength(1)
    },
  )
})

describe('answers', () => {
  test('in a text are said at their place', () => {
    const { answers, diagnostics } = readAnswers(yaml`
      controllers: [a:1]
      edgePort: 0
    `)
    expect(answers).toBeUndefined()
    expect(diagnostics).toMatchObject([
      { rule: 'answers', path: ['edgePort'], range: { start: { line: 1, character: 10 } } },
    ])
    expect(readAnswers('a: [').diagnostics[0]?.range.start.line).toBe(0)
    expect(
      readAnswers(yaml`
      a: 1
      ---
      b: 1
    `).diagnostics.map(({ message }) => message),
    ).toContain('a second document starts here; put all answers in one document')
  })

  test('have a schema that takes what is taken, and what every section holds', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false })
    const satisfies = ajv.compile(JSON.parse(readFileSync('src/generated/answers.json', 'utf8')))
    const good = {
      ...base,
      sections: {
        forwarder: { linkDialWorkerCount: 3 },
        identity: { alt_server_certs: [{ server_cert: 'a' }] },
      },
      tunnelOptions: { lanIf: 'eth0' },
      edgeOptions: { connectTimeout: '5s' },
      edgeRouter: { name: 'a', more: 1 },
    }
    expect(satisfies(good), JSON.stringify(satisfies.errors)).toBe(true)
    for (const bad of [
      { edgePort: 0 },
      { sections: { forwarder: { workers: 1 } } },
      { tunnelOptions: { lanInterface: 'a' } },
      { target: '9' },
      { nothing: 1 },
    ])
      expect(satisfies(bad), JSON.stringify(bad)).toBe(false)
    expect(
      Object.keys(
        JSON.parse(readFileSync('src/generated/answers.json', 'utf8')).properties.preset.enum,
      ),
    ).toHaveLength(Object.keys(presets).length)
  })

  test('have their schema in the package', () => {
    const { exports, files } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(exports['./answers.schema.json']).toBe('./dist/answers.schema.json')
    expect(files).toContain('dist')
  })

  test('that the release does not read are left out, and said', () => {
    expect(
      said({
        ...base,
        target: '1.6',
        sections: {
          managedConfig: { allow: ['all'] },
          forwarder: { latencyProbeInterval: 0, linkDialWorkers: 3 },
        },
      }),
    ).toEqual(
      [
        expect.stringMatching(
          /^warning sections\.forwarder\.latencyProbeInterval: .*it is omitted\.$/i,
        ),
        expect.stringMatching(/^warning sections\.forwarder\.linkDialWorkers: .*it is omitted\.$/i),
        expect.stringMatching(
          /^warning sections\.managedConfig: .*requires 2\.1.*It is omitted\.$/,
        ),
      ].sort(),
    )
    expect(
      made({ ...base, target: '1.6', sections: { managedConfig: { allow: ['all'] } } }),
    ).not.toContain('managedConfig')
  })

  test('that are what the router does anyway are left out', () => {
    const text = made({
      ...base,
      sections: {
        metrics: { reportInterval: '60s', messageQueueSize: 10 },
        ctrl: { heartbeats: { sendInterval: '10s' } },
        forwarder: { idleTxInterval: 60000, faultTxInterval: 20000 },
      },
    })
    expect(text).not.toMatch(/metrics|heartbeats|idleTxInterval/)
    expect(text).toContain('faultTxInterval: 20000')
  })

  test('of which the presence counts stay', () => {
    expect(
      made({ ...base, sections: { link: { heartbeats: { sendInterval: '10s' } } } }),
    ).toContain('heartbeats:')
  })

  test('give the same text every time, whatever their order', () => {
    const one = {
      ...base,
      sections: {
        metrics: { messageQueueSize: 20, reportInterval: '30s' },
        forwarder: { linkDialWorkerCount: 16, faultTxInterval: 20 },
      },
    } satisfies Answers
    const other = {
      sections: {
        forwarder: { faultTxInterval: 20, linkDialWorkerCount: 16 },
        metrics: { reportInterval: '30s', messageQueueSize: 20 },
      },
      advertise: base.advertise,
      controllers: base.controllers,
    } satisfies Answers
    expect(made(one)).toBe(made(other))
  })

  test('with a host as last known are as good as advertised ones, where they are one', () => {
    expect(
      made({ controllers: ['a:1'], edgeRouter: { name: 'a', hostname: 'known.example.com' } }),
    ).toContain('advertise: known.example.com:3022')
    expect(
      made({ controllers: ['a:1'], edgeRouter: { name: 'a', hostname: 'not a host' } }),
    ).not.toContain('advertise')
  })

  test('let a listener advertise another port than it listens on', () => {
    const text = made({ ...base, advertise: ['router.example.com:443'], preset: 'browser' })
    expect([...text.matchAll(/advertise: (\S+)/g)].map(([, place]) => place)).toEqual([
      'tls:router.example.com:10080',
      'router.example.com:443',
      'router.example.com:3023',
    ])
  })

  test('for files with another name get another name', () => {
    expect(generate({ ...base, name: 'Zürich #1', fileName: 'zurich-1' })).toMatchObject({
      ok: true,
      name: 'Zürich #1',
      fileName: 'zurich-1',
    })
  })

  test('with numbers that need a decimal point get it in both forms', () => {
    for (const format of ['yaml', 'json'] as const) {
      const text = made({ ...base, format, tunnelOptions: { retxScale: 3 } })
      expect(text).toContain('3.0')
    }
  })
})

describe('every text', () => {
  test.each([
    '#1',
    'a: b',
    'a #b',
    'yes',
    'No',
    'on',
    'off',
    'y',
    'n',
    'null',
    '~',
    '',
    ' a ',
    '0x1f',
    '010',
    '1_000',
    '1.0',
    '.5',
    '1e3',
    '.inf',
    '2026-01-01',
    '1:30',
    '-',
    '- a',
    '? a',
    '*a',
    '&a',
    '!a',
    '|',
    '>',
    '%a',
    '@a',
    '`a',
    '"a"',
    "'a'",
    '{a',
    '[a',
    'a]',
    'Größe',
    '日本',
    '😀',
    '\u0000',
    '\u0007',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u2028',
    '\ufeff',
    'a\nb',
    'a\tb',
    'a\\b',
    '<<',
    '=',
    'C:\\ziti',
    'a,b',
    'key:',
    ': value',
    '---',
    '...',
  ])('%j comes back from YAML as it is', (text) => {
    const value = parseDocument(`key: ${formatScalar(text)}\n`).root?.pairs[0]?.value
    expect(value).toMatchObject({ kind: 'text', value: text })
    const loaded = load(made({ ...base, subject: { organization: text } }), {})
    expect(loaded.ok && loaded.config.csr?.organization).toBe(text)
    expect(
      parseDocument(made({ ...base, format: 'json', subject: { organization: text } })).problems,
    ).toEqual([])
  })
})

describe('what a platform needs', () => {
  const answers = {
    ...base,
    name: 'north',
    preset: 'tproxy',
    target: '2.0.3',
    edgePort: 443,
  } satisfies Answers

  const files = (more: Answers): Record<string, string> => {
    const result = generate({ ...answers, ...more })
    if (!result.ok) throw new Error(JSON.stringify(result.diagnostics))
    return Object.fromEntries([
      ['router', result.text],
      ...result.files.map(({ path, text }) => [path, text]),
    ])
  }

  test('of systemd is a unit, its rights and an environment', () => {
    expect(files({ platform: 'systemd' })).toMatchSnapshot()
  })

  test('of docker is a compose file and an environment', () => {
    expect(files({ platform: 'docker' })).toMatchSnapshot()
    expect(
      files({ platform: 'docker', preset: 'proxy', services: ['web:80', 'names:53:udp'] })[
        'compose.yml'
      ],
    ).toContain('- "53:53/udp"')
  })

  test('of kubernetes are values for the public chart', () => {
    expect(
      files({
        platform: 'kubernetes',
        preset: 'browser',
        wssPort: 8443,
        sections: { forwarder: { linkDialWorkerCount: 16 } },
      }),
    ).toMatchSnapshot()
    expect(
      said({
        ...base,
        preset: 'host',
        platform: 'kubernetes',
        advertise: [],
        controllers: ['a:1', 'b:1'],
      }),
    ).toEqual([
      expect.stringMatching(/supports one controller and uses the first/),
      expect.stringMatching(/writes an edge section even without an edge listener/),
    ])
  })

  test('of Windows is a script, and paths of its own', () => {
    expect(files({ platform: 'windows', preset: 'host' })).toMatchSnapshot()
  })

  test('says commands as a shell takes them', () => {
    expect(inShell(['ziti', 'router', 'run', "it's here/router.yml"])).toBe(
      "ziti router run 'it'\\''s here/router.yml'",
    )
    expect(inShell(['ziti', 'router', 'run', 'C:\\Program Files\\router.yml'], true)).toBe(
      'ziti router run "C:\\Program Files\\router.yml"',
    )
  })

  test('lints clean with the file of every platform', () => {
    for (const platform of ['systemd', 'docker', 'kubernetes', 'windows'] as const)
      expect(
        lint(files({ platform })['router'] ?? '', {
          target: '2.0.3',
          ...(platform === 'windows' && { platform }),
        }),
      ).toEqual([])
  })
})
