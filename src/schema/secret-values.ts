import type { Path } from '../document/diagnostic.js'
import { isHiddenVariable, listVariableNames } from '../document/environment.js'
import { once } from '../document/lazy.js'
import {
  createRedactor,
  createWordRedactor,
  findSecretDefaults,
  isSecretAt,
  isSecretName,
  isSecretVariable,
  listSecretReferences,
} from '../document/secrets.js'
import type { Node } from '../yaml/index.js'
import { resolveAlias } from '../yaml/index.js'
import type { DocumentScope } from './conditions.js'
import type { SchemaNode } from './key.js'
import { findEntryKey, selectShape } from './visit.js'

export type SecretScope = DocumentScope & { schema: SchemaNode }

/**
 * What may reveal secrets in other places: the names of variables in secrets, and secret values that other keys may
 * share through aliases.
 */
type ExposedSecrets = { variables: ReadonlySet<string>; values: ReadonlySet<string> }

type SecretCandidate = {
  node: Node
  key: SchemaNode | undefined
  /**
   * The key that makes the node secret, or the name of an unknown key that suggests a secret; undefined if the node is
   * not secret.
   */
  secret: SchemaNode | string | undefined
  /** Whether an alias led to the node. */
  isAliased: boolean
  /** Whether a secret map or list around the node is shared: an alias led to it, or it has an anchor. */
  isShared: boolean
}

/**
 * Collects the variables that the secrets of a file use, and the secret values that are shared through aliases. For a
 * known key, the schema says whether its value is secret; for an unknown key, its name and the value do.
 */
function findExposedSecrets({ document, schema, environment }: SecretScope): ExposedSecrets {
  const variables = new Set<string>()
  const values = new Set<string>()
  const visitedTargets = new Set<Node>()
  const { root } = document
  const pending: SecretCandidate[] = root
    ? [{ node: root, key: schema, secret: undefined, isAliased: false, isShared: false }]
    : []
  for (let place = pending.pop(); place; place = pending.pop()) {
    const { key, secret } = place
    // The target of an alias is visited where it is defined, so an alias is only followed if the target becomes secret
    // through it.
    if (place.node.kind === 'alias' && secret === undefined) continue
    const node = resolveAlias(place.node)
    const isAliased = place.isAliased || place.node.kind === 'alias'
    if (isAliased && visitedTargets.has(node)) continue
    if (isAliased) visitedTargets.add(node)
    const hasAnchor = node.anchor !== undefined
    const isShared = secret !== undefined && (place.isShared || isAliased || hasAnchor)
    if (node.kind === 'list')
      for (const item of node.items)
        pending.push({ node: item, key: key?.item, secret, isAliased, isShared })
    else if (node.kind === 'map') {
      const entries = document.entries(node)
      const shape = key && selectShape(key, entries, environment)
      const pairName = key ? undefined : entries.byName.get('name')?.value
      const isPair = pairName?.kind === 'text' && isSecretName(pairName.value)
      for (const pair of node.pairs) {
        const name = pair.key.kind === 'text' ? pair.key.value : ''
        const child = findEntryKey(key, shape, name, entries.byName)
        const secretKey = child ? child.isSecret && child : isSecretName(name) && name
        const secretPairName = isPair && name === 'value' && pairName.value
        pending.push({
          node: pair.value,
          key: child,
          secret: secret ?? (secretKey || secretPairName || undefined),
          isAliased,
          isShared,
        })
      }
    } else if (secret !== undefined) {
      const value = node.kind === 'text' ? node.value : document.text.slice(node.start, node.end)
      if (typeof secret === 'string' && !isSecretAt([secret], value)) continue
      for (const { name } of listVariableNames(value)) variables.add(name)
      // A number is also shown as the router reads it: `0x10` as 16.
      if (isShared) values.add(value).add(String(node.value))
    }
  }
  return { variables, values }
}

/**
 * The secret values that other keys may share: they are written as aliases, or have an anchor that an alias may refer
 * to.
 */
export const listSharedSecrets = (scope: SecretScope): readonly string[] =>
  scope.document.text.includes('&') && scope.document.text.includes('*')
    ? [...findExposedSecrets(scope).values]
    : []

const isBroken = ({ document }: SecretScope): boolean => document.problems.length > 0

/**
 * Creates a test of whether the value of a variable must not be shown: because of its name or value, or because the
 * file uses it in a secret. In a broken text, anything that looks like a secret counts as one, because it is uncertain
 * which key it belongs to.
 */
export function createSecretVariableTest(scope: SecretScope): (name: string) => boolean {
  const { document, environment = {} } = scope
  const listUsedForSecrets = once(() => {
    if (!document.text.includes('$')) return new Set<string>()
    return isBroken(scope)
      ? listSecretReferences(document.text)
      : findExposedSecrets(scope).variables
  })
  const isSecretItself = (name: string): boolean =>
    isHiddenVariable(environment, name) ||
    isSecretVariable(name, environment[name]) ||
    listUsedForSecrets().has(name)
  const listNamesInDefaults = once(() => findSecretDefaults(document.text, isSecretItself).names)
  return (name) => isSecretItself(name) || listNamesInDefaults().has(name)
}

/**
 * Creates a function that removes the secrets of a file from sentences about the file; undefined if there is nothing to
 * remove.
 */
export function findScopeRedactor(scope: SecretScope): ((sentence: string) => string) | undefined {
  const { document, environment = {} } = scope
  const { text } = document
  if (isBroken(scope)) return createRedactor(text, environment)
  const isSecretVariableHere = createSecretVariableTest(scope)
  const names = new Set(listVariableNames(text).map(({ name }) => name))
  return createWordRedactor([
    ...[...names].flatMap((name) => {
      const value = environment[name]
      return value !== undefined && isSecretVariableHere(name) ? [value] : []
    }),
    ...findSecretDefaults(text, isSecretVariableHere).defaults.map(({ start, end }) =>
      text.slice(start, end),
    ),
    ...listSharedSecrets(scope),
  ])
}

/**
 * Creates a function that removes secrets from sentences: the values and defaults of secret variables that the file
 * uses, and values that secrets share with other keys. Values of secret keys never occur in sentences. If the text is
 * broken, everything that looks like a secret is removed.
 */
export const createScopeRedactor = (scope: SecretScope): ((sentence: string) => string) =>
  findScopeRedactor(scope) ?? ((sentence) => sentence)

/**
 * Whether a path leads to or through a secret: a key that is secret in the schema, or an unknown key whose name
 * suggests a secret.
 */
export const isSecretPath = (scope: SecretScope, path: Path): boolean =>
  findSecretStep(scope, path) !== undefined

/** The index of the step of a path at which a secret begins; undefined if there is none. */
export function findSecretStep(
  { document, schema, environment }: SecretScope,
  path: Path,
): number | undefined {
  let key: SchemaNode | undefined = schema
  let node: Node | undefined = document.root
  for (const [index, step] of path.entries()) {
    const holder: Node | undefined = node && resolveAlias(node)
    if (holder?.kind === 'map') {
      const entries = document.entries(holder)
      const shape: SchemaNode | undefined = key && selectShape(key, entries, environment)
      key = findEntryKey(key, shape, String(step), entries.byName)
      node = entries.byName.get(String(step))?.value
    } else {
      key = key?.item
      node = holder?.kind === 'list' && typeof step === 'number' ? holder.items[step] : undefined
    }
    if (key ? key.isSecret : typeof step === 'string' && isSecretName(step)) return index
  }
  return undefined
}
