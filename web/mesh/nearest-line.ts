type Point = { x: number; y: number }

/** A line from one point to another. */
type Segment = { from: Point; to: Point }

/**
 * Returns the line nearest to a point, within `maxDistance`; undefined if there is none. Also finds
 * lines that are drawn as one shape.
 */
export function findLine<Found extends Segment>(
  lines: readonly Found[],
  point: Point,
  maxDistance: number,
): Found | undefined {
  let best: Found | undefined
  let least = maxDistance
  for (const line of lines) {
    const distance = measureDistance(line, point)
    if (distance <= least) {
      least = distance
      best = line
    }
  }
  return best
}

function measureDistance({ from, to }: Segment, point: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((point.x - from.x) * dx + (point.y - from.y) * dy) / length
  const at = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - from.x - at * dx, point.y - from.y - at * dy)
}
