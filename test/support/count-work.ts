import { Session } from 'node:inspector/promises'
import { setFlagsFromString } from 'node:v8'

/**
 * Counts how often functions and blocks of `src` run during an action, which measures its work independently of the
 * machine. Disables optimization meanwhile, because V8 does not count inlined functions.
 */
export async function countWork(run: () => unknown): Promise<number> {
  const session = new Session()
  session.connect()
  setFlagsFromString('--max-optimized-bytecode-size=0')
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    run()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ url }) => url.includes('/src/'))
      .flatMap(({ functions }) => functions)
      .flatMap(({ ranges }) => ranges)
      .reduce((sum, { count }) => sum + count, 0)
  } finally {
    setFlagsFromString('--max-optimized-bytecode-size=61440')
    session.disconnect()
  }
}
