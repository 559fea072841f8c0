import { randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { passwordCosts } from '../src/management/service/auth/passwords.js'

/**
 * Costs of Argon2id: those of the service, equally strong ones from OWASP's Password Storage Cheat Sheet, and those of
 * a controller.
 */
const choices = [
  { ...passwordCosts },
  { memoryCost: 9216, timeCost: 4, parallelism: 1 },
  { memoryCost: 12288, timeCost: 3, parallelism: 1 },
  { memoryCost: 19456, timeCost: 2, parallelism: 1 },
  { memoryCost: 47104, timeCost: 1, parallelism: 1 },
  { memoryCost: 3072, timeCost: 1, parallelism: 4 },
]

const count = 100

/** Measures passwords per second, with `width` of them in parallel. */
async function measureRate(run: () => Promise<string>, width: number): Promise<number> {
  let left = count
  const start = performance.now()
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1
      await run()
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return count / ((performance.now() - start) / 1000)
}

/**
 * Measures verified passwords per second by hash costs, one and eight in parallel: the best of five rounds, because
 * other programs slow down the rest.
 */
export async function measure(): Promise<void> {
  const best = new Map<string, number[]>()
  for (let round = 0; round < 5; round += 1) {
    for (const costs of choices) {
      const name = `m=${costs.memoryCost} t=${costs.timeCost} p=${costs.parallelism}`
      const run = () => hash('a password', { ...costs, salt: randomBytes(16) })
      const rates = [await measureRate(run, 1), await measureRate(run, 8)]
      best.set(
        name,
        rates.map((found, index) => Math.max(found, best.get(name)?.[index] ?? 0)),
      )
    }
  }
  for (const [name, [one = 0, eight = 0]] of best)
    console.log(
      `${name.padEnd(16)} one at a time ${one.toFixed(0).padStart(5)}/s, eight ${eight.toFixed(0).padStart(5)}/s`,
    )
}
