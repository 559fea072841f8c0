/** The words of a command for a shell: single quotes keep spaces. */
export const splitWords = (command: string): string[] =>
  [...command.matchAll(/(?:'[^']*'|\\.|[^\s'])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|\\(.)/g, '$1$2'),
  )
