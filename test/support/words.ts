/** Splits a command into words like a shell; single quotes preserve spaces. */
export const splitWords = (command: string): string[] =>
  [...command.matchAll(/(?:'[^']*'|\\.|[^\s'])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|\\(.)/g, '$1$2'),
  )
