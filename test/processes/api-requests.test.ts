import { describe, expect, test } from 'vitest'
import { columnsByShape } from '../../src/cli/commands/api/print.js'
import { selectVariant, resolveShape } from '../../src/cli/commands/api/fields.js'
import { contract } from '../../src/generated/management/contract.js'
import { jwt, planted, startOrchard, ca, user } from '../support/orchard-controller.js'
import { yaml } from '../support/yaml.js'

const { api, file, signIn } = user()

describe('an answer', () => {
  test('is a page as table, with what matters of each record, and without secrets', async () => {
    const { url } = await startOrchard(12)
    await signIn(url)
    const { out, err } = await api('edge-routers list --limit 2 -o table')
    expect(out).toBe(
      'NAME      ID     ONLINE  VERIFIED  TUNNELER ENABLED  ROLE ATTRIBUTES  COST\nrouter-0  r0000  true    false     false             eu production    0\nrouter-1  r0001  false   false     false                              1\n',
    )
    expect(err).toBe('routerfile: 1 to 2 of 12; use --all, or --limit and --offset, to see more\n')
  })

  test('shows secrets where that is asked for, and says where it hides some', async () => {
    const { url } = await startOrchard()
    await signIn(url)
    const hidden = await api('edge-routers get r0001 -o yaml')
    expect(hidden.out).toContain(yaml`
      enrollmentJwt: "***"
      enrollmentToken: "***"
    `)
    expect(hidden.err).toBe('routerfile: secrets are shown as ***; --show-secrets prints them\n')
    const shown = await api('edge-routers get r0001 --show-secrets')
    expect(JSON.parse(shown.out)).toMatchObject({
      enrollmentJwt: jwt,
      enrollmentToken: `${planted}-enrollment`,
    })
    expect(shown.err).toBe('')
    expect((await api('cas.jwt c1')).out).toBe('***\n')
    expect((await api('cas.jwt c1 --show-secrets')).out).toBe(`${jwt}\n`)
  })

  test.each([
    ['json', (text: string) => JSON.parse(text).length],
    [
      'jsonl',
      (text: string) =>
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line)).length,
    ],
    ['yaml', (text: string) => text.match(/^- id: /gm)?.length],
    ['table', (text: string) => text.trim().split('\n').length - 1],
  ])('has all records of all pages as %s', async (output, count) => {
    const { url, asked } = await startOrchard(1203)
    await signIn(url)
    const before = asked.length
    expect(count((await api(`edge-routers list --all -o ${output}`)).out)).toBe(1203)
    expect(asked.length - before).toBe(3)
  })

  test.each([
    ['json', '[]\n'],
    ['jsonl', ''],
    ['yaml', '[]\n'],
    ['table', ''],
  ])('of no records is %s', async (output, text) => {
    const { url } = await startOrchard(0)
    await signIn(url)
    expect((await api(`edge-routers list -o ${output}`)).out).toBe(text)
  })

  test('needs no session where the operation needs none', async () => {
    const { url, asked, sessions } = await startOrchard()
    expect(JSON.parse((await api(`information.version --url ${url} --ca ${ca}`)).out)).toEqual({
      version: 'v2.0.3',
    })
    expect([asked, [...sessions]]).toEqual([[], []])
  })

  test('of a refusal is a sentence that says what to do', async () => {
    const { url } = await startOrchard()
    await signIn(url)
    expect(await api('edge-routers create --name taken')).toEqual({
      out: '',
      err: 'routerfile: `edge-routers.create` failed: invalid `name`: name is must be unique; it is `taken` (status 400, COULD_NOT_VALIDATE, request r-1)\n',
      code: 1,
    })
    expect((await api('edge-routers get gone')).err).toContain(
      '`routerfile api edge-routers.list` shows the records',
    )
  })
})

describe('a request', () => {
  test('takes a switch without a value, which leaves the next flag alone', async () => {
    const { url, asked } = await startOrchard()
    await signIn(url)
    await api('edge-routers.create --disabled --name west --isTunnelerEnabled false --cost 5')
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({
      disabled: true,
      name: 'west',
      isTunnelerEnabled: false,
      cost: 5,
    })
  })

  test('says how to write a switch that is given another word', async () => {
    const { url, asked } = await startOrchard()
    await signIn(url)
    const before = asked.length
    expect(await api('edge-routers.create --name west --disabled yes')).toEqual({
      out: '',
      err: 'routerfile: --disabled does not take `yes`; write --disabled for true, or --disabled=false\n',
      code: 2,
    })
    expect(asked).toHaveLength(before)
  })

  test('has the fields that flags give, with their types', async () => {
    const { url, asked } = await startOrchard()
    await signIn(url)
    expect(
      JSON.parse(
        (
          await api(
            'edge-routers.create --name 12 --cost 5 --disabled false --roleAttributes eu --tags.site north',
          )
        ).out,
      ),
    ).toEqual({ id: 'new' })
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({
      name: '12',
      cost: 5,
      disabled: false,
      roleAttributes: ['eu'],
      tags: { site: 'north' },
    })
  })

  test('is not sent where a field is wrong', async () => {
    const { url, asked } = await startOrchard()
    await signIn(url)
    const before = asked.length
    for (const line of [
      'edge-routers.create --name x --cost high',
      'edge-routers.create --cost 1',
      'services.create --name x --encryptionRequired maybe',
    ])
      expect((await api(line)).code).toBe(2)
    expect(asked).toHaveLength(before)
  })

  test.each([
    [
      'expand to more values',
      `a0: &a0 [x]\n${Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${Array(10).fill(`*a${index}`).join()}]\n`).join('')}tags: {x: *a9}\n`,
    ],
    ['is inside its own anchor', 'name: x\ntags: &t {x: *t}\n'],
    ['is inside its own anchor', 'name: x\ntags: &t {x: *t}\nroleAttributes: [\n'],
  ])('is not sent where an alias of its file %s', async (reason, text) => {
    const { code, err } = await api(
      `services.create --dry-run --url https://localhost:1 --data ${file('body.yaml', text)}`,
    )
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(reason) })
  })

  test('to delete several records says what became of each', async () => {
    const { url, asked } = await startOrchard()
    await signIn(url)
    const { err, code } = await api('edge-routers delete r0000 gone r0001')
    expect(code).toBe(1)
    expect(err).toMatch(
      /^routerfile: deleted r0000\nrouterfile: gone: `edge-routers.delete` failed: .*NOT_FOUND.*\nrouterfile: deleted r0001\n$/,
    )
    expect(asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      '/edge-routers/r0000',
      '/edge-routers/gone',
      '/edge-routers/r0001',
    ])
  })

  test('that is rehearsed is not sent', async () => {
    const { url, asked } = await startOrchard()
    await signIn(url)
    const before = asked.length
    expect((await api('edge-routers delete r0000 --dry-run')).out).toBe(
      `DELETE ${url}/edge/management/v1/edge-routers/r0000\n`,
    )
    expect(asked).toHaveLength(before)
  })
})

test('every column of a table is a field of its records', () => {
  expect(Object.keys(columnsByShape).length).toBeGreaterThan(10)
  const missing = Object.entries(columnsByShape).flatMap(([name, paths]) =>
    paths
      .split(' ')
      .filter(
        (path) =>
          path.split('.').reduce<ReturnType<typeof resolveShape> | undefined>((shape, key) => {
            const field = shape && selectVariant(shape, undefined).properties?.[key]
            return field && resolveShape(field)
          }, contract.shapes[name]) === undefined,
      )
      .map((path) => `${name}.${path}`),
  )
  expect(missing).toEqual([])
})
