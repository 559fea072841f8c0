import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createVariableReader } from '../../src/project/environment-file.js'
import { folderWith } from '../support/program.js'

test.each([
  ['PORT=1', 0],
  ['  PORT = 1', 2],
  ['export port=1', 7],
  ['\ufeffexport ex="a b" # ex', 7],
])('%j has its name at %i', (line, character) => {
  const folder = folderWith({ 'router.env': `${line}\r\n` })
  const path = join(folder, 'router.env')
  const file = { value: path, origin: 'env' }
  const [variable] = createVariableReader()([{ file }])
  const length = variable?.name.length
  expect(variable?.origin).toEqual({ file: path, place: { line: 0, character, length } })
})
