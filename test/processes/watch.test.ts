import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder, program, run } from '../support/program.js'

const sound = readFileSync('fixtures/samples/public.yaml', 'utf8')
const faulty = sound.replace('\nlink:', '\nnonsense: 1\nlink:')

/** Starts `lint --watch` in a folder; `next` gives what a run prints up to when it waits again. */
function startWatching(folder: string, argv: readonly string[], format = ['-fcompact']) {
  const child = spawn(process.execPath, [program, 'lint', '--watch', ...format, ...argv], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  const waiting = 'watching for changes; press Ctrl+C to end\n'
  child.stdout.on('data', (data) => (text += String(data)))
  child.stderr.on('data', (data) => (text += String(data)))
  const next = async (): Promise<string> => {
    while (!text.includes(waiting)) await setTimeout(20)
    // Both streams arrive.
    await setTimeout(50)
    const taken = text
    text = ''
    return taken
  }
  return { child, next }
}

function createFolder(files: Readonly<Record<string, string>>): string {
  const folder = makeFolder()
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

/** The processor time of a process so far, in clock ticks of 10 ms. */
function readTicks(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return Number(fields[11]) + Number(fields[12])
}

test('what is printed on each change shows no secret', async () => {
  const secrets = sound.replace(
    '\nlink:',
    '\nproxy: {type: nothing, password: "pLaNt$1", adress: "${OPEN:-pLaNt2}"}\napiToken: ${OPEN}\nlink:',
  )
  const folder = createFolder({ 'a.yml': secrets })
  const { next } = startWatching(folder, ['-fpretty', '--verbose', '.'], [])
  const printed = [await next()]
  writeFileSync(join(folder, 'a.yml'), secrets.replace('proxy: {', 'proxy: {more: pLaNt3'))
  printed.push(await next())
  writeFileSync(join(folder, 'routerfile.config.yaml'), 'env: {MY_TOKEN: pLaNt4}\nrules: [\n')
  printed.push(await next())
  expect(printed[0]).toContain('proxy')
  expect(printed[2]).toContain('routerfile.config.yaml')
  expect(printed.join('')).not.toMatch(/pLaNt[124]/)
})

test('a folder is checked again when files or the configuration change, until Ctrl+C', async () => {
  const folder = createFolder({ 'a.yml': sound })
  const { child, next } = startWatching(folder, ['.'])
  const first = await next()
  expect(first).toMatch(/^routerfile: \d\d:\d\d:\d\d checking\n/)
  expect(first).not.toContain('unknown-key')

  writeFileSync(join(folder, 'a.yml'), faulty)
  const edited = await next()
  expect(edited).toMatch(/routerfile: \d\d:\d\d:\d\d a\.yml changed; checking again\n/)
  expect(edited).toMatch(/a\.yml:\d+:\d+: .*unknown-key/)

  writeFileSync(join(folder, 'b.yml'), faulty)
  expect(await next()).toMatch(/b\.yml:\d+:\d+: .*unknown-key/)

  rmSync(join(folder, 'b.yml'))
  expect(await next()).not.toMatch(/b\.yml:\d/)

  writeFileSync(join(folder, 'routerfile.config.yaml'), 'rules: {unknown-key: off}\n')
  expect(await next()).not.toContain('unknown-key')

  writeFileSync(join(folder, 'routerfile.config.yaml'), 'rules: [\n')
  expect(await next()).toContain('routerfile.config.yaml')

  rmSync(join(folder, 'routerfile.config.yaml'))
  expect(await next()).toMatch(/a\.yml:\d+:\d+: .*unknown-key/)

  const before = readTicks(child.pid)
  await setTimeout(1500)
  expect(readTicks(child.pid) - before).toBeLessThan(15)

  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
})

test('a named file is followed when an editor replaces it, and a report in the folder starts no run', async () => {
  const folder = createFolder({ 'a.yml': sound, 'other.yml': sound })
  const { child, next } = startWatching(folder, ['a.yml', '-fjson=report.json'])
  await next()
  writeFileSync(join(folder, 'a.yml.new'), faulty)
  renameSync(join(folder, 'a.yml.new'), join(folder, 'a.yml'))
  expect(await next()).toContain('unknown-key')
  writeFileSync(join(folder, 'other.yml'), faulty)
  expect(await Promise.race([next(), setTimeout(700, 'nothing')])).toBe('nothing')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([143, null])
})

test.each([
  [['-'], '--watch cannot be used with stdin (-)'],
  [['--staged'], '--watch and --staged cannot be used together'],
  [['--write-baseline', 'x.json'], '--watch and --write-baseline cannot be used together'],
])('%j cannot be watched', (argv, why) => {
  expect(run(['lint', '--watch', ...argv])).toEqual({
    out: '',
    err: `routerfile: ${why}\n`,
    code: 2,
  })
})
