/**
 * Maximum side length to search for a code, in pixels. Larger pictures are scaled down first, which
 * does not hide the code.
 */
const maxSide = 2400

/** Reads the QR code in a picture; `why` tells why there is none. */
export async function readQrCode(file: Blob): Promise<{ text: string } | { why: string }> {
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return { why: 'it is not a picture that this browser can read' }
  const pixels = getPixels(picture)
  picture.close()
  if (!pixels) return { why: 'this browser cannot read its pixels' }
  const { decodeQR } = await import('qr/decode.js')
  try {
    return { text: decodeQR(pixels, { timeLimit: 2000 }) }
  } catch {
    return { why: 'there is no QR code in it; try a larger or sharper picture' }
  }
}

function getPixels(picture: ImageBitmap): ImageData | undefined {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  // QR codes with a transparent background are meant to be shown on white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}
