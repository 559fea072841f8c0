import type { PlacedMesh } from './placed-mesh.js'

/** The style properties that are copied to the exported picture. */
const properties = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'display',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'paint-order',
]

/** Exports the whole picture as a standalone SVG file that looks the same as on the page. */
export function createSvg(picture: SVGElement, box: PlacedMesh['box'] | undefined): Blob {
  return new Blob([formatSvg(picture, box)], { type: 'image/svg+xml' })
}

function formatSvg(picture: SVGElement, box: PlacedMesh['box'] | undefined): string {
  const copy = picture.cloneNode(true)
  if (!(copy instanceof SVGElement)) return ''
  const originals = [...picture.querySelectorAll('*')]
  const copies = [...copy.querySelectorAll('*')]
  originals.forEach((original, index) => {
    const style = getComputedStyle(original)
    const target = copies[index]
    for (const name of properties) target?.setAttribute(name, style.getPropertyValue(name))
    for (const name of ['class', 'role', 'tabindex', 'aria-label', 'aria-pressed'])
      target?.removeAttribute(name)
  })
  if (box) {
    copy.setAttribute('viewBox', `${box.x} ${box.y} ${box.width} ${box.height}`)
    const back = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
    const color = getComputedStyle(picture).getPropertyValue('background-color')
    for (const [name, value] of Object.entries({ ...box, fill: color }))
      back.setAttribute(name, String(value))
    copy.prepend(back)
  }
  copy.removeAttribute('class')
  copy.removeAttribute('role')
  return new XMLSerializer().serializeToString(copy)
}

/** Maximum side length of a PNG, in pixels; browsers reject larger canvases. */
const maxSide = 8000

/** Exports the whole picture as PNG, with two pixels per unit unless that is too large. */
export async function createPng(
  picture: SVGElement,
  box: PlacedMesh['box'] | undefined,
): Promise<Blob> {
  const { width, height } = box ?? { width: 100, height: 100 }
  const scale = Math.min(2, maxSide / Math.max(width, height))
  const image = new Image()
  // The content security policy allows `data:` URLs for images, but not `blob:`.
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(formatSvg(picture, box))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  )
}
