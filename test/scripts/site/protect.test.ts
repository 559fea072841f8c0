import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { withPolicy } from '../../../scripts/site/protect.js'

describe('the content security policy of a page', () => {
  const page = withPolicy('<html><head><script src="/a.js"></script><script>b()</script></head>')
  const hash = createHash('sha256').update('b()').digest('base64')

  test('allows the scripts of the page, and no other inline script', () => {
    expect(page).toContain(`script-src 'self' 'sha256-${hash}';`)
    expect(page).not.toContain('unsafe')
  })

  test('comes before everything that it is about', () => {
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<script'))
  })
})
