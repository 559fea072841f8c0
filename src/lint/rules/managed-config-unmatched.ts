import { readString } from '../suggest.js'
import { findNearest } from '../../schema/suggest.js'
import { under } from '../example.js'
import type { Rule } from '../rule.js'

/** The word that allows every type of config, and the only type of config that a router accepts. */
const [everyType, onlyType] = ['all', 'router.link']

export const managedConfigUnmatched: Rule = {
  id: 'managed-config-unmatched',
  severity: 'warning',
  summary: 'An entry of managedConfig.allow matches no type of configuration.',
  why: 'The router compares an entry with the name of a type, with or without its version, not with a pattern. Only the word all allows every type, in lower case.',
  examples: {
    bad: [
      {
        text: under('managedConfig')`allow: ["*"] #! write \`all\``,
        target: '2.1',
      },
      {
        text: under('managedConfig.allow')`- router.links #! \`router.link\``,
        without: ['link'],
        target: '2.1',
      },
    ],
    good: [
      {
        text: under('managedConfig')`allow: [router.link.v1]`,
        without: ['link'],
        target: '2.1',
      },
    ],
  },
  suggest: (path, { document }) => {
    const replacement = findReplacementEntry(readString(document, path) ?? '')
    return replacement === undefined ? [] : [{ path, value: replacement }]
  },
  needs: { keys: ['managedConfig.allow'] },
  check: ({ knownConfig, report }) => {
    knownConfig.managedConfig?.allow?.forEach((entry, index) => {
      const replacement = findReplacementEntry(entry ?? '')
      if (replacement === undefined) return
      report({
        path: ['managedConfig', 'allow', index],
        message: `\`${entry ?? ''}\` matches no type of configuration, so it has no effect; write \`${replacement}\``,
      })
    })
  },
}

/** The valid entry that was probably meant; undefined if the entry is valid, or resembles no valid entry. */
function findReplacementEntry(entry: string): string | undefined {
  const type = entry.replace(/\.v\d+$/, '')
  if (type === everyType || type === onlyType) return undefined
  if (/^(?:all|any|every|everything)?$/i.test(entry.trim())) return everyType
  if (/[^\w.-]/.test(entry)) return entry.includes('link') ? onlyType : everyType
  return findNearest(type, [onlyType]) ?? (type === 'link' ? onlyType : undefined)
}
