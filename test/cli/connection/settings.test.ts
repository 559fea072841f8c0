import { expect, test } from 'vitest'
import { resolveUrl } from '../../../src/cli/connection/settings.js'
import { makeFolder } from '../../support/program.js'

test('the address is known without reading a secret', async () => {
  const folder = makeFolder()
  const environment = { XDG_CONFIG_HOME: folder, ZITI_CONFIG_DIR: folder }
  expect(
    await resolveUrl(
      { url: ['ctrl.example.com:1280'], passwordFile: `${folder}/none` },
      environment,
    ),
  ).toBe('https://ctrl.example.com:1280/edge/management/v1')
})
