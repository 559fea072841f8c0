import type { Operation } from '../../../src/management/operation.js'
import type { Schema } from '../../../src/schema/data-schema.js'
import { camelCase, pascalCase } from '../../../src/management/operation.js'
import { records } from '../../../src/management/client/operation-table.js'
import type { Management } from './resource.js'

/**
 * Formats the client's table of calls: each row is `METHOD path answer` and optional words. Operations that several
 * resources share are written once.
 */
export function createOperationTable(operations: readonly Operation[], banner: string): string {
  const tables = Object.entries(groupByResource(operations)).map(
    ([resource, rows]) =>
      `/** The requests of \`client.${resource}\`, for \`clientOf\`. */\nexport const ${resource} = ${formatOperationRows(rows)}\n`,
  )
  return [
    banner,
    "import { records } from '../../management/client/operation-table.js'\n",
    ...tables,
  ].join('\n')
}

/** Formats one object with the tables of all resources; bundles that import single tables do not contain it. */
export function createTablesByResource(operations: readonly Operation[], banner: string): string {
  const names = Object.keys(groupByResource(operations)).join(',\n  ')
  return [
    banner,
    `import {\n  ${names},\n} from './operations.js'\n`,
    `export const tables = {\n  ${names},\n}\n`,
  ].join('\n')
}

function formatOperationRows(rows: readonly Operation[]): string {
  const lines = new Map(rows.map((row) => [row.name, formatOperation(row)]))
  const path = rows.find(({ name }) => name === 'list')?.path ?? ''
  const related = rows
    .filter(
      (row) =>
        row.name === camelCase(row.path.slice(path.length + '/{id}/'.length)) &&
        formatOperation(row) === `GET ${row.path} page`,
    )
    .map((row) => row.path.slice(path.length + '/{id}/'.length))
  const usual = records(path, related.join(' '))
  const isUsual =
    path !== '' && Object.entries(usual).every(([name, text]) => lines.get(name) === text)
  const others = [...lines]
    .filter(([name, text]) => !isUsual || usual[name] !== text)
    .map(([name, text]) => `  ${name}: '${text}',\n`)
    .join('')
  const object = others === '' ? '' : `{\n${others}}`
  return isUsual
    ? `/* @__PURE__ */ records('${path}', '${related.join(' ')}'${object && `, ${object}`})`
    : `${object} as const`
}

/** Read requests have no body: `fetch` does not allow one, and the controller accepts the same data in a header. */
const getWrittenBody = ({ method, body }: Operation): Operation['body'] =>
  method === 'GET' ? undefined : body

/**
 * Formats a row of the table. Words after the third: `json` or `text` for the type of the body, `open` if no session is
 * needed, `partial` if a session that still lacks its second factor is enough, `again` if the request can be repeated
 * although its method does not imply that, `since:` and the release that introduced it or `never` if no release serves
 * it, `@name` for headers.
 */
function formatOperation(operation: Operation): string {
  const { method, path, answer, right, idempotent, headers, since, unserved } = operation
  const body = getWrittenBody(operation)
  return [
    method,
    path,
    answer,
    ...(body ? ['text' in body ? 'text' : 'json'] : []),
    ...(right === 'none' ? ['open'] : []),
    ...(right === 'partial' ? ['partial'] : []),
    ...(idempotent && !['GET', 'PUT', 'DELETE'].includes(method) ? ['again'] : []),
    ...(unserved || since ? [`since:${unserved ? 'never' : since}`] : []),
    ...Object.keys(headers).map((name) => `@${name}`),
  ].join(' ')
}

function groupByResource(operations: readonly Operation[]): Record<string, Operation[]> {
  const found: Record<string, Operation[]> = {}
  for (const operation of operations) (found[operation.resource] ??= []).push(operation)
  return found
}

