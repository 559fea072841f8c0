import { buildSync } from 'esbuild'

/**
 * The code of the threads that check schemas, as a string: so every bundle of the service contains it. The build
 * replaces this module by one with the string (`scripts/tsup.config.ts`); only when the service runs from source, the
 * string is built on the first call.
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
