import { buildSync } from 'esbuild'

/** What runs in the threads that check schemas, as one text, so that it is found wherever the service is bundled. The build puts the text here (`tsup.config.ts`); only from source it is made when it is needed. */
export const readWorkerText = (): string =>
  buildSync({
    entryPoints: ['src/management/service/schemas/worker.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
  })
    .outputFiles.map(({ text }) => text)
    .join('')
