import { parseYaml } from '../../src/yaml/index.js'

/** Milliseconds that something takes. */
export function elapsed(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

const plain = 'key:\n  - value: 1\n'.repeat(50_000)

/** Milliseconds that reading a plain megabyte takes on this machine now: what times in tests are measured by. */
export const pace = (): number => Math.min(...[1, 2, 3].map(() => elapsed(() => parseYaml(plain))))
