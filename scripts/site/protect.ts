import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A script in the page itself, without an address. */
const inlineScript = /<script(?![^>]*\bsrc=)[^>]*>([^]*?)<\/script>/g

/**
 * Adds a content security policy to each page of a built site: nothing is loaded from elsewhere, and of the scripts in
 * the page itself only those that are there now may run.
 */
export function protect(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.html')) continue
    const path = join(folder, name)
    writeFileSync(path, withPolicy(readFileSync(path, 'utf8')))
  }
}

/** A page with its content security policy. */
export function withPolicy(page: string): string {
  const hashes = [...page.matchAll(inlineScript)].map(
    ([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(hashes)].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  // Scripts set these styles again where they matter, which the policy allows; as attributes it refuses them.
  return page
    .replaceAll(/ style="[^"]*"/g, '')
    .replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`)
}
