import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

const tests = [
  'test/schema/json-schema.slow.test.ts',
  'test/schema/types.slow.test.ts',
  'test/config/effective-file.slow.test.ts',
  'test/fix/safe-fixes.slow.test.ts',
  'test/fix/titles.slow.test.ts',
  'test/versions/diff.slow.test.ts',
  'test/versions/format.slow.test.ts',
  'test/versions/merge.slow.test.ts',
  'test/management/client/recordings.test.ts',
]

/**
 * Runs the tests over larger data outside the repository: `npm run bench recordings FOLDER`, where the folder contains
 * `conformance` (recordings of routers and controllers) and `corpus` (published router files).
 */
export function measure([folder = '']: readonly string[]): void {
  const { status } = spawnSync(
    'npx',
    ['vitest', 'run', '--project', 'quick', '--project', 'slow', ...tests],
    {
      stdio: 'inherit',
      env: { ...process.env, ROUTERFILE_RECORDINGS: resolve(folder) },
    },
  )
  process.exitCode = status ?? 1
}
