import { spawnSync } from 'node:child_process'

/**
 * Runs the tests over all cases instead of a sample, and over more random ones, which takes hours: `npm run bench
 * nightly`; arguments are the paths of tests to run.
 */
export function measure(paths: readonly string[]): void {
  const { status } = spawnSync('npx', ['vitest', 'run', ...paths], {
    stdio: 'inherit',
    env: { ...process.env, ROUTERFILE_NIGHTLY: '1' },
  })
  process.exitCode = status ?? 1
}
