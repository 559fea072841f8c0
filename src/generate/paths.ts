import type { Plan } from './plan.js'

type Platform = NonNullable<Plan['answers']['platform']>

/** Where routers keep their files on each platform. */
const folders: Readonly<Record<Platform, string>> = {
  systemd: '/var/lib/ziti-router',
  docker: '/ziti-router',
  kubernetes: '/etc/ziti/config',
  windows: 'C:/ProgramData/ziti-router',
}

/** The folder of the router's files: as answered, else that of the platform, else where the router starts. */
export const getFolder = ({ answers: { identityFolder, platform } }: Plan): string =>
  identityFolder ?? (platform ? folders[platform] : '')

/** Why a folder cannot be one of keys and certificates: the router reads their places as URLs. */
export function findFolderFault(folder: string): string | undefined {
  const bad = /[#?%\u0000-\u001f\u007f]/.exec(folder)?.[0]
  if (bad !== undefined)
    return `the router reads the path of a certificate as a URL, in which ${/[#?%]/.test(bad) ? `\`${bad}\`` : 'a control character'} in \`${folder.replaceAll(/[\u0000-\u001f\u007f]/g, '\ufffd')}\` has a special meaning; use another directory`
  return /^[^/\\]*:/.test(folder) && !/^[a-z]:[/\\]/i.test(folder)
    ? `the router reads the path of a certificate as a URL, in which the text before the colon in \`${folder}\` is the scheme; use another directory`
    : undefined
}

/** A file in a folder, with the separator that the folder has. */
export const joinPath = (folder: string, name: string): string =>
  folder === '' || /[/\\]$/.test(folder)
    ? folder + name
    : `${folder}${folder.includes('\\') ? '\\' : '/'}${name}`

/** A command: the program and its arguments. */
export type Command = readonly string[]

/** What a router is enrolled and started with. The token is in a file: an argument would show it to every user of the machine. */
export type Commands = { enroll: Command; run: Command }

/** The commands for a router file and the file with its token. */
export const createCommands = (path: string, jwtPath: string): Commands => ({
  enroll: ['ziti', 'router', 'enroll', path, '--jwt', jwtPath],
  run: ['ziti', 'router', 'run', path],
})

/** A command as one types it into a shell; Windows shells know double quotes alone. */
export function inShell(command: Command, isWindows = false): string {
  const quoted = (word: string): string =>
    /^[\w./:=@%+,\\-]+$/.test(word) && (isWindows || !word.includes('\\'))
      ? word
      : isWindows
        ? `"${word.replaceAll('"', '')}"`
        : `'${word.replaceAll("'", `'\\''`)}'`
  return command.map(quoted).join(' ')
}
