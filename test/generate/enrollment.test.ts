import { describe, expect, test } from 'vitest'
import type { Answers } from '../../src/core.js'
import { generate, verifyEnrollment } from '../../src/core.js'
import { claims, now, otherPem, publicPem, tokenWith } from '../support/enrollment.js'
import { yaml } from '../support/yaml.js'

const token = tokenWith()

const record = {
  id: claims.sub,
  name: 'north',
  isTunnelerEnabled: true,
  isVerified: false,
  disabled: false,
  cost: 5,
  noTraversal: false,
  roleAttributes: ['public'],
  hostname: '',
  enrollmentJwt: token,
  enrollmentToken: claims.jti,
}

/** What is said of answers, each as severity, rule, path and sentence. */
const said = (answers: Answers): string[] =>
  generate(answers, { now }).diagnostics.map(
    ({ severity, rule, path, message }) => `${severity} ${rule} ${path.join('.')}: ${message}`,
  )

describe('a token alone', () => {
  test('gives a router that dials the controllers it names', () => {
    const made = generate({ jwt: `${token}\n` }, { now })
    expect(made).toMatchObject({
      ok: true,
      name: 'router',
      enrollment: {
        subject: claims.sub,
        method: 'erott',
        issuer: claims.iss,
        token: claims.jti,
        expires: claims.exp * 1000,
      },
      commands: {
        enroll: ['ziti', 'router', 'enroll', 'router.yml', '--jwt', 'router.jwt'],
        run: ['ziti', 'router', 'run', 'router.yml'],
      },
    })
    expect(made.ok && made.text).toContain(yaml`
      ctrl:
        endpoint: tls:ctrl.example.com:6262
    `)
    expect(
      made.ok && JSON.stringify([made.text, made.files, made.commands, made.diagnostics]),
    ).not.toContain(token.slice(0, 12))
  })

  test('gives a fabric router where it is one for those', () => {
    const made = generate(
      { jwt: tokenWith({ em: 'trott' }), advertise: ['north.example.com'] },
      { now },
    )
    expect(made.ok && made.text).not.toMatch(/^(edge|listeners):/m)
    expect(made.ok && made.text).toContain('advertise: tls:north.example.com:10080')
  })
})

