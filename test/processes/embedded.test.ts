import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connect } from '../support/language-client.js'
import { folderWith, run, runHere } from '../support/program.js'
import { hello, pulling, textOnly, uriOf } from '../support/serving.js'

const read = (path: string): string => readFileSync(`fixtures/embedded/${path}`, 'utf8')

const stream = read('kubernetes/stream.yaml')

const texts = {
  'deploy/all.yaml': stream,
  'deploy/secret.yaml': read('kubernetes/secret.yaml'),
  'deploy/service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: {name: router}\n',
  'router.yml': read('ansible/variables.yaml')
    .replace('ziti_router_config: |\n', '')
    .replaceAll(/^ {2}/gm, '')
    .replace(/ziti_version.*\n/, ''),
}

describe('router files in other files, on the command line', () => {
  test('are linted in folders, with the places of the outer file', async () => {
    const { code, out, err } = await runHere(['lint', '.', '-f', 'compact', '--no-fleet'], {
      cwd: folderWith(texts),
    })
    expect(err).toBe('')
    expect(code).toBe(1)
    expect(out).toContain('deploy/all.yaml:41:28: error: `linkDialWorkerCount` is `1`')
    expect(out).toContain('deploy/all.yaml:74:5: warning: Unknown key `stray`')
    expect(out).toMatch(/deploy\/secret\.yaml:9:16: error: .*\(line 24 of the string\)/)
    expect(out).toContain('router.yml:24:24: error')
  })

  test('are the same by every number of threads', async () => {
    const cwd = folderWith(texts)
    const outs = ['1', '2'].map(
      (jobs) => run(['lint', '.', '-f', 'json', '--jobs', jobs], { cwd }).out,
    )
    expect(outs[0]).toBe(outs[1])
    expect(outs[0]).toContain('"part": "ConfigMap/north:router.yaml"')
  })

  test('are compared with each other, under their names', async () => {
    const { out } = await runHere(['lint', '.', '-f', 'json'], { cwd: folderWith(texts) })
    expect(out).toContain('deploy/all.yaml#')
  })

  test('are linted from standard input', () => {
    const { code, out } = run(['lint', '-', '-f', 'pretty', '--verbose'], { input: stream })
    expect(code).toBe(1)
    expect(out).toContain('standard input#ConfigMap/north:router.yaml')
    expect(out).toContain('standard input#Secret/south:router.yaml')
    expect(out).toContain('      linkDialWorkerCount: 1\n')
  })

  test('are fixed in place, and standard input is passed on', () => {
    const { out } = run(['fix', '-', '--unsafe'], { input: stream })
    expect(out).toBe(
      stream
        .replaceAll('getSessionTimeout: 60', 'getCircuitTimeout: 60s')
        .replace('xgressDialQueLength', 'xgressDialQueueLength'),
    )
    const plain = 'kind: ConfigMap\ndata: {a: b}\n'
    expect(run(['fix', '-'], { input: plain }).out).toBe('')
  })

  test('are fixed on disk, as a patch, and asked for', async () => {
    const cwd = folderWith(texts)
    const patch = await runHere(['fix', '.', '--unsafe', '--dry-run'], { cwd })
    expect(patch.out).toContain('+          getCircuitTimeout: 60s')
    const check = await runHere(['fix', '.', '--unsafe', '--check'], { cwd })
    expect(check).toMatchObject({
      code: 1,
      out: 'deploy/all.yaml\ndeploy/secret.yaml\nrouter.yml\n',
    })
    expect(readFileSync(join(cwd, 'deploy/all.yaml'), 'utf8')).toBe(stream)
    await runHere(['fix', '.', '--unsafe'], { cwd })
    expect(readFileSync(join(cwd, 'deploy/all.yaml'), 'utf8')).toContain('getCircuitTimeout: 60s')
    expect((await runHere(['fix', '.', '--unsafe', '--check'], { cwd })).code).toBe(0)
  })

  test('in base64 are not shown', async () => {
    const cwd = folderWith({ 'secret.yaml': texts['deploy/secret.yaml'] })
    for (const format of [
      'pretty',
      'json',
      'jsonl',
      'sarif',
      'github',
      'gitlab',
      'junit',
      'markdown',
      'checkstyle',
      'compact',
    ])
      expect((await runHere(['lint', '.', '-v', '-f', format], { cwd })).out).not.toContain('djog')
  })

  test('have findings of their own in a baseline, which lines and other parts do not change', async () => {
    const cwd = folderWith(texts)
    await runHere(['lint', '.', '--write-baseline', 'known.json'], { cwd })
    const baseline = readFileSync(join(cwd, 'known.json'), 'utf8')
    expect(baseline).toContain('"deploy/all.yaml#ConfigMap/north:router.yaml"')
    const known = await runHere(['lint', '.', '--baseline', 'known.json', '-f', 'compact'], { cwd })
    expect(known).toMatchObject({ code: 0, out: '' })
    const moved = folderWith({
      ...texts,
      'known.json': baseline,
      'deploy/all.yaml': `# moved\n${stream.replace('stray', 'other')}`,
    })
    const fresh = await runHere(['lint', '.', '--baseline', 'known.json', '-f', 'compact'], {
      cwd: moved,
    })
    expect(fresh.out.split('\n')).toEqual([
      expect.stringContaining('deploy/all.yaml:75:5: warning: Unknown key `other`'),
      '',
    ])
  })

  test('do not make other files router files', async () => {
    const cwd = folderWith({ 'service.yaml': texts['deploy/service.yaml'] })
    const { code, err } = await runHere(['lint', 'service.yaml'], { cwd })
    expect(code).toBe(2)
    expect(err).toContain('is a Kubernetes manifest (it has `')
  })

  test('are not looked for where a file is said to be a router file', async () => {
    const cwd = folderWith({ 'all.yaml': stream })
    const { out } = await runHere(['lint', 'all.yaml', '--kind', 'router', '-f', 'compact'], {
      cwd,
    })
    expect(out).toContain('all.yaml:3:1')
  })
})

