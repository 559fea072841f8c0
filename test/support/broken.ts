import { outline } from '../../src/recognition/outline.js'

/** A text with a typical mistake of someone who is writing a file; `what` describes the mistake. */
export type BrokenText = { what: string; text: string }

/** Breaks a router file in many ways: cut off, an open quote or bracket, misspelled keys, wrong indentation. */
export function breakText(text: string): BrokenText[] {
  const lines = text.split('\n')
  const places = [0.1, 0.25, 0.5, 0.75].map((share) => Math.floor(lines.length * share))
  const replaceLine = (at: number, change: (line: string) => string): string =>
    lines.map((line, index) => (index === at ? change(line) : line)).join('\n')
  return [
    ...places.flatMap((at) => [
      { what: `cut after line ${at}`, text: `${lines.slice(0, at).join('\n')}\n` },
      {
        what: `cut in line ${at + 1}`,
        text: lines
          .slice(0, at + 1)
          .join('\n')
          .slice(0, -3),
      },
      {
        what: `an open quote in line ${at + 1}`,
        text: replaceLine(at, (line) => line.replace(/: ?(?=\S|$)/, ': "')),
      },
      {
        what: `an open quote at the end, line ${at + 1}`,
        text: `${lines.slice(0, at).join('\n')}\nctrl: "tls`,
      },
      {
        what: `an open bracket in line ${at + 1}`,
        text: replaceLine(at, (line) => line.replace(/: ?(?=\S|$)/, ': [')),
      },
      {
        what: `an open brace at the end, line ${at + 1}`,
        text: `${lines.slice(0, at).join('\n')}\nlink: {`,
      },
      { what: `line ${at + 1} not indented`, text: replaceLine(at, (line) => line.trimStart()) },
      { what: `line ${at + 1} indented by a tab`, text: replaceLine(at, (line) => `\t${line}`) },
      { what: `line ${at + 1} indented deeper`, text: replaceLine(at, (line) => ` ${line}`) },
      {
        what: `line ${at + 1} without its colon`,
        text: replaceLine(at, (line) => line.replace(':', '')),
      },
    ]),
    {
      what: 'misspelled top-level keys',
      text: text.replaceAll(/^([a-z])(\w)(\w*):/gim, '$2$1$3:'),
    },
    { what: 'top-level keys with another letter', text: text.replaceAll(/^(\w{2,}):/gm, '$1x:') },
    { what: 'top-level keys without a letter', text: text.replaceAll(/^(\w{2,})\w:/gm, '$1:') },
    {
      what: 'top-level keys in capitals',
      text: text.replaceAll(/^(\w{2,}):/gm, (key) => key.toUpperCase()),
    },
    { what: 'everything indented but the first line', text: text.replaceAll(/\n(?=.)/g, '\n  ') },
    { what: 'nothing indented', text: text.replaceAll(/^ +/gm, '') },
  ].filter(({ text: broken }) => broken !== text && outline(broken).length > 0)
}
