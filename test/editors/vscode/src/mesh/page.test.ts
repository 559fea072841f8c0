import { expect, test } from 'vitest'
import { isMeshRequest } from '../../../../../editors/vscode/src/mesh/message.js'
import { createMeshPage } from '../../../../../editors/vscode/src/mesh/page.js'

test('the page runs its own script only, and fetches nothing', () => {
  const page = createMeshPage({
    script: 'https://x/mesh.js',
    style: 'https://x/mesh.css',
    source: 'https://x',
    nonce: 'abc',
  })
  expect(page).toContain(
    `content="default-src 'none'; style-src https://x; script-src 'nonce-abc'"`,
  )
  expect([...page.matchAll(/<script[^>]*>/g)].join('')).toBe(
    '<script nonce="abc" src="https://x/mesh.js">',
  )
  expect(page).not.toMatch(/\son\w+=|style="/)
})

test.each([
  [{ kind: 'ready' }, true],
  [{ kind: 'open', uri: 'file:///north.yml' }, true],
  [{ kind: 'open' }, false],
  [{ kind: 'disable', names: ['north'] }, true],
  [{ kind: 'disable', names: [1] }, false],
  [{ kind: 'disable' }, false],
  [{ kind: 'save', text: '<svg/>' }, true],
  [{ kind: 'save', text: 1 }, false],
  [{ kind: 1 }, false],
  [{ kind: 'run' }, false],
  [null, false],
])('%j from the page is a request: %s', (message, expected) => {
  expect(isMeshRequest(message)).toBe(expected)
})
