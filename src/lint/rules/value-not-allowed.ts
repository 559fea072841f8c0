import type { Path } from '../../document/diagnostic.js'
import { toPath } from '../../document/diagnostic.js'
import type { SchemaNode } from '../../schema/key.js'
import type { ReadResult } from '../../schema/read.js'
import { formatWords } from '../../schema/messages.js'
import { readString } from '../suggest.js'
import { reportRejection } from '../rejection.js'
import { under } from '../example.js'
import { defineObservationRule } from '../rule.js'

export const valueNotAllowed = defineObservationRule({
  id: 'value-not-allowed',
  severity: 'error',
  fixes: 'mixed',
  byOutcome: true,
  alternatives: 'words',
  summary: 'A value is not one of the allowed values.',
  why: 'Most values are case-sensitive.',
  examples: {
    bad: [
      under('proxy')`type: HTTP #! \`none\` or \`http\``,
      under('dialers')`- binding: udp #! transport_udp`,
      under('listeners')`
        - binding: edge_wss #! wss:0.0.0.0:3022
          address: wss:0.0.0.0:3022
      `,
      {
        text: under('link.dialers')`
          - binding: foo #! The router dials nobody; it links only where others dial it
        `,
        target: '2.0',
      },
    ],
    good: [under('proxy')`type: none`],
  },
  suggest: (path, { document }) => {
    const replacement =
      path.at(-1) === 'binding' && replacementBindings[readString(document, path) ?? '']
    return replacement ? [{ path, value: replacement }] : []
  },
  observes: 'value-not-allowed',
  report: (observation, readResult) => {
    const { key, place, value } = observation
    const remedy =
      place.step === 'binding' && value.kind === 'text'
        ? bindingRemedies[`${toPath(place)[0] ?? ''} ${value.value}`]
        : undefined
    const report = reportRejection(observation, readResult, formatWords(key.words ?? []), remedy)
    return observation.outcome === 'unused' && dialsNobody(toPath(place), key, readResult)
      ? {
          ...report,
          message: report.message.replace(
            'It has no effect',
            'The router dials nobody; it links only where others dial it',
          ),
        }
      : report
  },
})

/**
 * Whether a path is the binding of a link dialer, and the release knows none of the bindings of the link dialers in the
 * file.
 */
function dialsNobody(
  [section, list, , name]: Path,
  { words = [] }: SchemaNode,
  { config }: ReadResult,
): boolean {
  if (section !== 'link' || list !== 'dialers' || name !== 'binding') return false
  return (config.link?.dialers ?? []).every(({ binding }) => !words.includes(binding ?? ''))
}

/** Bindings of older releases that can be replaced without changes to other keys, and their replacements. */
const replacementBindings: Readonly<Record<string, string | undefined>> = {
  edge_wss: 'edge',
  edge_ws: 'edge',
  udp: 'transport_udp',
}

/** Remedies for bindings of older releases or of other sections. */
const bindingRemedies: Readonly<Record<string, string>> = {
  'listeners edge_wss': 'write `binding: edge` with an address such as `wss:0.0.0.0:3022`',
  'listeners edge_ws': 'write `binding: edge` with an address such as `wss:0.0.0.0:3022`',
  'listeners link': 'move the entry under `link.listeners`, with `binding: transport` and `bind`',
  'listeners udp': 'write `binding: transport_udp`',
  'dialers link': 'move the entry under `link.dialers`, with `binding: transport`',
  'dialers udp': 'write `binding: transport_udp`, or remove the entry',
}
