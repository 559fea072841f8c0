import { findNameStart } from '../document/paths.js'
import type { Commands } from './paths.js'
import { getBaseName, getFolder, inShell } from './paths.js'
import type { Plan } from './plan.js'
import { containerUser, getEnrollmentSecretName, getWindowsFolder } from './platforms.js'

/** A step to take with the files of a router: `what` in a few words, `how` as a command to run. */
export type Step = {
  what: string
  how: string
  /** Whether `how` is a sentence, because no command can do the step. */
  isManual?: true
  /** Whether the step is only for a router that is not enrolled yet. */
  needsToken?: true
}

/**
 * The paths of the router file and the token, the commands to run on the router's machine, and the paths of the
 * platform's files.
 */
export type StepContext = {
  configPath: string
  jwtPath: string
  commands: Commands
  files: readonly { path: string }[]
}

type CreateSteps = (plan: Plan, context: StepContext) => Step[]

const getParent = (path: string): string =>
  path.slice(0, findNameStart(path)).replace(/(.)[/\\]$/, '$1') || '.'

const join = (folder: string, name: string): string =>
  folder === '.' ? name : folder.endsWith('/') ? folder + name : `${folder}/${name}`

/** Enrolls and starts the router where its file is. */
const onThisMachine: CreateSteps = (_, { commands }) => [
  { what: 'enroll', how: inShell(commands.enroll), needsToken: true },
  { what: 'run', how: inShell(commands.run) },
]

/**
 * The container enrolls when it starts for the first time. Its user must be able to read the router file and the token,
 * and to write into their folder. Other files in the folder keep their owner, because they may belong to a user.
 */
const docker: CreateSteps = ({ tunnel }, { configPath, jwtPath }) => {
  const folder = getParent(configPath)
  const tokenPath = join(folder, getBaseName(jwtPath))
  const isTokenElsewhere = getParent(jwtPath) !== folder
  // With tproxy, the container runs as root.
  const runsAsRoot = tunnel === 'tproxy'
  const chownCommand = ['sudo', 'chown', `${containerUser}:${containerUser}`]
  return [
    ...(isTokenElsewhere
      ? [{ what: 'token', how: inShell(['cp', jwtPath, tokenPath]), needsToken: true as const }]
      : []),
    ...(runsAsRoot
      ? []
      : [
          { what: 'access', how: inShell([...chownCommand, tokenPath]), needsToken: true as const },
          { what: 'owner', how: inShell([...chownCommand, folder, configPath]) },
        ]),
    {
      what: 'run',
      how: inShell([...'docker compose --project-directory'.split(' '), folder, 'up', '--detach']),
    },
  ]
}

/** The chart writes the router file, and its pod enrolls. */
const kubernetes: CreateSteps = (plan, { configPath, jwtPath }) => {
  const { fileName } = plan
  const folder = getParent(configPath)
  return [
    {
      what: 'token',
      how: inShell([
        ...'kubectl create secret generic'.split(' '),
        getEnrollmentSecretName(plan),
        `--from-file=enrollmentJwt=${jwtPath}`,
      ]),
      needsToken: true,
    },
    { what: 'chart', how: 'helm repo add openziti https://openziti.io/helm-charts' },
    {
      what: 'run',
      how: inShell([
        ...'helm upgrade --install'.split(' '),
        fileName.toLowerCase().replaceAll(/[^a-z0-9-]/g, '-'),
        'openziti/ziti-router',
        '--values',
        join(folder, 'values.yml'),
      ]),
    },
  ]
}

/** The unit runs as its own user, which must own the files that enrollment writes. */
const systemd: CreateSteps = (plan, { configPath, jwtPath, files }) => {
  const folder = getParent(configPath)
  const home = getFolder(plan.answers).replace(/\/$/, '')
  const ownerFlags = ['--owner=ziti-router', '--group=ziti-router']
  const installCommand = ['sudo', 'install', '--mode=0600', ...ownerFlags]
  const overrideFile = files.find((file) => file.path.endsWith('override.conf'))
  return [
    {
      what: 'user',
      how: `id ziti-router || ${inShell(['sudo', 'useradd', '--system', '--user-group', '--home-dir', home, 'ziti-router'])}`,
    },
    {
      what: 'folder',
      how: inShell(['sudo', 'install', '--directory', '--mode=0700', ...ownerFlags, home]),
    },
    {
      what: 'files',
      how: inShell([...installCommand, configPath, join(folder, 'service.env'), `${home}/`]),
    },
    { what: 'token', how: inShell([...installCommand, jwtPath, `${home}/`]), needsToken: true },
    {
      what: 'unit',
      how: inShell([
        ...['sudo', 'install', '--mode=0644'],
        ...[join(folder, 'ziti-router.service'), '/etc/systemd/system/'],
      ]),
    },
    ...(overrideFile
      ? [
          {
            what: 'rights',
            how: inShell([
              ...['sudo', 'install', '-D', '--mode=0644'],
              ...[join(folder, overrideFile.path), `/etc/systemd/system/${overrideFile.path}`],
            ]),
          },
        ]
      : []),
    {
      what: 'enroll',
      how: inShell([
        ...['sudo', '--user=ziti-router', '/usr/bin/ziti', 'router', 'enroll'],
        ...[`${home}/${getBaseName(configPath)}`, '--jwt', `${home}/${getBaseName(jwtPath)}`],
      ]),
      needsToken: true,
    },
    { what: 'run', how: 'sudo systemctl daemon-reload && sudo systemctl enable --now ziti-router' },
  ]
}

/** The script copies the files, enrolls and starts the router. */
const windows: CreateSteps = (plan, { configPath, jwtPath }) => [
  {
    what: 'copy',
    how: `${getBaseName(configPath)}, ${getBaseName(jwtPath)} and install.cmd into one folder of the Windows machine, with ziti.exe in its PATH`,
    isManual: true,
  },
  {
    what: 'run',
    how: `install.cmd as administrator; it uses ${getWindowsFolder(plan)}`,
    isManual: true,
  },
]

const steps = { systemd, docker, kubernetes, windows } as const

export const createSteps: CreateSteps = (plan, context) =>
  (plan.answers.platform ? steps[plan.answers.platform] : onThisMachine)(plan, context)

/** The situation of the user: whether the token is in a file, or the router is already enrolled. */
export type StepSituation = { hasToken: boolean; isEnrolled?: boolean }

/**
 * The steps that remain. For an enrolled router, only steps that do not need the token. If the token is not in a file
 * yet, the first step saves it.
 */
export function listSteps(
  { steps: allSteps, jwtPath }: { steps: readonly Step[]; jwtPath: string },
  { hasToken, isEnrolled = false }: StepSituation,
): readonly Step[] {
  if (isEnrolled) return allSteps.filter(({ needsToken }) => !needsToken)
  return hasToken
    ? allSteps
    : [
        {
          what: 'save',
          how: `the enrollment token of the router as ${jwtPath}`,
          isManual: true,
        },
        ...allSteps,
      ]
}

export const formatScript = (steps: readonly Step[]): string =>
  steps
    .map(({ what, how, isManual }) =>
      isManual === true ? `# ${what}: ${how}\n` : `# ${what}\n${how}\n`,
    )
    .join('')
