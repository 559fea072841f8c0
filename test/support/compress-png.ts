type PngImage = { width: number; height: number }

/** What is used of upng-js, which is no package of the project. */
export type PngCodec = {
  decode: (file: Uint8Array) => PngImage
  toRGBA8: (image: PngImage) => ArrayBuffer[]
  encode: (frames: ArrayBuffer[], width: number, height: number, colors: number) => ArrayBuffer
}

/** The same picture with 128 colors, a quarter of the size. */
export function compressPng(png: Buffer, codec: PngCodec): Buffer {
  const image = codec.decode(png)
  return Buffer.from(codec.encode(codec.toRGBA8(image), image.width, image.height, 128))
}
