/** UTF-16 writes characters above U+FFFF with units below U+E000, in UTF-8 they come last. */
const toUtf8Order = (unit: number): number =>
  unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800

/** Below zero where the UTF-8 bytes of the left text come first, in which a controller keeps texts; above zero where those of the right do. */
export function compareBytes(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let index = 0; index < length; index += 1) {
    const one = left.charCodeAt(index)
    const other = right.charCodeAt(index)
    if (one !== other) return toUtf8Order(one) - toUtf8Order(other)
  }
  return left.length - right.length
}
