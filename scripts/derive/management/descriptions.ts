import ts from 'typescript'
import { joinCommentLines } from '../types.js'

/**
 * Descriptions of types and fields. The key of a field is its name, or `Link.method` to describe it in one record only.
 */
export type Descriptions = {
  types: Readonly<Record<string, string>>
  fields: Readonly<Record<string, string>>
}

type Place = { name: string; owner: string; node: ts.Node }

/**
 * Adds a comment to each type and field without one. Throws if a description is missing or unused.
 */
export function describeTypes(text: string, { types, fields }: Descriptions): string {
  const file = ts.createSourceFile('types.ts', text, ts.ScriptTarget.Latest, true)
  const used = new Set<string>()
  const find = (table: Readonly<Record<string, string>>, names: readonly string[]): string => {
    const name = names.find((item) => Object.hasOwn(table, item))
    const description = name === undefined ? undefined : table[name]
    if (name === undefined || description === undefined)
      throw new Error(
        `schemas/management/descriptions.json has no ${[...new Set(names)].join(' or ')}`,
      )
    used.add(name)
    return description
  }
  const parts: string[] = []
  let end = 0
  for (const { node, name, owner } of listPlaces(file)) {
    if (ts.getJSDocCommentsAndTags(node).length > 0) continue
    const start = node.getStart(file)
    const description = owner
      ? find(fields, [`${owner}.${name}`, `${removeSuffix(owner)}.${name}`, name])
      : find(types, [name])
    const indent = text.slice(text.lastIndexOf('\n', start) + 1, start)
    parts.push(text.slice(end, start), `/** ${description} */\n${indent}`)
    end = start
  }
  const unused = [...Object.keys(types), ...Object.keys(fields)].filter((name) => !used.has(name))
  if (unused.length > 0)
    throw new Error(`schemas/management/descriptions.json: nothing is named ${unused.join(', ')}`)
  return joinCommentLines([...parts, text.slice(end)].join(''))
}

const removeSuffix = (name: string): string => name.replace(/(Create|Replace|Patch)$/, '')

/**
 * Lists all types and fields of a file at any depth, in source order; the owner of a field is a type or another field.
 */
function listPlaces(file: ts.SourceFile): Place[] {
  const places: Place[] = []
  const visit = (node: ts.Node, owner: string): void => {
    const name =
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isPropertySignature(node)
        ? node.name.getText(file)
        : undefined
    if (name !== undefined) places.push({ node, name, owner })
    ts.forEachChild(node, (child) => visit(child, name ?? owner))
  }
  visit(file, '')
  return places
}
