import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../../src/generated/management/contract.js'
import type { Operation } from '../../../../src/management/operation.js'
import { showCode } from '../../../support/one-time-code.js'
import { certificateText } from '../../../support/certificates.js'
import type { Managed } from '../../../support/management.js'
import { startManaged, requireText } from '../../../support/management.js'
import { createRequestTo } from '../../../support/sample-request.js'

/** Those that are served; what ends the session of the caller comes last. */
const operations = contract.operations
  .filter(({ unserved, id }) => !unserved && id !== 'deleteCurrentAPISession')
  .concat(contract.operations.filter(({ id }) => id === 'deleteCurrentAPISession'))

/** The classes of rights that the contract knows; all others are permissions, as `router.read`. */
type Class = 'none' | 'partial' | 'session' | 'admin_readonly' | 'admin' | 'read' | 'write'

const classify = ({ right, method }: Operation): Class =>
  right === 'none' ||
  right === 'partial' ||
  right === 'session' ||
  right === 'admin' ||
  right === 'admin_readonly'
    ? right
    : method === 'GET'
      ? 'read'
      : 'write'

/** Who may do what, by class. */
const table: Readonly<
  Record<
    | 'nobody'
    | 'one whose session ended'
    | 'one who lacks the second factor'
    | 'a plain user'
    | 'one who may read all'
    | 'an administrator',
    readonly Class[]
  >
> = {
  nobody: ['none'],
  'one whose session ended': ['none'],
  'one who lacks the second factor': ['none', 'partial'],
  'a plain user': ['none', 'partial', 'session'],
  'one who may read all': ['none', 'partial', 'session', 'admin_readonly', 'read'],
  'an administrator': ['none', 'partial', 'session', 'admin_readonly', 'admin', 'read', 'write'],
}

const clientCertificate = certificateText('of-root.cert')

let service: Managed
beforeAll(async () => {
  service = await startManaged()
})
afterAll(() => service.close())

/** Whether a caller is refused for lack of rights. A certificate is shown, as some operations ask for it after they looked at rights. */
async function isRefused(operation: Operation, session: string): Promise<boolean> {
  const { method, path, ...sent } = createRequestTo(operation, contract.shapes)
  const { status, code } = await service.call(method, path, {
    session,
    certificate: clientCertificate,
    ...sent,
  })
  return status === 401 && code === 'UNAUTHORIZED'
}

async function refusedTo(
  session: string,
  of: readonly Operation[] = operations,
): Promise<string[]> {
  const refused: string[] = []
  for (const operation of of) if (await isRefused(operation, session)) refused.push(operation.id)
  return refused
}

const callers: Readonly<Record<keyof typeof table, () => Promise<string>>> = {
  nobody: async () => '',
  'one whose session ended': async () => {
    await service.user('ended')
    const session = await service.login('ended')
    service.pass(31 * 60_000)
    await service.enter()
    return session
  },
  'one who lacks the second factor': async () => {
    await service.user('lacking')
    const session = await service.login('lacking')
    await service.call('POST', '/current-identity/mfa', { session })
    const { data } = await service.call('GET', '/current-identity/mfa', { session })
    const secret = new URL(requireText(data, 'provisioningUrl')).searchParams.get('secret') ?? ''
    await service.call('POST', '/current-identity/mfa/verify', {
      session,
      body: { code: showCode(secret, service.now()) },
    })
    return service.login('lacking')
  },
  'a plain user': async () => {
    await service.user('plain')
    return service.login('plain')
  },
  'one who may read all': async () => {
    await service.user('reading', { permissions: ['admin_readonly'] })
    return service.login('reading')
  },
  'an administrator': async () => {
    await service.user('ruling', { isAdmin: true })
    return service.login('ruling')
  },
}

describe('the rights of', () => {
  test.each(Object.entries(callers))('%s are those of the table', async (caller, enter) => {
    const allowed = Object.entries(table).find(([name]) => name === caller)?.[1] ?? []
    const session = await enter()
    expect(await refusedTo(session)).toEqual(
      operations.filter((operation) => !allowed.includes(classify(operation))).map(({ id }) => id),
    )
  })
})

const permissions =
  contract.shapes['IdentityCreate']?.properties?.['permissions']?.items?.enum?.filter(
    (permission) => permission !== 'admin_readonly',
  ) ?? []

describe('a permission', () => {
  const guarded = operations.filter((operation) =>
    ['admin', 'admin_readonly', 'read', 'write'].includes(classify(operation)),
  )

  test('is known for every right, but for what only administrators have', () => {
    const unknown = new Set(
      guarded.map(({ right }) => right).filter((right) => !permissions.includes(right)),
    )
    expect([...unknown].sort()).toEqual([
      'admin',
      'admin_readonly',
      'authenticator.read',
      'controller.read',
      'revocation.create',
      'revocation.read',
    ])
  })

  test('opens what it names and nothing else', async () => {
    const id = await service.user('permitted')
    const session = await service.login('permitted')
    for (const permission of permissions) {
      expect(
        (await service.call('PATCH', `/identities/${id}`, { body: { permissions: [permission] } }))
          .status,
      ).toBe(200)
      const opened = guarded
        .filter(({ right }) => right === permission || right.split('.')[0] === permission)
        .map(({ id: operation }) => operation)
      const refused = await refusedTo(session, guarded)
      expect({
        permission,
        opened: guarded
          .map(({ id: operation }) => operation)
          .filter((operation) => !refused.includes(operation)),
      }).toEqual({ permission, opened })
    }
  })
})

