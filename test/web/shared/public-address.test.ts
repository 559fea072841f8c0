import { expect, test } from 'vitest'
import { toPublicAddress } from '../../../web/shared/public-address.js'

test.each([
  [
    'https://example.com/routerfile',
    'https://example.com/routerfile/playground/?file=a.yml#files=1.x',
  ],
  ['https://example.com/', 'https://example.com/playground/?file=a.yml#files=1.x'],
  ['', undefined],
])('a page that is served here is on the site %s, if there is one', (site, address) => {
  const here = new URL('http://127.0.0.1:4000/playground/?file=a.yml#files=1.x')
  expect(toPublicAddress(here, '/', site)).toBe(address)
})
