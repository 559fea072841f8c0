import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { findRule } from '../../src/lint/catalog.js'
import { makeFolder, run } from '../support/program.js'

const cwd = 'fixtures/cli/files'

const folder = (): string => makeFolder()

describe('a format with a file', () => {
  test('writes there, several at once, and colors only the terminal', () => {
    const place = folder()
    const formats = [
      'compact',
      'json',
      'jsonl',
      'github',
      'gitlab',
      'sarif',
      'junit',
      'checkstyle',
      'markdown',
    ]
    const { out, code } = run(
      [
        'lint',
        'bad.yaml',
        '--color',
        'always',
        ...formats.flatMap((name) => ['-f', `${name}=${place}/out.${name}`]),
        '-f',
        'pretty',
      ],
      { cwd, env: { FORCE_HYPERLINK: '1' } },
    )
    expect(code).toBe(1)
    expect(out).toContain('\u001b[')
    expect(readdirSync(place)).toEqual(formats.map((name) => `out.${name}`).sort())
    for (const name of formats)
      expect(readFileSync(join(place, `out.${name}`), 'utf8'), name).toMatch(
        /^[^\u001b]*retry-interval-order[^\u001b]*$/,
      )
  })

  test('leaves standard output alone, and a pretty file without colors and links', () => {
    const place = folder()
    const { out } = run(['lint', 'bad.yaml', '--color', 'always', '-f', `pretty=${place}/out`], {
      cwd,
      env: { FORCE_HYPERLINK: '1' },
    })
    expect(out).toBe('')
    expect(readFileSync(join(place, 'out'), 'utf8')).toMatch(/^bad\.yaml\n[^\u001b]*$/)
  })

  test('puts a new file instead of the old one, with its mode, and through a link', () => {
    const place = folder()
    writeFileSync(join(place, 'old.json'), 'old')
    chmodSync(join(place, 'old.json'), 0o626)
    symlinkSync('old.json', join(place, 'link.json'))
    run(['lint', 'good.yaml', '-f', `json=${place}/link.json`], { cwd })
    expect(JSON.parse(readFileSync(join(place, 'old.json'), 'utf8')).version).toBe(1)
    expect(statSync(join(place, 'old.json')).mode & 0o777).toBe(0o626)
    expect(readdirSync(place)).toEqual(['link.json', 'old.json'])
  })

  test('writes to a pipe as it is', async () => {
    const pipe = join(folder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const reader = spawn('cat', [pipe])
    const read = text(reader.stdout)
    run(['lint', 'good.yaml', '-f', `json=${pipe}`], { cwd })
    expect(JSON.parse(await read).version).toBe(1)
    expect(statSync(pipe).isFIFO()).toBe(true)
  })

  test('is written when no file could be read', () => {
    const place = folder()
    expect(run(['lint', 'nothing.yaml', '-f', `junit=${place}/out.xml`], { cwd }).code).toBe(2)
    expect(readFileSync(join(place, 'out.xml'), 'utf8')).toContain(
      '<error type="unreadable" message="`nothing.yaml` does not exist"/>',
    )
  })
})

test('formats for other programs explain the rules, which a run of `lint` has no texts of', () => {
  const id = 'retry-interval-order'
  const rule = findRule(id)
  const print = (format: string): unknown =>
    JSON.parse(run(['lint', 'bad.yaml', '-f', format], { cwd }).out)
  expect(print('sarif')).toHaveProperty(
    'runs.0.tool.driver.rules',
    expect.arrayContaining([
      expect.objectContaining({
        id,
        shortDescription: { text: rule?.summary },
        fullDescription: { text: `${rule?.summary} ${rule?.why}` },
        help: expect.objectContaining({ markdown: expect.stringContaining('```yaml') }),
      }),
    ]),
  )
  expect(print('gitlab')).toContainEqual(
    expect.objectContaining({ check_name: id, content: { body: rule?.why } }),
  )
})

test('paths count from the repository that CI names', () => {
  const env = { CI_PROJECT_DIR: resolve('fixtures') }
  expect(
    JSON.parse(run(['lint', 'bad.yaml', '-f', 'gitlab'], { cwd, env }).out)[0].location.path,
  ).toBe('cli/files/bad.yaml')
  expect(
    JSON.parse(
      run(['lint', 'bad.yaml', '-f', 'gitlab'], { cwd, env: { CI_PROJECT_DIR: resolve('src') } })
        .out,
    )[0].location.path,
  ).toBe(resolve(cwd, 'bad.yaml'))
})

test('what is said about a file with an odd name obeys no terminal', () => {
  expect(run(['lint', 'odd\u001b\u009b.yaml'], { cwd }).err).toBe(
    'routerfile: `odd\\u001b\\u009b.yaml` does not exist\n',
  )
})
