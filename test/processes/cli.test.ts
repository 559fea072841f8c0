import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { play } from '../support/scenario.js'

describe('the program', () => {
  test.each(readdirSync('fixtures/cli').filter((name) => name.endsWith('.txt')))(
    '%s goes as written',
    async (name) => {
      const path = `fixtures/cli/${name}`
      await expect(await play(readFileSync(path, 'utf8'))).toMatchFileSnapshot(`../../${path}`)
    },
  )
})
