import { defineConfig } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }
import { isNightly } from './test/support/amount.js'

const processes = 'test/processes/**/*.test.ts'

/** Tests of much work or of waiting, which start no other process. */
const slow = 'test/**/*.slow.test.ts'

const shared = {
  // As in the build, for tests that run the program in their own process.
  define: { PACKAGE_VERSION: JSON.stringify(manifest.version) },
}

/** What ends tests that hang. Most take a hundredth of it, so that a machine of a tenth of the speed passes. */
const limits = {
  testTimeout: isNightly ? 3_600_000 : 120_000,
  hookTimeout: 300_000,
  teardownTimeout: 30_000,
}

/**
 * Files share the modules of their worker, which are the same for most of them. Tests make much that lives shortly, so
 * that more room for it spares an eighth of all work.
 */
const inOneProcess = { isolate: false, execArgv: ['--max-semi-space-size=64'] }

const setup = { setupFiles: ['test/support/each-file.ts'] }

export default defineConfig({
  test: {
    // Without it, one processor is left to the process that reads and reports, which has little to do.
    maxWorkers: '100%',
    projects: [
      {
        ...shared,
        test: {
          ...limits,
          ...inOneProcess,
          ...setup,
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [processes, slow],
        },
      },
      {
        ...shared,
        test: {
          ...limits,
          ...inOneProcess,
          ...setup,
          name: 'slow',
          include: [slow],
        },
      },
      {
        ...shared,
        test: {
          ...limits,
          ...inOneProcess,
          ...setup,
          name: 'processes',
          include: [processes],
          // Builds the program.
          globalSetup: 'test/support/build-package.ts',
        },
      },
    ],
  },
})
