import type { Path } from '../../document/diagnostic.js'
import { findRule } from '../../lint/catalog.js'
import type { Schema } from '../../schema/data-schema.js'
import { configurationSchema } from '../../schema/configuration-schema.js'
import { listNamedWords, resolveReference } from '../../schema/data-schema.js'
import { escapeMarkdown, formatCode } from '../../document/markdown.js'

/** The text of a config file of this tool. */
export type ConfigurationText = {
  text: string
  /** Whether the text is JSON; if not, it is YAML. */
  isJson: boolean
  /** The path of the configuration in the file: empty, or its key in a `package.json`. */
  rootPath: Path
}

/** Makes a path in the file relative to the configuration; undefined if the path is outside the configuration. */
export const toOwnPath = (
  { rootPath }: Pick<ConfigurationText, 'rootPath'>,
  path: Path,
): Path | undefined =>
  rootPath.every((step, index) => step === path[index]) ? path.slice(rootPath.length) : undefined

export function findSchema(path: Path): Schema | undefined {
  let schema: Schema | undefined = configurationSchema
  for (const step of path) {
    const next: Schema | undefined = schema && findChildSchema(schema, step)
    schema = next && resolveReference(configurationSchema, next)
  }
  return schema && addRuleFacts(path, schema)
}

/**
 * Adds the summary and the default severity of a rule to its schema. The build removes them from the schema, because
 * the rules contain them, too.
 */
function addRuleFacts(path: Path, schema: Schema): Schema {
  const rule = path.at(-2) === 'rules' ? findRule(String(path.at(-1))) : undefined
  if (!rule) return schema
  const defaultSeverity = rule.optional ? 'off' : rule.severity
  return { ...schema, description: rule.summary, default: defaultSeverity }
}

function findChildSchema(
  { items, properties, additionalProperties }: Schema,
  step: string | number,
): Schema | undefined {
  if (typeof step === 'number') return items
  if (properties && Object.hasOwn(properties, step)) return properties[step]
  return typeof additionalProperties === 'object' ? additionalProperties : undefined
}

export const listTypes = ({ type }: Schema): readonly string[] => [type ?? []].flat()

const typeNames: Readonly<Record<string, string>> = { array: 'list', object: 'map' }

export const formatConfigurationType = (schema: Schema): string =>
  listTypes(schema)
    .map((type) => typeNames[type] ?? type)
    .join(' or ')

/** Maximum number of values to list; more values are only counted. */
const maxListedValues = 20

/** A key without a description gets its parent's description. */
export function describeSetting(path: Path): string | undefined {
  const schema = findSchema(path)
  if (!schema) return undefined
  const description = schema.description ?? findSchema(path.slice(0, -1))?.description
  const rule = path.at(-2) === 'rules' ? findRule(String(path.at(-1))) : undefined
  return [
    `**${formatCode(formatSettingPath(path))}**`,
    ...[description, rule?.why].flatMap((text) => (text ? [escapeMarkdown(text)] : [])),
    listFacts(schema).join('\n'),
  ].join('\n\n')
}

const formatSettingPath = (path: Path): string =>
  path
    .map((step) => (typeof step === 'number' ? '[]' : `.${step}`))
    .join('')
    .replace(/^\./, '')

function listFacts(schema: Schema): string[] {
  const { default: defaultValue, minimum, 'x-listed-by': command } = schema
  const words = listNamedWords(schema) ?? listNamedWords(schema.items ?? {}) ?? []
  const values =
    words.length > maxListedValues
      ? `${words.length} values, listed by ${formatCode(command ?? '')}`
      : words.map(formatCode).join(', ')
  return [
    `- type: ${formatConfigurationType(schema)}`,
    ...(defaultValue === undefined ? [] : [`- default: ${formatCode(formatValue(defaultValue))}`]),
    ...(minimum === undefined ? [] : [`- at least ${minimum}`]),
    ...(values === '' ? [] : [`- values: ${values}`]),
  ]
}

const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
