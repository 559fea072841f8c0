import { buildSync } from 'esbuild'

/**
 * The source of the schema-checking worker as a string, so that every bundle of the service contains it. The build
 * inlines the string (`scripts/tsup.config.ts`). When the service runs from source, the first call builds it.
 */
export const readWorkerText = (): string =>
  (workerText ??= buildSync({
    entryPoints: ['src/management/service/schemas/worker.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
  })
    .outputFiles.map(({ text }) => text)
    .join(''))

let workerText: string | undefined
