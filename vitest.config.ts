import { defineConfig } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }

const processes = 'test/processes/**/*.test.ts'

const shared = {
  // As in the build, for tests that run the program in their own process.
  define: { PACKAGE_VERSION: JSON.stringify(manifest.version) },
}

const testTimeout = 60_000

export default defineConfig({
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: [processes],
          // Files share the modules of their worker, which are the same for most of them.
          isolate: false,
          testTimeout,
        },
      },
      {
        ...shared,
        test: {
          name: 'processes',
          include: [processes],
          // Builds the program.
          globalSetup: 'test/support/program.ts',
          testTimeout,
        },
      },
    ],
  },
})
