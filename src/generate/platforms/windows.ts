import { commandsFor, inShell } from '../commands.js'
import { folderOf } from '../places.js'
import type { Platform } from './platform.js'
import { baseOf } from './platform.js'

/** A script that enrolls the router and has it start with the machine. */
export const windows: Platform = (plan, { path, jwtPath }) => {
  const folder = folderOf(plan).replaceAll('/', '\\').replace(/\\$/, '')
  const { enroll, run } = commandsFor(`${folder}\\${baseOf(path)}`, `${folder}\\${baseOf(jwtPath)}`)
  return [
    {
      path: 'install.cmd',
      text: [
        '@echo off',
        `cd /d "${folder}" || exit /b 1`,
        `${inShell(enroll, true)} || exit /b 1`,
        `schtasks /create /tn "ziti-router ${plan.fileName}" /sc onstart /ru SYSTEM /tr "${inShell(run, true).replaceAll('"', '\\"')}"`,
        '',
      ].join('\r\n'),
    },
  ]
}
