import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'
import {
  createPasswordHasher,
  passwordCosts,
} from '../../../../src/management/service/auth/passwords.js'
import { createRandomBytes } from '../../../support/random-bytes.js'

const passwordHasher = await createPasswordHasher(createRandomBytes('passwords'))

const stored = await passwordHasher.hash('correct horse')

describe('a stored password', () => {
  test('names its costs, which are at least those of OWASP', () => {
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  })

  test('is another each time', async () => {
    expect(await passwordHasher.hash('correct horse')).not.toBe(stored)
  })

  test.each([
    { name: 'the same', password: 'correct horse', hashed: stored, same: true },
    { name: 'another', password: 'correct horsf', hashed: stored, same: false },
    { name: 'one in another case', password: 'Correct horse', hashed: stored, same: false },
    { name: 'a longer one', password: 'correct horse ', hashed: stored, same: false },
    { name: 'an empty one', password: '', hashed: stored, same: false },
    {
      name: 'any of a user who is not known',
      password: 'correct horse',
      hashed: undefined,
      same: false,
    },
  ])('compared with $name: $same', async ({ password, hashed, same }) => {
    expect(await passwordHasher.verify(password, hashed)).toBe(same)
  })

  test('that the reference program made is known (github.com/P-H-C/phc-winner-argon2, test of argon2id with 64 MiB)', async () => {
    expect(
      await passwordHasher.verify(
        'password',
        '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
      ),
    ).toBe(true)
  })

  test('that is damaged is a fault of the store, not a wrong password', async () => {
    await expect(passwordHasher.verify('correct horse', stored.slice(0, 40))).rejects.toThrow()
  })
})

describe('hashing anew', () => {
  test.each([
    { name: 'the costs of today', options: {}, needed: false },
    {
      name: 'the costs of a controller',
      options: { memoryCost: 3072, timeCost: 1, parallelism: 4 },
      needed: true,
    },
    { name: 'less memory', options: { memoryCost: 7167 }, needed: true },
    { name: 'fewer passes', options: { timeCost: 4 }, needed: true },
    { name: 'a shorter result', options: { outputLen: 16 }, needed: true },
    { name: 'a shorter salt', options: { salt: new Uint8Array(8) }, needed: true },
    { name: 'argon2i', options: { algorithm: 1 }, needed: true },
  ])('of a hash with $name: $needed', async ({ options, needed }) => {
    expect(
      passwordHasher.needsRehash(await hash('correct horse', { ...passwordCosts, ...options })),
    ).toBe(needed)
  })
})

test('unknown user and wrong password take the same', async () => {
  const time = async (hashed: string | undefined): Promise<number> => {
    const start = process.cpuUsage()
    await passwordHasher.verify('wrong horse', hashed)
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  const unknown: number[] = []
  const wrong: number[] = []
  for (let round = 0; round < 11; round += 1) {
    unknown.push(await time(undefined))
    wrong.push(await time(stored))
  }
  const median = (times: number[]): number =>
    times.toSorted((left, right) => left - right)[5] ?? NaN
  expect(median(unknown) / median(wrong)).toBeGreaterThan(0.7)
  expect(median(unknown) / median(wrong)).toBeLessThan(1.4)
})

test('other work continues while passwords are compared', async () => {
  let turns = 0
  let isDone = false
  const compared = Promise.all(
    Array.from({ length: 8 }, () => passwordHasher.verify('wrong horse', stored)),
  ).then(() => {
    isDone = true
  })
  while (!isDone) {
    turns += 1
    await new Promise((resolve) => void setImmediate(resolve))
  }
  await compared
  expect(turns).toBeGreaterThan(20)
})