describe('one who may manage identities and enrollments', () => {
  const expiresAt = '2030-01-01T00:00:00.000Z'
  const someone = { name: 'someone', type: 'User', isAdmin: false }
  const rows: { name: string; ask: [method: string, path: string, body?: object]; code: string }[] =
    [
      { name: 'makes one', ask: ['POST', '/identities', { ...someone, name: 'made' }], code: '' },
      {
        name: 'makes no administrator',
        ask: ['POST', '/identities', { ...someone, name: 'ruler', isAdmin: true }],
        code: 'UNAUTHORIZED',
      },
      {
        name: 'makes nobody with permissions',
        ask: ['POST', '/identities', { ...someone, name: 'ruler', permissions: ['service'] }],
        code: 'UNAUTHORIZED',
      },
      { name: 'patches one', ask: ['PATCH', '/identities/USER', { name: 'renamed' }], code: '' },
      {
        name: 'makes nobody an administrator',
        ask: ['PATCH', '/identities/USER', { isAdmin: true }],
        code: 'UNAUTHORIZED',
      },
      {
        name: 'gives no permissions',
        ask: ['PATCH', '/identities/USER', { permissions: ['service'] }],
        code: 'UNAUTHORIZED',
      },
      { name: 'replaces nobody', ask: ['PUT', '/identities/USER', someone], code: 'UNAUTHORIZED' },
      {
        name: 'disables one',
        ask: ['POST', '/identities/USER/disable', { durationMinutes: 1 }],
        code: '',
      },
      {
        name: 'removes the second factor of one',
        ask: ['DELETE', '/identities/USER/mfa'],
        code: '',
      },
      {
        name: 'enrolls one',
        ask: ['POST', '/enrollments', { identityId: 'USER', method: 'ott', expiresAt }],
        code: '',
      },
      {
        name: 'patches no administrator',
        ask: ['PATCH', '/identities/RULER', { name: 'renamed' }],
        code: 'UNAUTHORIZED',
      },
      {
        name: 'disables no administrator',
        ask: ['POST', '/identities/RULER/disable', { durationMinutes: 1 }],
        code: 'UNAUTHORIZED',
      },
      {
        name: 'enables no administrator',
        ask: ['POST', '/identities/RULER/enable'],
        code: 'UNAUTHORIZED',
      },
      {
        name: 'removes no second factor of an administrator',
        ask: ['DELETE', '/identities/RULER/mfa'],
        code: 'UNAUTHORIZED',
      },
      {
        name: 'enrolls no administrator',
        ask: ['POST', '/enrollments', { identityId: 'RULER', method: 'ott', expiresAt }],
        code: 'UNAUTHORIZED',
      },
      {
        name: 'refreshes no enrollment of an administrator',
        ask: ['POST', '/enrollments/INVITATION/refresh', { expiresAt }],
        code: 'UNAUTHORIZED',
      },
      {
        name: 'deletes no enrollment of an administrator',
        ask: ['DELETE', '/enrollments/INVITATION'],
        code: 'UNAUTHORIZED',
      },
      {
        name: 'deletes no administrator',
        ask: ['DELETE', '/identities/RULER'],
        code: 'UNAUTHORIZED',
      },
      { name: 'deletes one', ask: ['DELETE', '/identities/USER'], code: '' },
    ]
  const ids = new Map<string, string>()
  let session = ''
  beforeAll(async () => {
    await service.user('managing', { permissions: ['identity', 'enrollment'] })
    session = await service.login('managing')
    ids.set('USER', await service.make('identities', { ...someone, name: 'subject' }))
    ids.set(
      'RULER',
      await service.make('identities', { ...someone, name: 'sovereign', isAdmin: true }),
    )
    ids.set(
      'INVITATION',
      await service.make('enrollments', {
        identityId: ids.get('RULER'),
        method: 'updb',
        username: 'sovereign',
        expiresAt,
      }),
    )
  })

  test.each(rows)('$name', async ({ ask: [method, path, body], code }) => {
    const named = (text: string): string =>
      [...ids].reduce((left, [name, id]) => left.replaceAll(name, id), text)
    const reply = await service.call(method, named(path), {
      session,
      ...(body && { body: JSON.parse(named(JSON.stringify(body))) }),
    })
    expect({ isDone: reply.status < 300, code: reply.code }).toEqual({ isDone: code === '', code })
  })
})
