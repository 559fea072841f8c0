import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Streams } from '../../src/cli/command.js'
import { countJobs, lintAll } from '../../src/cli/lint-all.js'
import { createProgress } from '../../src/cli/ui/text.js'
import { selectShard } from '../../src/project/select-files.js'
import { createStopwatch } from '../../src/cli/ui/stopwatch.js'
import { folderWith, program, run, runHere } from '../support/program.js'

const router = readFileSync('fixtures/cli/files/good.yaml', 'utf8')
const faulty = readFileSync('fixtures/cli/files/bad.yaml', 'utf8')

const manyFiles = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `${index % 10}/${index}.yaml`,
      index % 3 === 0 ? 'a: 1\n' : `${index % 2 ? faulty : router}# ${index}\n`,
    ]),
  )

/** Streams that keep what is written. */
function recorder(isErrTerminal: boolean): { streams: Streams; written: string[] } {
  const written: string[] = []
  return {
    streams: {
      out: () => undefined,
      err: (text) => void written.push(text),
      width: 30,
      isTerminal: false,
      isErrTerminal: () => isErrTerminal,
    },
    written,
  }
}

afterEach(() => vi.unstubAllEnvs())

test('parts of a list have no gap and no overlap, and are even', () => {
  for (const length of [0, 1, 2, 7, 100]) {
    const items = Array.from({ length }, (_, index) => index)
    for (let total = 1; total <= 9; total += 1) {
      const parts = Array.from({ length: total }, (_, index) =>
        selectShard(items, { index: index + 1, total }),
      )
      expect(parts.flat().sort((left, right) => left - right)).toEqual(items)
      expect(
        Math.max(...parts.map((part) => part.length)) -
          Math.min(...parts.map((part) => part.length)),
      ).toBeLessThanOrEqual(1)
    }
  }
})

describe('several threads', () => {
  test('find what one finds, in the same order', () => {
    const folder = folderWith(manyFiles(300))
    const [one, three] = ['1', '3'].map((jobs) =>
      run(['lint', '-f', 'compact', '--jobs', jobs, '.', 'gone.yaml'], { cwd: folder }),
    )
    expect(one).toEqual(three)
    expect(one?.out.split('\n').length).toBeGreaterThan(500)
    expect(one?.err).toBe('routerfile: `gone.yaml` does not exist\n')
  })

  test.each([
    ['one for few files', 'auto', 4999, 1],
    [
      'as many as the machine has for thousands',
      'auto',
      10_000,
      Math.min(4, availableParallelism()),
    ],
    ['as many as are asked for', 3, 10, 3],
    ['no more than files', 3, 2, 2],
  ] as const)('are %s', (_, jobs, files, count) => {
    expect(countJobs(jobs, files)).toBe(count)
  })
})