describe('a token that does not do', () => {
  test.each<[name: string, jwt: string, message: RegExp]>([
    ['is empty', ' ', /^error token-malformed jwt: the enrollment token is empty$/],
    ['is none', 'hello', /token-malformed jwt: invalid enrollment token: it must start with `eyJ`/],
    ['is the path of one', '/etc/router.jwt', /token-malformed jwt: invalid enrollment token/],
    [
      'has two parts',
      token.split('.').slice(0, 2).join('.'),
      /token-malformed jwt: the enrollment token is damaged or incomplete/,
    ],
    [
      'has one part',
      token.split('.')[0] ?? '',
      /token-malformed jwt: the enrollment token is damaged or incomplete/,
    ],
    [
      'lacks its end',
      token.slice(0, -5),
      /token-malformed jwt: the enrollment token is damaged or incomplete/,
    ],
    [
      'lacks half of its claims',
      token.slice(0, 90),
      /token-malformed jwt: the enrollment token is damaged or incomplete/,
    ],
    ['has a line break inside', `${token.slice(0, 60)}\n${token.slice(60)}`, /token-malformed/],
    [
      'has four parts',
      `${token}.more`,
      /token-malformed jwt: invalid enrollment token: it must have three base64url parts/,
    ],
    [
      'is not signed',
      tokenWith({}, { alg: 'none' }),
      /token-malformed jwt: the enrollment token is not signed/,
    ],
    [
      'is signed with a secret',
      tokenWith({}, { alg: 'HS256' }),
      /token-malformed jwt: the enrollment token is signed with a shared secret/,
    ],
    [
      'expired',
      tokenWith({ exp: now / 1000 - 7200 * 2 }),
      /error token-expired jwt: the enrollment token expired at 2026-01-15T08:00:00\.000Z; re-enroll/,
    ],
    [
      'has no end',
      tokenWith({ exp: undefined }),
      /token-malformed jwt: the enrollment token has no `exp`/,
    ],
    ['has an end that is no time', tokenWith({ exp: 1e300 }), /has no `exp`/],
    [
      'names nobody',
      tokenWith({ sub: '', jti: '', iss: 'ctrl.example.com' }),
      /has no `sub`, no `jti`, no `iss` with an https URL/,
    ],
    [
      'enrolls an identity',
      tokenWith({ em: 'ott' }),
      /error token-kind jwt: the token enrolls an identity; a router needs a token with the method `erott` or `trott`/,
    ],
    [
      'enrolls by an authority',
      tokenWith({ em: 'ca' }),
      /token enrolls identities with a certificate authority/,
    ],
    [
      'is of a network',
      tokenWith({ em: 'network' }),
      /token enrolls nothing, but describes a network/,
    ],
    ['is of a kind to come', tokenWith({ em: 'other' }), /has the enrollment method `other`/],
    [
      'names no controller',
      tokenWith({ ctrls: null }),
      /error controllers controllers: missing controller, and the token has none; set at least one as HOST:PORT/,
    ],
    [
      'names a controller that is none',
      tokenWith({ ctrls: ['tls:a b:1'] }),
      /error host jwt.0: the controller `tls:a b:1`|invalid host/,
    ],
  ])('%s', (_, jwt, message) => {
    const found = said({ jwt })
    expect(found.join('\n')).toMatch(message)
    expect(found.some((line) => line.startsWith('error'))).toBe(true)
    expect(generate({ jwt }, { now }).ok).toBe(false)
    expect(found.join('\n')).not.toMatch(/eyJ\w/)
  })

  test('is one that does not count yet, which is said', () => {
    expect(said({ jwt: tokenWith({ nbf: now / 1000 + 60 }), preset: 'host' })).toEqual([
      'warning token-too-early jwt: the enrollment token is not valid before 2026-01-15T12:01:00.000Z; enroll the router after that',
    ])
    expect(said({ jwt: tokenWith({ nbf: now / 1000 - 60 }), preset: 'host' })).toEqual([])
  })

  test('is one that is about to expire, which is said', () => {
    expect(said({ jwt: tokenWith({ exp: now / 1000 + 300 }), preset: 'host' })).toEqual([
      'warning token-expires jwt: the enrollment token expires in 5 minutes (2026-01-15T12:05:00.000Z)',
    ])
  })

  test('without controllers does with those of the answers', () => {
    expect(
      said({
        jwt: tokenWith({ ctrls: undefined }),
        controllers: ['c.example.com:6262'],
        preset: 'host',
      }),
    ).toEqual([])
  })
})

