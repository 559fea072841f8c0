import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parse } from 'yaml'

/*
 * Runs the steps of the workflows and of the Dockerfile on this machine, in fresh clones: `npm run steps [NAME]...`,
 * where NAME is the name of a job, or `Dockerfile`. Prints the steps that cannot run here, and why.
 */

type Step = { name?: string; uses?: string; run?: string; if?: string }
type Job = { steps: Step[] }
type Workflow = { jobs: Record<string, Job> }

/** Steps to run in a separate folder. */
type Plan = { name: string; folder: string; steps: { run: string; skip?: string }[] }

const root = mkdtempSync(join(tmpdir(), 'steps-'))

function clone(name: string): string {
  const folder = join(root, name)
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', '.', folder])
  if (status !== 0) throw new Error(`git clone failed: ${String(stderr)}`)
  return folder
}

/** Explains why a step cannot run on this machine. */
function findObstacle({ uses, run = '', if: condition }: Step): string | undefined {
  if (uses !== undefined) return 'a GitHub action'
  if (condition !== undefined) return 'runs after a publication only'
  if (run.startsWith('docker ')) return 'needs a Docker engine; its steps run as "Dockerfile"'
  return undefined
}

function planJob(name: string, { steps }: Job): Plan {
  return {
    name,
    folder: clone(name),
    steps: steps.map((step) => {
      const skip = findObstacle(step)
      return { run: step.run ?? step.uses ?? '', ...(skip !== undefined && { skip }) }
    }),
  }
}

const planWorkflows = (names: readonly string[]): Plan[] =>
  readdirSync('.github/workflows').flatMap((file) => {
    const workflow = parse(readFileSync(join('.github/workflows', file), 'utf8')) as Workflow
    return Object.entries(workflow.jobs)
      .filter(([name]) => names.length === 0 || names.includes(name))
      .map(([name, job]) => planJob(name, job))
  })

/** Lists the files that `.dockerignore` includes in the build context: it excludes everything except a list. */
const readContext = (): string[] =>
  readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))

/**
 * Converts the Dockerfile to shell steps, which use Node on this machine, and a temporary folder instead of the root of
 * the image. The two stages run one after the other in the same folder.
 */
function planDockerfile(): Plan {
  const image = join(root, 'image')
  const source = clone('context')
  mkdirSync(join(image, 'source'), { recursive: true })
  mkdirSync(join(image, 'work'))
  const toHere = (text: string): string =>
    text.replaceAll(/(?<![\w.])\/(?=(source|package|work)\b)/g, `${image}/`)
  const instructions = readFileSync('scripts/integrations/Dockerfile', 'utf8')
    .split('\n')
    .filter((line) => /^(COPY|RUN|ENTRYPOINT)/.test(line))
  const steps = instructions.map((line) => {
    const [, instruction = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    if (instruction === 'RUN') return { run: toHere(rest) }
    if (instruction === 'ENTRYPOINT')
      return {
        run: `"$npm_config_prefix/bin/routerfile" lint ${resolve('fixtures/samples')} --exit-zero`,
      }
    if (rest === '. .')
      return {
        run: readContext()
          .map((name) => `cp -r "${source}/${name}" .`)
          .join(' && '),
      }
    return rest.startsWith('--from')
      ? { run: line, skip: 'the folder is the same here' }
      : {
          run: rest.replace(
            /^(.*) \.\/$/,
            (_, names: string) =>
              `cp ${names
                .split(' ')
                .map((name) => join(source, name))
                .join(' ')} .`,
          ),
        }
  })
  return { name: 'Dockerfile', folder: join(image, 'source'), steps }
}

/** Runs the steps of a plan until one fails. */
function runPlan({ name, folder, steps }: Plan): boolean {
  console.log(`\n${name}`)
  const env = { ...process.env, CI: 'true', npm_config_prefix: join(root, 'global') }
  for (const { run, skip } of steps) {
    if (skip !== undefined) {
      console.log(`  skipped  ${run}: ${skip}`)
      continue
    }
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', run], { cwd: folder, env })
    console.log(`  ${status === 0 ? 'passed ' : 'FAILED '}  ${run.slice(0, 150)}`)
    if (status === 0) continue
    console.log(`${String(stdout)}${String(stderr)}`.split('\n').slice(-40).join('\n'))
    return false
  }
  return true
}

const names = process.argv.slice(2)
const plans = [
  ...planWorkflows(names),
  ...(names.length === 0 || names.includes('Dockerfile') ? [planDockerfile()] : []),
]
const failed = plans.filter((plan) => !runPlan(plan)).map(({ name }) => name)
rmSync(root, { recursive: true, force: true })
console.log(failed.length === 0 ? '\nall steps passed' : `\nfailed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
