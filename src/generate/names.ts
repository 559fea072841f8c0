/** Names that Windows keeps for devices, with any ending. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Why a name is none for files: they go by it, and it must mean the same on every system, in URLs and in commands. */
export function faultOfFileName(name: string): string | undefined {
  if (name === '') return 'it is empty'
  if (name.length > 100) return `it has ${name.length} characters, and a file name may have 100`
  if (devices.test(name)) return 'Windows keeps it for a device'
  if (/^[./\\]|[/\\]|\.\.|\.$/.test(name)) return 'it is a path, or looks like one'
  const bad = /[^\w.-]/u.exec(name)?.[0]
  if (bad !== undefined)
    return `it has ${bad === ' ' ? 'a blank' : `\`${bad.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')}\``}`
  return name.startsWith('-') ? 'commands would take it for a flag' : undefined
}

/** The sentence about a name that files cannot go by. */
export const aboutFileName = (name: string, fault: string): string =>
  `the files of the router cannot be named after \`${name.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '\ufffd').slice(0, 60)}\`: ${fault}; give them a name of letters, digits, \`.\`, \`_\` and \`-\` with \`fileName\``

/** Puts a name into a pattern such as `routers/{name}/router.yml`. */
export const inPattern = (pattern: string, name: string): string =>
  pattern.replaceAll('{name}', name)