describe('a record', () => {
  test('gives name, token and tunneler', () => {
    const made = generate({ edgeRouter: record, advertise: ['north.example.com'] }, { now })
    expect(made).toMatchObject({ ok: true, name: 'north', fileName: 'north', diagnostics: [] })
    expect(made.ok && made.text).toContain('cert: north.cert')
    expect(made.ok && made.text).toContain('mode: host')
  })

  test.each<[name: string, answers: Answers, found: string[]]>([
    [
      'lets the router be no tunneler, and none is asked for',
      { edgeRouter: { ...record, isTunnelerEnabled: false }, advertise: ['a.example.com'] },
      [
        'info record-differs edgeRouter.isTunnelerEnabled: the tunneler is not enabled on the controller, so the file has none',
      ],
    ],
    [
      'lets the router be no tunneler, and one is asked for',
      {
        edgeRouter: { ...record, isTunnelerEnabled: false },
        advertise: ['a.example.com'],
        tunnel: 'tproxy',
      },
      [
        'error tunneler-off tunnel: the tunnel mode is `tproxy`, but the tunneler is not enabled on the controller; enable it (`ziti edge update edge-router NAME --tunneler-enabled`), or use `none`',
      ],
    ],
    [
      'lets the router be no tunneler, and the preset is one',
      { edgeRouter: { ...record, isTunnelerEnabled: false }, preset: 'host' },
      [
        'error tunneler-off preset: the tunnel mode is `host`, but the tunneler is not enabled on the controller; enable it (`ziti edge update edge-router NAME --tunneler-enabled`), or use `none`',
      ],
    ],
    [
      'lets the router be a tunneler, and none is wanted',
      { edgeRouter: record, advertise: ['a.example.com'], tunnel: 'none' },
      [
        'info record-differs tunnel: the tunneler is enabled on the controller, but the file has none',
      ],
    ],
    [
      'is that of another router',
      { edgeRouter: { ...record, id: 'other' }, jwt: token, preset: 'host' },
      [
        'error token-foreign jwt: the enrollment token is for the router id `kX3.router`, but the record has the id `other`; use the token of this router',
      ],
    ],
    [
      'is of a router that is enrolled',
      {
        edgeRouter: { ...record, isVerified: true, enrollmentJwt: null, enrollmentToken: null },
        jwt: token,
        preset: 'host',
      },
      [
        'error token-used jwt: the router is already enrolled, so its enrollment token is used up; re-enroll it for a new token, or omit the token to write only the config file',
      ],
    ],
    [
      'has a newer enrollment',
      {
        edgeRouter: { ...record, enrollmentJwt: null, enrollmentToken: 'another' },
        jwt: token,
        preset: 'host',
      },
      [
        'error token-used jwt: the enrollment token is from an earlier enrollment and no longer valid; use the token in the record',
      ],
    ],
    [
      'has another token for the same enrollment',
      {
        edgeRouter: { ...record, enrollmentJwt: tokenWith({ exp: claims.exp + 1 }) },
        jwt: token,
        preset: 'host',
      },
      [
        'warning record-differs jwt: the record has a different enrollment token; the given token is used, but it may be invalid',
      ],
    ],
    [
      'is disabled',
      { edgeRouter: { ...record, disabled: true }, preset: 'host' },
      [
        'warning record-disabled edgeRouter.disabled: the router is disabled on the controller, which will reject its connections; enable it before you start it',
      ],
    ],
    [
      'has another name',
      { edgeRouter: record, name: 'south', preset: 'host' },
      [
        'warning record-differs name: the record is for the router `north`, but the given name is `south`; files are named after the given name',
      ],
    ],
    [
      'of an enrolled router makes a file without token',
      {
        edgeRouter: { ...record, isVerified: true, enrollmentJwt: null, enrollmentToken: null },
        preset: 'host',
        controllers: ['c:6262'],
      },
      [],
    ],
    ['knows the host', { edgeRouter: { ...record, hostname: 'known.example.com' } }, []],
    [
      'names other controllers than the answers',
      { edgeRouter: record, preset: 'host', controllers: ['other.example.com:6262'] },
      [
        'warning controllers-differ controllers: the given controllers (tls:other.example.com:6262) differ from those in the token (tls:ctrl.example.com:6262); the given ones are used',
      ],
    ],
    [
      'names fewer controllers than the answers',
      { edgeRouter: record, preset: 'host', controllers: ['ctrl.example.com:6262', 'b:6262'] },
      [
        'info controllers-differ controllers: the given controllers (tls:ctrl.example.com:6262, tls:b:6262) differ from those in the token (tls:ctrl.example.com:6262); the given ones are used',
      ],
    ],
    [
      'is for an edge router, and the token is not',
      {
        edgeRouter: { ...record, enrollmentJwt: tokenWith({ em: 'trott' }) },
        preset: 'public',
        advertise: ['a'],
      },
      [
        'error token-kind preset: the token enrolls a fabric router, which has no edge listener and no tunneler, but the preset is `public`; use the preset `fabric`, or the token of an edge router',
      ],
    ],
  ])('%s', (_, answers, found) => {
    expect(said(answers)).toEqual(found)
  })
})

describe('the signature of a token', () => {
  test.each<[name: string, jwt: string, pem: string, found: RegExp | undefined]>([
    ['is good where the key made it', token, publicPem, undefined],
    ['is good where one of several keys made it', `${token}\n`, otherPem + publicPem, undefined],
    [
      'is not that of another key',
      token,
      otherPem,
      /not signed by the controller of this network: https:\/\/ctrl\.example\.com:1280 issued it/,
    ],
    [
      'does not hold for changed claims',
      [
        token.split('.')[0],
        Buffer.from(JSON.stringify({ ...claims, sub: 'other' })).toString('base64url'),
        token.split('.')[2],
      ].join('.'),
      publicPem,
      /not signed/,
    ],
    ['cannot be checked without a key', token, 'nothing', /a certificate or public key is needed/],
    ['is none of what is no token', 'hello', publicPem, /not signed/],
  ])('%s', async (_, jwt, pem, found) => {
    const messages = (await verifyEnrollment(jwt, pem)).map(({ message }) => message)
    if (found) expect(messages.join()).toMatch(found)
    else expect(messages).toEqual([])
  })
})
