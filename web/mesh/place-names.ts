/** A rectangle on the screen. */
export type Box = { left: number; top: number; right: number; bottom: number }

/** An element on the screen that has a name, with its position and size. */
export type Named = {
  x: number
  y: number
  radius: number
  name: string
  note?: string | undefined
  rank: number
}

/** Position of a name. */
type NamePlace = {
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
  hasNote: boolean
}

/** Width of a letter of a name in pixels, for the font size in the style sheet. */
const letterWidth = 7.2

/** Width of a letter of a note or a line label in pixels, for the font size in the style sheet. */
export const noteLetterWidth = 6.2

/** Height of a line in pixels. */
const lineHeight = 16

/**
 * Finds room for names below, above or beside their elements, highest rank first. The result is `undefined` for a name
 * that would cover another name, a router or an obstacle, or would not be completely on the screen. Such a name may get
 * room as the user zooms in.
 */
export function placeNames(
  all: readonly Named[],
  screen: { width: number; height: number },
  obstacles: readonly Box[] = [],
): (NamePlace | undefined)[] {
  const grid = new BoxGrid()
  for (const { x, y, radius } of all.filter((named) => isOnScreen(named, screen)))
    grid.add({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius })
  for (const box of obstacles) grid.add(box)
  const places: (NamePlace | undefined)[] = all.map(() => undefined)
  const order = [...all.keys()].sort(
    (one, other) => (all[other]?.rank ?? 0) - (all[one]?.rank ?? 0),
  )
  for (const index of order) {
    const named = all[index]
    if (!named || !isOnScreen(named, screen)) continue
    const found = listCandidates(named).find(
      ({ box }) => isWhole(box, screen) && !grid.touches(box),
    )
    if (!found) continue
    grid.add(found.box)
    places[index] = found.place
  }
  return places
}

const isWhole = (
  { left, top, right, bottom }: Box,
  { width, height }: { width: number; height: number },
): boolean => left >= 0 && top >= 0 && right <= width && bottom <= height

const isOnScreen = (
  { x, y, radius }: Named,
  { width, height }: { width: number; height: number },
) => x > -radius && y > -radius && x < width + radius && y < height + radius

function listCandidates(named: Named): { place: NamePlace; box: Box }[] {
  const { x, y, radius, name, note } = named
  const width = name.length * letterWidth
  const wide = Math.max(width, (note ?? '').length * noteLetterWidth)
  const below = y + radius + 2
  const above = y - radius - 2
  const create = (
    place: Omit<NamePlace, 'hasNote'>,
    box: Omit<Box, 'bottom'> & { bottom?: number },
    hasNote = false,
  ): { place: NamePlace; box: Box } => ({
    place: { ...place, hasNote },
    box: { bottom: box.top + lineHeight, ...box },
  })
  const bottom: Omit<NamePlace, 'hasNote'> = { x: 0, y: radius + 14, anchor: 'middle' }
  return [
    ...(note === undefined
      ? []
      : [
          create(
            bottom,
            { left: x - wide / 2, right: x + wide / 2, top: below, bottom: below + 2 * lineHeight },
            true,
          ),
        ]),
    create(bottom, { left: x - width / 2, right: x + width / 2, top: below }),
    create(
      { x: 0, y: -radius - 6, anchor: 'middle' },
      { left: x - width / 2, right: x + width / 2, top: above - lineHeight },
    ),
    create(
      { x: radius + 5, y: 4, anchor: 'start' },
      { left: x + radius + 4, right: x + radius + 4 + width, top: y - lineHeight / 2 },
    ),
    create(
      { x: -radius - 5, y: 4, anchor: 'end' },
      { left: x - radius - 4 - width, right: x - radius - 4, top: y - lineHeight / 2 },
    ),
  ]
}

/** Boxes by the grid cells that they touch, so that only a few have to be compared. */
class BoxGrid {
  readonly #cells = new Map<string, Box[]>()

  add(box: Box): void {
    for (const key of listCells(box)) {
      const known = this.#cells.get(key)
      if (known) known.push(box)
      else this.#cells.set(key, [box])
    }
  }

  touches(box: Box): boolean {
    return listCells(box).some((key) =>
      (this.#cells.get(key) ?? []).some(
        (other) =>
          box.left < other.right &&
          other.left < box.right &&
          box.top < other.bottom &&
          other.top < box.bottom,
      ),
    )
  }
}

const cellSize = 64

function listCells({ left, top, right, bottom }: Box): string[] {
  const cells: string[] = []
  for (let column = Math.floor(left / cellSize); column <= right / cellSize; column += 1)
    for (let row = Math.floor(top / cellSize); row <= bottom / cellSize; row += 1)
      cells.push(`${column} ${row}`)
  return cells
}
