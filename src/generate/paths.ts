import { isDrivePath } from '../formats/credential.js'
import { replaceControls } from '../document/controls.js'
import type { CheckedAnswers } from './answers.js'

/** Names that Windows reserves for devices, with any extension. */
const reservedNames = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Explains why a name is not safe as a file name on every system, in URLs and in commands; undefined if it is safe. */
export function findFileNameFault(name: string): string | undefined {
  if (name === '') return 'it is empty'
  if (name.length > 100) return `it has ${name.length} characters; the limit is 100`
  if (reservedNames.test(name)) return 'Windows reserves it for a device'
  if (/^[./\\]|[/\\]|\.\.|\.$/.test(name)) return 'it is a path'
  const invalidCharacter = /[^\w.-]/u.exec(name)?.[0]
  if (invalidCharacter !== undefined)
    return `it contains ${invalidCharacter === ' ' ? 'a space' : `\`${replaceControls(invalidCharacter)}\``}`
  return name.startsWith('-') ? 'commands would read it as a flag' : undefined
}

/**
 * The message about a name that is not a valid file name: the answer `fileName` or `name`, or the name in the
 * controller's record, which should stay as it is.
 */
export const formatFileNameFault = (
  name: string,
  { fault, source }: { fault: string; source: 'fileName' | 'name' | 'record' },
): string =>
  `the ${source === 'fileName' ? 'file' : 'router'} name \`${replaceControls(name).slice(0, 60)}\` is not a valid file name: ${fault}; use letters, digits, \`.\`, \`_\` and \`-\`${source === 'record' ? ', or give the file another name' : ''}`

/** Replaces `{name}` in a pattern such as `routers/{name}/router.yml`. */
export const fillPattern = (pattern: string, name: string): string =>
  pattern.replaceAll('{name}', name)

type Platform = NonNullable<CheckedAnswers['platform']>

const defaultFolders: Readonly<Record<Platform, string>> = {
  systemd: '/var/lib/ziti-router',
  docker: '/ziti-router',
  kubernetes: '/etc/ziti/config',
  windows: 'C:/ProgramData/ziti-router',
}

/**
 * The folder of keys and certificates. Without an answer or a platform, it is empty, which means the router's working
 * directory.
 */
export const getFolder = ({ identityFolder, platform }: CheckedAnswers): string =>
  identityFolder ?? (platform ? defaultFolders[platform] : '')

/** The operating system of the router; a folder with a drive letter means Windows. */
export const getSystem = ({
  identityFolder = '',
  platform,
}: CheckedAnswers): 'linux' | 'windows' =>
  platform === 'windows' || isDrivePath(identityFolder) ? 'windows' : 'linux'

/** Explains why a folder cannot contain keys and certificates, whose paths the router reads as URLs. */
export function findFolderFault(folder: string): string | undefined {
  const specialCharacter = /[#?%\u0000-\u001f\u007f]/.exec(folder)?.[0]
  if (specialCharacter !== undefined)
    return `the router reads the path of a certificate as a URL, in which ${/[#?%]/.test(specialCharacter) ? `\`${specialCharacter}\`` : 'a control character'} in \`${replaceControls(folder)}\` has a special meaning; use another directory`
  return /^[^/\\]*:/.test(folder) && !/^[a-z]:[/\\]/i.test(folder)
    ? `the router reads the path of a certificate as a URL and takes what is before the colon in \`${folder}\` for its scheme; use a directory without a colon`
    : undefined
}

/** The path of a file in a folder, with the separator that the folder uses. */
export const joinPath = (folder: string, name: string): string =>
  folder === '' || /[/\\]$/.test(folder)
    ? folder + name
    : `${folder}${folder.includes('\\') ? '\\' : '/'}${name}`

export const getBaseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? path

/** A command: the program and its arguments. */
export type CommandLine = readonly string[]

/**
 * The commands that enroll and start a router. The token is in a file: an argument would be visible to every user of
 * the machine.
 */
export type Commands = {
  /** Enrolls the router. */
  enroll: CommandLine
  /** Starts the router. */
  run: CommandLine
}

export const createCommands = (path: string, jwtPath: string): Commands => ({
  enroll: ['ziti', 'router', 'enroll', path, '--jwt', jwtPath],
  run: ['ziti', 'router', 'run', path],
})

/**
 * A command quoted for a shell. Windows shells only know double quotes, so double quotes in the arguments are removed.
 */
export function inShell(command: CommandLine, isWindows = false): string {
  const quote = (word: string): string =>
    /^[\w./:=@%+,\\-]+$/.test(word) && (isWindows || !word.includes('\\'))
      ? word
      : isWindows
        ? `"${word.replaceAll('"', '')}"`
        : `'${word.replaceAll("'", `'\\''`)}'`
  return command.map(quote).join(' ')
}