/** Generates the type of the client: a method for each operation. */
export function createClientTypes(
  { definitions, resources }: Management,
  operations: readonly Operation[],
  banner: string,
): string {
  const symbols = [...resources.values()]
    .filter((file) => file.symbols)
    .map((file) => [`${file.entity}Symbols`, { ...definitions.symbols, ...file.symbols }] as const)
  const known = new Map(symbols)
  const descriptions = new Map(
    [...resources].map(([name, { description }]) => [camelCase(name), description]),
  )
  const titles = new Map(
    [...resources.values()].map(({ entity = '', title }) => [`${entity}Symbols`, title]),
  )
  const records = new Set<string>()
  const formatType = (shape: Schema | undefined): string => getTypeName(shape, records)
  const clients = Object.entries(groupByResource(operations)).map(
    ([resource, rows]) =>
      `/** The calls of \`client.${resource}\`. */\nexport type ${pascalCase(resource)}Operations = {\n${rows.map((row) => formatMethod(row, formatType, known)).join('\n')}\n}\n`,
  )
  const all = `/** The operations of every resource. */\nexport type Resources = {\n${Object.keys(
    groupByResource(operations),
  )
    .map(
      (resource) =>
        `  /** ${descriptions.get(resource) ?? ''} */\n  ${resource}: ${pascalCase(resource)}Operations\n`,
    )
    .join('')}}\n`
  const fields = [...known].map(
    ([name, kinds]) =>
      `/** The fields of ${withArticle(titles.get(name) ?? '')} that filters and sorting take, with their kinds. */\nexport type ${name} = { ${Object.entries(
        kinds,
      )
        .map(([symbol, kind]) => `${/^\w+$/.test(symbol) ? symbol : `'${symbol}'`}: '${kind}'`)
        .join('; ')} }\n`,
  )
  const imports = `import type { ListOptions, Listing } from '../../management/client/listing.js'\nimport type { Call, CallOptions } from '../../management/client/call.js'\nimport type {\n${[
    ...records,
  ]
    .sort()
    .map((name) => `  ${name},\n`)
    .join('')}} from './shapes.js'\n`
  return [banner, imports, ...fields, ...clients, all].join('\n')
}

function getTypeName(shape: Schema | undefined, records: Set<string>): string {
  if (shape?.$ref) {
    const name = shape.$ref.replace('#/$defs/', '')
    records.add(name)
    return name
  }
  if (shape?.type === 'array') return `${wrapType(getTypeName(shape.items, records))}[]`
  if (typeof shape?.additionalProperties === 'object')
    return `Record<string, ${getTypeName(shape.additionalProperties, records)}>`
  if (shape?.enum) return shape.enum.map((value) => `'${value}'`).join(' | ')
  return shape?.type === 'integer' ? 'number' : String(shape?.type ?? 'unknown')
}

const wrapType = (type: string): string => (type.includes(' ') ? `(${type})` : type)

type FormatType = (shape: Schema | undefined) => string

function formatMethod(
  operation: Operation,
  typeOf: FormatType,
  symbols: ReadonlyMap<string, unknown>,
): string {
  const { name, requiredQuery, headers, query, parameters, description, path } = operation
  const body = getWrittenBody(operation)
  const needsOptions = requiredQuery.length > 0
  const fields = [
    ...Object.entries(query).map(
      ([field, shape]) => `${field}${requiredQuery.includes(field) ? '' : '?'}: ${typeOf(shape)}`,
    ),
    ...Object.keys(headers).map((header) => `${camelCase(header)}?: string`),
  ]
  const options = [
    formatOptions(operation, typeOf, symbols),
    ...(fields.length > 0 ? [`{ ${fields.join('; ')} }`] : []),
  ].join(' & ')
  const args = [
    ...parameters.map((parameter) => `${parameter}: string`),
    ...(body
      ? [
          'text' in body
            ? 'text: string'
            : formatBodyParameter(typeOf(body.shape), body.optional, needsOptions),
        ]
      : []),
    `options${needsOptions ? '' : '?'}: ${options}`,
  ]
  return `  /** ${description} \`${operation.method} ${path}\` */\n  ${name}(${args.join(', ')}): ${formatResult(operation, typeOf)}`
}

const formatBodyParameter = (type: string, isOptional: boolean, needsOptions: boolean): string =>
  isOptional && needsOptions ? `body: ${type} | undefined` : `body${isOptional ? '?' : ''}: ${type}`

function formatOptions(
  { answer, shape }: Operation,
  typeOf: FormatType,
  symbols: ReadonlyMap<string, unknown>,
): string {
  if (answer !== 'page') return 'CallOptions'
  const known = `${typeOf(shape)}Symbols`
  return `ListOptions<${symbols.has(known) ? known : "{ id: 'text' }"}>`
}

function formatResult({ answer, shape }: Operation, typeOf: FormatType): string {
  if (answer === 'page') return `Listing<${typeOf(shape)}>`
  if (answer === 'items') return `Call<${wrapType(typeOf(shape))}[]>`
  if (answer === 'empty') return 'Call<void>'
  if (answer === 'text') return 'Call<string>'
  return answer === 'bytes' ? 'Call<Uint8Array>' : `Call<${typeOf(shape)}>`
}

/** Adds the indefinite article to a noun. */
const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`

/** Generates the input type of each operation, by its name in the contract. */
export function createInputTypes(operations: readonly Operation[], banner: string): string {
  const records = new Set<string>()
  const rows = operations.map(
    ({ id, body }) =>
      `  ${id}: ${body ? ('text' in body ? 'string' : getTypeName(body.shape, records) + (body.optional ? ' | undefined' : '')) : 'undefined'}\n`,
  )
  return [
    banner,
    `import type {\n${[...records]
      .sort()
      .map((name) => `  ${name},\n`)
      .join('')}} from './shapes.js'\n`,
    `export type Inputs = {\n${rows.join('')}}\n`,
  ].join('\n')
}
