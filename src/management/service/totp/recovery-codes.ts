import { timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '../identifiers.js'
import { textOf } from '../identifiers.js'
import { base32Alphabet } from './base32.js'

/** New recovery codes: 20 different ones of 6 characters of base 32. */
export function newRecoveryCodes(random: RandomBytes): string[] {
  const codes = new Set<string>()
  while (codes.size < 20) codes.add(textOf(base32Alphabet, 6, random))
  return [...codes]
}

const isSame = (left: string, right: string): boolean => {
  const [one, other] = [Buffer.from(left), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The codes that are left once one of them was used; undefined if it is none of them. */
export function withoutRecoveryCode(codes: readonly string[], used: string): string[] | undefined {
  const left = codes.filter((code) => !isSame(code, used))
  return left.length < codes.length ? left : undefined
}