describe('progress', () => {
  const shown = (times: readonly number[], isTerminal = true): string[] => {
    const { streams, written } = recorder(isTerminal)
    const clock = [0, ...times]
    const { show, clear } = createProgress(streams, () => clock.shift() ?? 0)
    times.forEach((time) => show(`after ${time} milliseconds of this work`))
    clear()
    return written
  }

  test('is one line that is written over and cleared', () => {
    vi.stubEnv('CI', '')
    vi.stubEnv('TERM', 'xterm')
    expect(shown([100, 299, 300, 900])).toEqual([
      '\r\u001b[Kafter 300 milliseconds of thi',
      '\r\u001b[Kafter 900 milliseconds of thi',
      '\r\u001b[K',
    ])
  })

  test('is not shown for short work, without a terminal, on one that cannot, and in CI', () => {
    vi.stubEnv('CI', '')
    vi.stubEnv('TERM', 'xterm')
    expect(shown([100, 299])).toEqual([])
    expect(shown([400], false)).toEqual([])
    vi.stubEnv('TERM', 'dumb')
    expect(shown([400])).toEqual([])
    vi.stubEnv('TERM', 'xterm')
    vi.stubEnv('CI', 'true')
    expect(shown([400])).toEqual([])
  })

  test('counts files and errors', async () => {
    vi.stubEnv('CI', '')
    vi.stubEnv('TERM', 'xterm')
    const { streams, written } = recorder(true)
    const sources = Array.from({ length: 200 }, (_, index) => ({
      path: `${index}`,
      origin: 'found' as const,
      foundUnder: [],
    }))
    const range = {
      start: { line: 0, character: 0, offset: 0 },
      end: { line: 0, character: 0, offset: 0 },
    }
    const lintFile = ({ path }: { path: string }) => {
      for (const end = performance.now() + 5; performance.now() < end;);
      return {
        path,
        text: '',
        diagnostics:
          path === '0'
            ? [{ rule: 'x', severity: 'error' as const, message: '', path: [], range }]
            : [],
        release: '',
      }
    }
    const outcomes = await lintAll(sources, lintFile, {
      needs: { isFleet: false, wantsFixes: true },
      streams,
      jobCount: 1,
    })
    expect(outcomes.map((outcome) => outcome && 'path' in outcome && outcome.path)).toEqual(
      sources.map(({ path }) => path),
    )
    expect(written.length).toBeGreaterThan(2)
    expect(
      written.slice(0, -1).filter((line) => !/^\r\u001b\[K\d+\/200 files, 1 error$/.test(line)),
    ).toEqual([])
    expect(written.at(-1)).toBe('\r\u001b[K')
  })
})

describe('an interrupt', () => {
  test('ends the work with one sentence, and nobody listens any more', async () => {
    const before = process.listenerCount('SIGINT')
    const sources = Array.from({ length: 200 }, (_, index) => ({
      path: `${index}`,
      origin: 'found' as const,
      foundUnder: [],
    }))
    const lintFile = ({ path }: { path: string }) => {
      for (const end = performance.now() + 5; performance.now() < end;);
      if (path === '20') process.emit('SIGINT')
      return undefined
    }
    const work = lintAll(sources, lintFile, {
      needs: { isFleet: false, wantsFixes: true },
      streams: recorder(false).streams,
      jobCount: 1,
    })
    await expect(work).rejects.toThrow(/^interrupted after 32 of 200 files$/)
    expect(process.listenerCount('SIGINT')).toBe(before)
  })

  test('leaves no file behind', async () => {
    const dialers = Array.from(
      { length: 300 },
      () => '  - {binding: transport, options: {minRetryInterval: 1x}}\n',
    ).join('')
    const folder = folderWith(
      Object.fromEntries(
        Array.from({ length: 400 }, (_, index) => [
          `${index}.yaml`,
          `v: 3\nlink:\n dialers:\n${dialers}edge: {}\n`,
        ]),
      ),
    )
    const child = spawn(process.execPath, [program, 'lint', '-f', 'json=report.json'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (text) => void (said += String(text)))
    setTimeout(() => child.kill('SIGINT'), 150)
    const [code, signal] = await new Promise<[number | null, string | null]>(
      (resolve) => void child.on('close', (...end) => resolve(end)),
    )
    // Before the first files are looked at, the signal ends the program by itself.
    expect(
      signal === 'SIGINT' ? 'routerfile: interrupted after 0 of 400 files\n' : `${code} ${said}`,
    ).toMatch(/^(130 )?routerfile: interrupted after \d+ of 400 files\n$/)
    expect(readdirSync(folder).filter((name) => name.startsWith('report'))).toEqual([])
  })

  test('says how many files were fixed before it', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 64 }, (_, index) => [`${index}.yaml`, faulty]),
    )
    const folder = folderWith(files)
    // Writing a file listens for signals, as the work does from its start.
    const listeners = { added: 0 }
    const interruptFirstWrite = (event: string | symbol): void => {
      if (event !== 'SIGINT') return
      listeners.added += 1
      if (listeners.added === 2) process.emit('SIGINT')
    }
    process.on('newListener', interruptFirstWrite)
    const { err, code } = await runHere(['fix', '.'], { cwd: folder })
    process.off('newListener', interruptFirstWrite)
    const fixed = Object.keys(files).filter(
      (name) => readFileSync(join(folder, name), 'utf8') !== faulty,
    )
    expect([code, fixed.length % 16]).toEqual([130, 0])
    expect(fixed.length).toBeLessThan(64)
    expect(err).toMatch(
      new RegExp(
        `^\\d+ findings fixed in ${fixed.length} files\n(  .*\n)+routerfile: interrupted after ${fixed.length} of 64 files\n$`,
      ),
    )
  })
})

