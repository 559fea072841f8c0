import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { strFromU8, unzipSync } from 'fflate'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { buildExtension } from '../../scripts/vscode/build.js'
import { connect } from '../support/language-client.js'
import { makeFolder } from '../support/program.js'

const output = makeFolder()

/** A text with mistakes. */
const text = 'v: 3\nlisteners: []\nidentity: {}\nctrl:\n  endpoint: 1\n'

let built: Awaited<ReturnType<typeof buildExtension>>

beforeAll(async () => {
  built = await buildExtension(process.cwd(), output)
})

describe('the package', () => {
  test('lists only what the extension needs', () => {
    const names = Object.keys(unzipSync(readFileSync(built.vsix)))
    const folders = ['extension/images/', 'extension/docs/rules/']
    expect(names.filter((name) => !folders.some((folder) => name.startsWith(folder)))).toEqual([
      '[Content_Types].xml',
      'extension.vsixmanifest',
      'extension/CHANGELOG.md',
      'extension/LICENSE.txt',
      'extension/NOTICE.txt',
      'extension/README.md',
      'extension/docs/configuration.md',
      'extension/docs/templates.md',
      'extension/extension.js',
      'extension/icon.png',
      'extension/icons/router-dark.svg',
      'extension/icons/router-light.svg',
      'extension/language-configuration.json',
      'extension/media/mesh.css',
      'extension/media/mesh.js',
      'extension/package.json',
      'extension/package.nls.json',
      'extension/schemas/answers.json',
      'extension/server.js',
      'extension/syntaxes/openziti-router.tmLanguage.json',
    ])
  })

  test('has the pictures of its page in the page, as no repository has them on the web', () => {
    const files = unzipSync(readFileSync(built.vsix))
    const page = strFromU8(files['extension/README.md'] ?? new Uint8Array())
    const addresses = [...page.matchAll(/!\[[^\]]+\]\(([^)]*)\)/g)].map(([, address]) => address)
    const pictures = Object.entries(files).filter(([path]) => path.startsWith('extension/images/'))
    const manifest = strFromU8(files['extension/package.json'] ?? new Uint8Array())
    const encoded = new Map(
      pictures.map(([path, content]) => [
        path.replace('extension/', ''),
        `data:image/png;base64,${Buffer.from(content).toString('base64')}`,
      ]),
    )
    expect([...encoded.values()]).toEqual(expect.arrayContaining(addresses))
    expect(addresses.length).toBeGreaterThan(3)
    // The walkthrough shows pictures, too.
    const unused = [...encoded].filter(
      ([path, address]) => !addresses.includes(address) && !manifest.includes(path),
    )
    expect(unused).toEqual([])
  })

  test('is smaller than 1.2 MB, with 0.2 MB of pictures in its page', () => {
    expect(built.size).toBeLessThan(1_200_000)
  })

  test('is the same when it is built again', async () => {
    const again = await buildExtension(process.cwd(), join(output, 'again'))
    expect(readFileSync(again.vsix).equals(readFileSync(built.vsix))).toBe(true)
  })

  test('has the manifests that editors and marketplaces read', () => {
    const files = unzipSync(readFileSync(built.vsix))
    const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
    const { name, publisher, version, main, browser, icon, galleryBanner, contributes } =
      JSON.parse(text('extension/package.json'))
    const [{ steps }] = contributes.walkthroughs
    for (const { media } of steps) expect(files).toHaveProperty([`extension/${media.image}`])
    const manifest = text('extension.vsixmanifest')
    expect(manifest).toMatch(/<DisplayName>routerfile: .*<\/DisplayName>/)
    expect(manifest).not.toContain('%')
    expect(manifest).toContain(`Id="${name}" Version="${version}" Publisher="${publisher}"`)
    expect(manifest).toMatch(/<Tags>.*\b__web_extension<\/Tags>/)
    for (const value of Object.values(galleryBanner))
      expect(manifest).toMatch(new RegExp(`Services\\.Branding\\.\\w+" Value="${value}"`))
    const assets = [...manifest.matchAll(/Path="([^"]+)"/g)].map(([, path]) => path)
    expect(assets.filter((path = '') => !files[path])).toEqual([])
    expect(assets).toContain(`extension/${icon}`)
    for (const script of [main, browser])
      expect(files[join('extension', script)]?.length).toBeGreaterThan(0)
    const types = text('[Content_Types].xml')
    for (const path of Object.keys(files).slice(1))
      expect(types).toContain(`Extension="${path.slice(path.lastIndexOf('.'))}"`)
  })

  test('names every package in its scripts with its license', () => {
    const notices = readFileSync(join(built.folder, 'NOTICE.txt'), 'utf8')
    for (const name of ['d3-force', 'vscode-languageclient', 'vscode-languageserver', 'yaml'])
      expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'))
  })
})

describe('the server in it', () => {
  test('runs on a desktop', async () => {
    const client = await connect({ server: [join(built.folder, 'server.js'), '--stdio'] })
    const uri = 'untitled:router.yml'
    const published = client.next(uri)
    client.open(uri, text, 'openziti-router')
    expect((await published).diagnostics.length).toBeGreaterThan(0)
    expect(client.server.capabilities.executeCommandProvider?.commands).toContain(
      'routerfile.effective',
    )
    const list = await client.request('workspace/executeCommand', {
      command: 'routerfile.releases',
    })
    expect(list).toContainEqual(expect.objectContaining({ isLatest: true }))
    expect(await client.stop()).toBe(0)
  })

  test('runs in a web worker, which has nothing of Node', async () => {
    const worker = startWorker(join(built.folder, 'server.js'))
    worker.send({ id: 1, method: 'initialize', params: { rootUri: null, capabilities: {} } })
    expect(await worker.next(({ id }) => id === 1)).toMatchObject({
      result: { serverInfo: { name: 'routerfile' } },
    })
    worker.send({ method: 'initialized', params: {} })
    const textDocument = { uri: 'untitled:router.yml', languageId: 'yaml', version: 1, text }
    worker.send({ method: 'textDocument/didOpen', params: { textDocument } })
    expect(
      await worker.next(({ method }) => method === 'textDocument/publishDiagnostics'),
    ).toMatchObject({ params: { diagnostics: expect.arrayContaining([expect.anything()]) } })
    const command = { command: 'routerfile.effective', arguments: [textDocument.uri] }
    worker.send({ id: 2, method: 'workspace/executeCommand', params: command })
    expect(await worker.next(({ id }) => id === 2)).toMatchObject({
      result: { text: expect.stringContaining('ctrl') },
    })
  })
})

type Message = { id?: number; method?: string; params?: unknown; result?: unknown }

/** Runs a script with what a web worker has. */
function startWorker(path: string) {
  const received: Message[] = []
  const scope: Record<string, unknown> = {
    ...{ TextDecoder, TextEncoder, URL, clearTimeout, console, performance, setTimeout },
    structuredClone,
    crypto: globalThis.crypto,
    importScripts: () => undefined,
    addEventListener: () => undefined,
    postMessage: (message: Message) => received.push(structuredClone(message)),
  }
  scope['self'] = scope
  runInNewContext(readFileSync(path, 'utf8'), scope)
  return {
    send: (message: Message) =>
      setImmediate(() => {
        const { onmessage } = scope
        if (typeof onmessage === 'function') onmessage({ data: { jsonrpc: '2.0', ...message } })
      }),
    next: (isWanted: (message: Message) => boolean) =>
      vi.waitUntil(() => received.find(isWanted), { timeout: 20_000 }),
  }
}