describe('router files in other files, in an editor', () => {
  test('have diagnostics, hover, completion and fixes where they are', async () => {
    const client = await connect(hello({ capabilities: pulling, settings: () => textOnly }))
    const uri = uriOf('/tmp', 'all.yaml')
    client.open(uri, stream)
    const textDocument = { uri }
    const report = await client.request('textDocument/diagnostic', { textDocument })
    expect(report).toMatchObject({
      items: [
        { code: 'obsolete-key', range: { start: { line: 33, character: 10 } } },
        {
          code: 'value-out-of-range',
          range: { start: { line: 40, character: 27 }, end: { line: 40, character: 28 } },
        },
        { code: 'unknown-key' },
        { code: 'obsolete-key' },
        { code: 'unknown-key', range: { start: { line: 73, character: 4 } } },
      ],
    })
    const position = { line: 40, character: 10 }
    expect(await client.request('textDocument/hover', { textDocument, position })).toMatchObject({
      range: { start: { line: 40, character: 6 }, end: { line: 40, character: 25 } },
    })
    expect(
      await client.request('textDocument/completion', {
        textDocument,
        position: { line: 73, character: 6 },
      }),
    ).toContainEqual(
      expect.objectContaining({
        label: 'forwarder',
        textEdit: expect.objectContaining({
          replace: { start: { line: 73, character: 4 }, end: { line: 73, character: 9 } },
        }),
      }),
    )
    const range = { start: { line: 33, character: 12 }, end: { line: 33, character: 12 } }
    const actions = await client.request('textDocument/codeAction', {
      textDocument,
      range,
      context: { diagnostics: [], only: ['quickfix'] },
    })
    expect(JSON.stringify(actions)).toContain('"newText":"getCircuitTimeout"')
    const outside = { line: 2, character: 2 }
    expect(
      await client.request('textDocument/hover', { textDocument, position: outside }),
    ).toBeNull()
    await client.stop()
  })
})
