import { expect, test } from 'vitest'
import { completeExample } from '../../support/fixtures.js'
import { folderWith, runHere } from '../../support/program.js'

const note =
  'routerfile: release `2.0.4` is newer than the releases that are known; the file is checked for 2.0.3, the newest known one of its line\n'
const finalRelease = /^\d+\.\d+\.\d+$/
const router = completeExample('v: 3').text

test.each([
  ['lint', ['router.yml', '--target', '2.0.4', '--check', 'none']],
  ['effective', ['router.yml', '--target', '2.0.4']],
  ['upgrade', ['router.yml', '--from', '1.6', '--to', '2.0.4', '--check', 'none']],
  ['schema', ['--target', '2.0.4']],
  ['explain', ['ctrl', '--target', '2.0.4']],
])('%s says once that a release is newer than the known ones', async (command, words) => {
  const cwd = folderWith({ 'router.yml': router })
  const { err, code } = await runHere([command, ...words], { cwd })
  expect(err.split(note)).toHaveLength(2)
  expect(code).not.toBe(2)
})

test('so does a release of a config file or of a variable', async () => {
  const cwd = folderWith({ 'router.yml': router, 'routerfile.config.yaml': "target: '2.0.4'\n" })
  expect((await runHere(['lint', '--check', 'none'], { cwd })).err).toContain(note)
  const env = { ROUTERFILE_TARGET: '2.0.4' }
  expect((await runHere(['lint', '--isolated', '--check', 'none'], { cwd, env })).err).toContain(
    note,
  )
})

test('a line that is not known is refused', async () => {
  const cwd = folderWith({ 'router.yml': router })
  const { err, code } = await runHere(['lint', 'router.yml', '--target', '2.2'], { cwd })
  expect(err).toContain('--target 2.2: unknown release')
  expect(code).toBe(2)
})

test('the targets are printed as JSON', async () => {
  const { out } = await runHere(['targets', '--format', 'json'])
  expect(JSON.parse(out)).toMatchObject({
    version: 1,
    default: expect.stringMatching(finalRelease),
    latest: expect.stringMatching(finalRelease),
    lts: expect.stringMatching(finalRelease),
    targets: expect.arrayContaining([
      { line: '1.6', newest: '1.6.20', date: '2026-08-20', support: 'long-term' },
    ]),
  })
})
