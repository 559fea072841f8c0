/** UTF-16 sorts characters beyond U+FFFF before U+E000; bytes of UTF-8 do not. */
const rank = (unit: number): number =>
  unit < 0xd800 ? unit : unit < 0xe000 ? unit + 0x2000 : unit - 0x800

/** The order of two texts by the bytes of UTF-8, in which a controller keeps them. */
export function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length)
  for (let at = 0; at < length; at += 1) {
    const one = left.charCodeAt(at)
    const other = right.charCodeAt(at)
    if (one !== other) return rank(one) - rank(other)
  }
  return left.length - right.length
}
