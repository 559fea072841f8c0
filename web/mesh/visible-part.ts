/** The visible part of the plane: pixels per unit, and the origin in pixels. */
export type View = { scale: number; x: number; y: number }

type VisiblePart = { view: View; size: { width: number; height: number } }

type Point = { x: number; y: number }

export function isOutside({ x, y }: Point, { view, size }: VisiblePart): boolean {
  const [left, top] = [x * view.scale + view.x, y * view.scale + view.y]
  return left < 0 || top < 0 || left > size.width || top > size.height
}

/**
 * Whether a selected router must be moved to the center: it is not visible, or the picture is zoomed in, so that its
 * links may lead out of the picture. Moving a picture that fits would only cut off other routers.
 */
export const needsCenter = (
  router: Point,
  { isDrawn, wholeScale, ...part }: VisiblePart & { isDrawn: boolean; wholeScale: number },
): boolean => !isDrawn || part.view.scale > wholeScale || isOutside(router, part)
