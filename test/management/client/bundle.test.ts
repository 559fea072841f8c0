import { relative } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import * as resources from '../../../src/generated/management/operations.js'

/** What a bundler for browsers makes of a module, without the parts that are loaded when they are needed. */
async function bundled(contents: string): Promise<{ text: string; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: '.', loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    splitting: true,
    outdir: 'bundle',
    metafile: true,
  })
  const { outputs, inputs } = metafile
  const loadedLater = (path: string): boolean =>
    path.endsWith('oidc.ts') || !Object.hasOwn(inputs, path)
  const files = outputFiles.filter(({ path }) => {
    const own = Object.keys(outputs[relative('.', path)]?.inputs ?? {})
    return !own.every(loadedLater)
  })
  return { text: files.map(({ text }) => text).join(''), inputs: Object.keys(inputs) }
}

const entry = './src/management/client/index.ts'

test('a client of two resources is smaller than 57.5 kB in a browser, and each other adds less than 500 bytes', async () => {
  const whole = await bundled(`export * from '${entry}'`)
  const two = await bundled(
    `import { clientOf, edgeRouters, services } from '${entry}'; console.log(clientOf({ edgeRouters, services }, { url: 'https://controller.example.com' }))`,
  )
  expect(two.text.length).toBeLessThan(57_500)
  const others = Object.keys(resources).length - 2
  expect((whole.text.length - two.text.length) / others).toBeLessThan(500)
  expect(two.text).toContain('/edge-routers')
  for (const path of ['/terminators', '/posture-checks', '/edge-router-policies']) {
    expect(whole.text).toContain(path)
    expect(two.text).not.toContain(path)
  }
  expect(whole.inputs.filter((path) => /contract|openapi|\/node\/|service\//.test(path))).toEqual(
    [],
  )
})
