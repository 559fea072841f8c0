import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Answers } from '../../src/generate/answers.js'
import { generate } from '../../src/generate/generate.js'
import { formatScript, listSteps } from '../../src/generate/steps.js'
import { folderWith } from '../support/program.js'
import { needsProgram } from '../support/requirements.js'

type Platform = NonNullable<Answers['platform']>

/** A generated router whose files are in a folder with a space in its name. */
function make(platform: Platform | undefined, more: Answers = {}) {
  const made = generate(
    {
      preset: 'public',
      name: 'north',
      controllers: ['ctrl.example.com:6262'],
      advertise: ['north.example.com'],
      ...(platform && { platform }),
      ...more,
    },
    { path: 'my sites/north.yml', jwtPath: 'my sites/north.jwt' },
  )
  if (!made.ok) throw new Error(made.diagnostics.map(({ message }) => message).join('\n'))
  const text = (path: string): string => made.files.find((file) => file.path === path)?.text ?? ''
  const steps = new Map(made.steps.map(({ what, how }) => [what, how]))
  return { ...made, text, step: (what: string) => steps.get(what) ?? '' }
}

test('without a platform, the router is enrolled and started where its file is', () => {
  const { steps } = make(undefined)
  expect(steps.map(({ how }) => how)).toEqual([
    "ziti router enroll 'my sites/north.yml' --jwt 'my sites/north.jwt'",
    "ziti router run 'my sites/north.yml'",
  ])
})

test('as a script, steps without a command are comments', () => {
  const { steps, jwtPath } = make(undefined)
  expect(formatScript(listSteps({ steps, jwtPath }, { hasToken: false }))).toBe(
    [
      '# save: the enrollment token of the router as my sites/north.jwt',
      '# enroll',
      "ziti router enroll 'my sites/north.yml' --jwt 'my sites/north.jwt'",
      '# run',
      "ziti router run 'my sites/north.yml'",
      '',
    ].join('\n'),
  )
  const script = formatScript(make('windows').steps)
  expect(script.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
})

test.each(['docker', 'systemd', 'kubernetes'] as const)(
  'a router that is enrolled needs no token on %s',
  (platform) => {
    const { steps, jwtPath } = make(platform)
    const left = listSteps({ steps, jwtPath }, { hasToken: false, isEnrolled: true })
    expect(left.length).toBeGreaterThan(0)
    for (const { how } of left) expect(how).not.toContain('.jwt')
  },
)

test.each(['docker', 'systemd', 'kubernetes', 'windows'] as const)(
  'no step on %s names the paths of another machine',
  (platform) => {
    const { steps } = make(platform)
    expect(steps.length).toBeGreaterThan(1)
    for (const { how } of steps) expect(how).not.toMatch(/ziti router (?:enroll|run) '?my sites/)
  },
)

describe('in a container', () => {
  test('the files are in the mounted folder, and belong to the user of the image', () => {
    const { step, text } = make('docker')
    const router = parse(text('compose.yml')).services['ziti-router']
    expect(router.volumes).toEqual(['./:/ziti-router'])
    expect(router.command).toEqual(['run', '/ziti-router/north.yml'])
    expect(router.environment.ZITI_ENROLL_TOKEN).toBe('/ziti-router/north.jwt')
    expect(step('token')).toBe('')
    expect(step('access')).toBe("sudo chown 2171:2171 'my sites/north.jwt'")
    expect(step('owner')).toBe("sudo chown 2171:2171 'my sites' 'my sites/north.yml'")
    expect(step('run')).toBe("docker compose --project-directory 'my sites' up --detach")
  })

  test('the container of a gateway runs as root, which needs no files of its own', () => {
    const { steps, text } = make('docker', { preset: 'tproxy' })
    expect(steps.map(({ what }) => what)).toEqual(['run'])
    expect(text('compose.yml')).toContain('user: root')
    expect(text('compose.yml')).not.toContain('2171')
  })

  test('files of others in the folder keep their owner', () => {
    const { steps } = make('docker', {})
    expect(steps.length).toBeGreaterThan(1)
    for (const { how } of steps) expect(how).not.toMatch(/chown (?:-\w*R|--recursive)/)
  })

  test('a token from another folder is copied there', () => {
    const made = generate(
      { preset: 'public', controllers: ['c:1'], advertise: ['a.example.com'], platform: 'docker' },
      { path: 'north/router.yml', jwtPath: 'tokens/north.jwt' },
    )
    expect(made.ok && made.steps[0]?.how).toBe('cp tokens/north.jwt north/north.jwt')
  })
})

describe('as a service of systemd', () => {
  const folder = '/var/lib/ziti router'
  const { step, text, steps } = make('systemd', { identityFolder: folder })
  const unit = text('ziti-router.service')

  test('what the unit and the enrollment read is what the steps put there', () => {
    expect(unit).toContain(`WorkingDirectory=${folder}\n`)
    expect(unit).toContain(`EnvironmentFile=-${folder}/service.env\n`)
    expect(unit).toContain(`ExecStart=/usr/bin/ziti router run '${folder}/north.yml'\n`)
    expect(unit).toContain('StateDirectory="ziti router"\nStateDirectoryMode=0700\n')
    expect(step('files')).toContain(
      "'my sites/north.yml' 'my sites/service.env' '/var/lib/ziti router/'",
    )
    expect(step('token')).toContain("'my sites/north.jwt' '/var/lib/ziti router/'")
    expect(step('enroll')).toContain(`'${folder}/north.yml' --jwt '${folder}/north.jwt'`)
    expect(steps.at(-1)?.what).toBe('run')
  })

  const systemd = needsProgram('systemd-analyze')

  test.skipIf(systemd.isMissing)(`systemd finds no fault in the unit${systemd.note}`, () => {
    // The program of the router is not on this machine.
    const path = join(folderWith({}), 'ziti-router.service')
    writeFileSync(path, unit.replace('/usr/bin/ziti', '/bin/true'))
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', path], {
      encoding: 'utf8',
    })
    expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes(path))).toEqual([])
  })

  test('steps are commands that a shell can read', () => {
    const script = steps.map(({ how }) => how).join('\n')
    expect(spawnSync('sh', ['-n'], { input: script, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
  })

  test('rights for low ports are installed', () => {
    const { step: of } = make('systemd', { edgePort: 443 })
    expect(of('rights')).toContain('/etc/systemd/system/ziti-router.service.d/override.conf')
  })
})

test('in Kubernetes, the chart takes the token from the secret that is created', () => {
  const { step, text } = make('kubernetes')
  const { enrollmentJwtSecretName: name } = parse(text('values.yml'))
  expect(step('token')).toBe(
    `kubectl create secret generic ${name} '--from-file=enrollmentJwt=my sites/north.jwt'`,
  )
  expect(step('run')).toBe(
    "helm upgrade --install north openziti/ziti-router --values 'my sites/values.yml'",
  )
})

test('on Windows, the script copies what it needs', () => {
  const { step, text } = make('windows')
  const script = text('install.cmd')
  expect(script).toContain('mkdir "C:\\ProgramData\\ziti-router"')
  for (const name of ['north.yml', 'north.jwt'])
    expect(script).toContain(`copy /y "%~dp0${name}" "C:\\ProgramData\\ziti-router\\"`)
  expect(step('copy')).toContain('north.yml, north.jwt and install.cmd')
})

test('on Windows, a percent sign in the name of a file starts no variable', () => {
  const made = generate(
    { preset: 'host', controllers: ['c:1'], platform: 'windows' },
    { path: '100%.yml' },
  )
  expect(made.ok && made.files[0]?.text).toContain('"%~dp0100%%.yml"')
})
