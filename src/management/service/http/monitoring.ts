import type { Records } from '../call/records.js'
import type { OutgoingResponse, RequestHandler } from '../call/request.js'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Upper bounds of the buckets for durations, in s. */
const bounds = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]

/** Counts requests, and formats them with the state of the process as text for Prometheus. */
function createMetrics(): {
  count: (method: string, status: number, ms: number) => void
  format: () => string
} {
  const requests = new Map<string, number>()
  /**
   * The number of requests in each bucket: those whose duration is above the previous bound, and at most the bound of
   * the bucket.
   */
  const buckets = bounds.map(() => 0)
  const total = { count: 0, seconds: 0 }
  const count = (method: string, status: number, ms: number): void => {
    const labels = `method="${methods.has(method) ? method : 'other'}",status="${status}"`
    requests.set(labels, (requests.get(labels) ?? 0) + 1)
    total.count += 1
    total.seconds += ms / 1000
    const index = bounds.findIndex((bound) => ms / 1000 <= bound)
    if (index >= 0) buckets[index] = (buckets[index] ?? 0) + 1
  }
  const format = (): string => {
    const { user, system } = process.cpuUsage()
    const duration = 'routerfile_http_request_duration_seconds'
    return [
      '# HELP routerfile_http_requests_total Requests, by method and status.',
      '# TYPE routerfile_http_requests_total counter',
      ...[...requests].map(
        ([labels, value]) => `routerfile_http_requests_total{${labels}} ${value}`,
      ),
      `# HELP ${duration} Time from a request to its response.`,
      `# TYPE ${duration} histogram`,
      ...bounds.map((bound, index) => {
        const cumulativeCount = buckets.slice(0, index + 1).reduce((sum, value) => sum + value, 0)
        return `${duration}_bucket{le="${bound}"} ${cumulativeCount}`
      }),
      `${duration}_bucket{le="+Inf"} ${total.count}`,
      `${duration}_sum ${total.seconds}`,
      `${duration}_count ${total.count}`,
      '# TYPE process_cpu_seconds_total counter',
      `process_cpu_seconds_total ${(user + system) / 1e6}`,
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
      '# TYPE process_start_time_seconds gauge',
      `process_start_time_seconds ${Math.round(Date.now() / 1000 - process.uptime())}`,
      '',
    ].join('\n')
  }
  return { count, format }
}

async function checkHealth({ read }: Pick<Records, 'read'>): Promise<OutgoingResponse> {
  const healthy = await read(() => true).catch(() => false)
  return {
    status: healthy ? 200 : 503,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: { checks: [{ healthy, id: 'store.read' }], healthy }, meta: {} }),
  }
}

const metricsUrl = /^https?:\/\/[^/]+\/metrics(?:[?#]|$)/
const healthUrl = /^https?:\/\/[^/]+\/health-checks(?:\/v1)?\/?(?:[?#]|$)/

/**
 * Adds two paths for monitoring that need no authentication: `/metrics`, with the counts and durations of all other
 * requests, and `/health-checks`.
 */
export function withMonitoring(
  handle: RequestHandler,
  records: Pick<Records, 'read'>,
): RequestHandler {
  const metrics = createMetrics()
  return async (request, connection) => {
    const { method, url } = request
    if (method === 'GET' && metricsUrl.test(url))
      return {
        status: 200,
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
        body: metrics.format(),
      }
    if (method === 'GET' && healthUrl.test(url)) return checkHealth(records)
    const startedAt = performance.now()
    let status = 500
    try {
      const response = await handle(request, connection)
      ;({ status } = response)
      return response
    } finally {
      metrics.count(method, status, performance.now() - startedAt)
    }
  }
}
