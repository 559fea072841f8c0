const prime = 0x100000001b3n

/** FNV-1a of 64 bits over the UTF-8 bytes of a text, as 16 hexadecimal digits. It tells texts apart and hides nothing. */
export function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime)
  return hash.toString(16).padStart(16, '0')
}
