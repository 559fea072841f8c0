import { parseArgs } from 'node:util'
import { buildExtension } from '../../scripts/vscode/build.js'
import { files, foreignFiles, namedForeignFiles, otherLanguages } from './files.js'
import { pictureSettings, takePictures } from './pictures.js'
import { cacheFolder, install, isInstalled } from './install.js'
import type { Scenario } from './scenario.js'
import { clock } from './scenarios/clock.js'
import { features } from './scenarios/features.js'
import { findings } from './scenarios/findings.js'
import { keys } from './scenarios/keys.js'
import { languages } from './scenarios/languages.js'
import { navigation } from './scenarios/navigation.js'
import { processes } from './scenarios/processes.js'
import { releases } from './scenarios/releases.js'
import { waitForStatus } from './scenarios/steps.js'
import { restricted } from './scenarios/restricted.js'
import { routers } from './scenarios/routers.js'
import { suggestions } from './scenarios/suggestions.js'
import { typing } from './scenarios/typing.js'
import { wizard } from './scenarios/wizard.js'
import { startWorkbench } from './workbench.js'
import type { Host, Workbench } from './workbench.js'

/** Plays scenarios in a real VS Code workbench, in each host of extensions, and says which of them failed. */
const { values } = parseArgs({
  options: {
    host: { type: 'string', multiple: true, default: ['desktop', 'web'] },
    only: { type: 'string', multiple: true, default: [''] },
    except: { type: 'string', multiple: true, default: [] },
    repeat: { type: 'string', default: '1' },
    pictures: { type: 'boolean', default: false },
    vsix: { type: 'string' },
  },
})

const scenarios: readonly Scenario[] = [
  ...processes,
  ...features,
  ...findings,
  ...navigation,
  ...languages,
  ...releases,
  ...routers,
  ...wizard,
  ...suggestions,
  ...typing,
  ...keys,
  ...clock,
  ...restricted,
]

if (!isInstalled()) {
  console.log(`installing the workbench into ${cacheFolder}`)
  install()
}
const vsix = values.vsix ?? (await buildExtension(process.cwd())).vsix

type Result = { host: Host; name: string; seconds: number; error?: string }

if (values.pictures) {
  const workbench = await startWorkbench({
    host: 'desktop',
    vsix,
    files,
    settings: pictureSettings,
  })
  await takePictures(workbench, 'editors/vscode/images').finally(workbench.close)
  process.exit()
}

const results: Result[] = []
for (const host of ['desktop', 'web'] as const)
  if (values.host.includes(host))
    for (const isRestricted of [false, true]) results.push(...(await playAll(host, isRestricted)))

const failed = results.filter(({ error }) => error !== undefined)
for (const { host, name, error } of failed) console.log(`\n${host}: ${name}\n${error ?? ''}`)
console.log(`\n${results.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0

async function playAll(host: Host, isRestricted: boolean): Promise<Result[]> {
  const selected = scenarios.filter(
    ({ name, hosts = [host], isRestricted: needsRestricted = false }) =>
      needsRestricted === isRestricted &&
      hosts.includes(host) &&
      values.only.some((part) => name.includes(part)) &&
      !values.except.some((part) => name.includes(part)),
  )
  if (selected.length === 0) return []
  const workbench = await startWorkbench({
    host,
    vsix,
    isRestricted,
    files: { ...files, ...foreignFiles, ...namedForeignFiles, ...otherLanguages },
  })
  const played: Result[] = []
  const playNext = async (scenario: Scenario): Promise<void> => {
    const result = { host, ...(await play(scenario, workbench)) }
    console.log(
      `${result.error === undefined ? 'ok  ' : 'FAIL'} ${host.padEnd(7)} ${result.seconds.toFixed(1).padStart(5)} s  ${scenario.name}`,
    )
    played.push(result)
  }
  try {
    for (const scenario of selected) if (scenario.beforeRouterFiles) await playNext(scenario)
    await waitForExtension(workbench)
    const others = selected.filter(({ beforeRouterFiles }) => !beforeRouterFiles)
    for (const scenario of repeat(others, Number(values.repeat))) await playNext(scenario)
  } finally {
    await workbench.close()
  }
  return played
}

/** The first scenario is not played before the extension runs, which takes seconds. */
async function waitForExtension(workbench: Workbench): Promise<void> {
  await workbench.open('oslo.router.yml')
  await waitForStatus(workbench, /^OpenZiti/)
  await workbench.reset()
}

function repeat<Item>(items: readonly Item[], count: number): Item[] {
  return items.flatMap((item) => Array.from({ length: count }, () => item))
}

async function play(scenario: Scenario, workbench: Workbench): Promise<Omit<Result, 'host'>> {
  const start = performance.now()
  const seconds = (): number => (performance.now() - start) / 1000
  try {
    await scenario.play(workbench)
    return { name: scenario.name, seconds: seconds() }
  } catch (error) {
    const picture = `${cacheFolder}/failed/${workbench.host}/${scenario.name.replace(/\W+/g, '-')}.png`
    await workbench.screenshot(picture)
    const message = error instanceof Error ? error.message : String(error)
    return { name: scenario.name, seconds: seconds(), error: `${message}\n${picture}` }
  } finally {
    await workbench.reset()
  }
}
