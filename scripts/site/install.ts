import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const lock = 'package-lock.json'

/** Installs the packages of `web/package.json` into a folder, unless they are already installed. */
export function install(folder: string): void {
  const stamp = `${folder}/installed.json`
  const wanted = readFileSync(`web/${lock}`, 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing the packages of the site.')
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', lock]) cpSync(`web/${name}`, `${folder}/${name}`)
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  writeFileSync(stamp, wanted)
}
