import { decodingFaults } from './decode.js'
import { shortTag } from './dialect.js'
import type { Fault } from './fault.js'
import type { Node } from './nodes.js'
import type { Parser } from './parser.js'
import { onFirstLine, routerWords } from './problem.js'
import type { YamlProblem } from './problem.js'
import { quote } from './recovery/lines.js'

/** What is wrong with the nodes of a document that was read, in the order in which yaml.v2 comes to it. */
export function decodingProblems({ root, scanner, suspicious, broken }: Parser): YamlProblem[] {
  // Of a document that is a list yaml.v2 decodes nothing.
  if (root === undefined || root.kind === 'list' || !suspicious) return []
  return Array.from(decodingFaults(root, broken), ([node, fault]) => {
    const { code } = fault
    const message = explain(fault, node, quote(scanner.text, node))
    return {
      code,
      ...onFirstLine(scanner, node),
      message,
      router: routerWords(fault, () => 0),
      outcome: 'refuses',
    }
  })
}

function explain({ code }: Fault, node: Node, found: string): string {
  switch (code) {
    case 'invalid-key':
      return `${found} is a map or a list, which can be no key; quote it if it is text`
    case 'bad-merge':
      return `${found} is no map; \`<<\` takes a map or a list of maps`
    case 'excessive-aliasing':
      return 'the aliases of this file stand for more values than the router accepts; write them out'
    case 'recursive-anchor':
      return `${found} stands inside of what it names; write out what is meant`
    default:
      return `${found} is not what its tag \`${tagOf(node)}\` says; correct it or remove the tag`
  }
}

function tagOf(node: Node): string {
  return node.kind === 'alias' ? '' : shortTag(node.tag ?? '')
}
