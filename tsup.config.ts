import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', core: 'src/core.ts' },
  format: 'esm',
  target: 'node20',
  clean: true,
  silent: true,
})