describe('a file that is written', () => {
  test('keeps its mode, and the link that leads to it', () => {
    const folder = folderWith({ 'a.yaml': router, 'reports/old.json': 'old' })
    chmodSync(join(folder, 'reports/old.json'), 0o640)
    symlinkSync('reports/old.json', join(folder, 'report.json'))
    expect(run(['lint', 'a.yaml', '-f', 'json=report.json'], { cwd: folder }).code).toBe(0)
    expect(readFileSync(join(folder, 'reports/old.json'), 'utf8')).toMatch(/^\{\n {2}"version": 1/)
    expect(statSync(join(folder, 'reports/old.json')).mode & 0o777).toBe(0o640)
    expect([...readdirSync(folder), ...readdirSync(join(folder, 'reports'))].sort()).toEqual([
      'a.yaml',
      'old.json',
      'report.json',
      'reports',
    ])
  })

  test('may be a device', () => {
    const folder = folderWith({ 'a.yaml': router })
    expect(existsSync('/dev/null')).toBe(true)
    expect(run(['lint', 'a.yaml', '-f', 'json=/dev/null'], { cwd: folder })).toEqual({
      out: '',
      err: '',
      code: 0,
    })
    expect(statSync('/dev/null').isFile()).toBe(false)
  })
})

test('a closed pipe ends the program quietly', () => {
  const folder = folderWith(manyFiles(600))
  const { stdout, stderr } = spawnSync(
    'sh',
    ['-c', '{ "$0" "$1" lint -f json; echo "code $?" >&2; } | head -1', process.execPath, program],
    { cwd: folder, encoding: 'utf8' },
  )
  expect({ stdout, stderr }).toEqual({ stdout: '{\n', stderr: 'code 0\n' })
})

test('a full pipe is waited for without work', () => {
  const pipe = join(folderWith({}), 'pipe')
  execFileSync('mkfifo', [pipe])
  // Nobody reads this pipe, and it does not block, as other programs that hold a pipe may leave it.
  const full = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(() => closeSync(full))
  const { stdout } = spawnSync(
    'sh',
    [
      '-c',
      '"$0" "$1" schema >&3 & sleep 3; kill $!; wait $!; echo "code $?"; times',
      process.execPath,
      program,
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore', full] },
  )
  // It still waited when it was ended.
  expect(stdout).toMatch(/^code 143\n/)
  const [, user = '', system = ''] = /\n0m([\d.]+)s 0m([\d.]+)s\s*$/.exec(stdout) ?? []
  expect(Number(user) + Number(system)).toBeGreaterThan(0)
  expect(Number(user) + Number(system)).toBeLessThan(1)
})

describe('--timing', () => {
  test('adds steps up, and shows the rest', async () => {
    const times = [50, 60, 61, 61, 63, 63, 70, 70, 71, 80]
    const { time, table } = createStopwatch(() => times.shift() ?? Number.NaN)
    time('read', () => undefined)
    time('slow-rule', () => undefined)
    await time('find', async () => undefined)
    time('quick-rule', () => undefined)
    const rows = table()
      .split('\n')
      .map((line) => line.replaceAll(/ {2,}/g, ' '))
    expect(rows).toEqual([
      '',
      'step ms share',
      'start 50.0 62.5%',
      'find 7.0 8.8%',
      'read 1.0 1.3%',
      'rules 3.0 3.8%',
      'other 19.0 23.8%',
      'total 80.0 100.0%',
      '',
      'slowest rules ms share',
      'slow-rule 2.0 66.7%',
      'quick-rule 1.0 33.3%',
      '',
    ])
  })

  test('goes to standard error, and changes nothing else', () => {
    const folder = folderWith(manyFiles(20))
    const plain = run(['lint', '-f', 'compact'], { cwd: folder })
    const timed = run(['lint', '-f', 'compact', '--timing'], { cwd: folder })
    expect(timed).toEqual({ ...plain, err: timed.err })
    const rows = new Map(
      [...timed.err.matchAll(/^(\S+) +([\d.]+) +[\d.]+%$/gm)].map(([, name = '', value]) => [
        name,
        Number(value),
      ]),
    )
    expect([...rows.keys()].slice(0, 9)).toEqual([
      'start',
      'find',
      'read',
      'parse',
      'schema',
      'rules',
      'format',
      'other',
      'total',
    ])
    expect(rows.size).toBe(19)
    expect([...rows.values()].filter((value) => value < 0)).toEqual([])
  })

  test('measures the steps of embedded files, too', () => {
    const file = readFileSync('fixtures/embedded/kubernetes/anchors.yaml', 'utf8')
    const folder = folderWith({ 'configmap.yml': file })
    const { err } = run(['lint', '-f', 'compact', '--timing'], { cwd: folder })
    for (const step of ['parse', 'schema', 'rules'])
      expect(err).toMatch(new RegExp(`^${step} `, 'm'))
  })
})
