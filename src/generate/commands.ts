/** A command: the program and its arguments. */
export type Command = readonly string[]

/** What a router is enrolled and started with. The token is in a file: an argument would show it to every user of the machine. */
export type Commands = { enroll: Command; run: Command }

/** The commands for a router file and the file with its token. */
export const commandsFor = (path: string, jwtPath: string): Commands => ({
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
