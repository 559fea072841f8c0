import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { globalSetup: 'test/support/program.ts', testTimeout: 30_000 } })
