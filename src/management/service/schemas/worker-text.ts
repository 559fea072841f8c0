import { buildSync } from 'esbuild'

/**
 * The code for the threads that check schemas, as one string, so that it is available in every bundle of the service.
 * The build inserts the string here (`scripts/tsup.config.ts`); only when running from source, it is built on demand.
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
