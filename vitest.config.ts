import { defineConfig } from 'vitest/config'
import manifest from './package.json' with { type: 'json' }

export default defineConfig({
  // As in the build, for tests that run the program in their own process.
  define: { PACKAGE_VERSION: JSON.stringify(manifest.version) },
  test: { testTimeout: 60_000, globalSetup: 'test/support/program.ts' },
})
