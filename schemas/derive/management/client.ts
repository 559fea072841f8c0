import type { Operation, Shape } from '../../../src/management/operation.js'
import { camelCase, pascalCase } from '../../../src/management/names.js'
import { records } from '../../../src/management/records.js'
import type { Management } from './resource.js'

/** The table that the client calls by: `METHOD path answer`, then what else it must know. What resources have in common is written once. */
export function operationTable(operations: readonly Operation[], banner: string): string {
  const tables = Object.entries(groups(operations)).map(
    ([resource, rows]) => `export const ${resource} = ${table(rows)}\n`,
  )
  return [banner, "import { records } from '../../management/records.js'\n", ...tables].join('\n')
}

function table(rows: readonly Operation[]): string {
  const lines = new Map(rows.map((row) => [row.name, line(row)]))
  const path = rows.find(({ name }) => name === 'list')?.path ?? ''
  const related = rows
    .filter(
      (row) =>
        row.name === camelCase(row.path.slice(path.length + '/{id}/'.length)) &&
        line(row) === `GET ${row.path} page`,
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

/** Requests that read have no body: `fetch` takes none there, and the controller takes the same from a header. */
const written = ({ method, body }: Operation): Operation['body'] =>
  method === 'GET' ? undefined : body

/** One line of the table; words after the third: `json` or `text` for what the body is, `open` where no session is needed, `partial` where one without its second factor will do, `again` where repeating is safe though the method does not say so, `since:` for the release it came with, `@name` for headers. */
function line(operation: Operation): string {
  const { method, path, answer, right, idempotent, headers, since, unserved } = operation
  const body = written(operation)
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

function groups(operations: readonly Operation[]): Record<string, Operation[]> {
  const found: Record<string, Operation[]> = {}
  for (const operation of operations) (found[operation.resource] ??= []).push(operation)
  return found
}

/** The type of the client: a method for each operation. */
export function clientTypes(
  { definitions, resources }: Management,
  operations: readonly Operation[],
  banner: string,
): string {
  const symbols = [...resources.values()]
    .filter((file) => file.symbols)
    .map((file) => [`${file.entity}Symbols`, { ...definitions.symbols, ...file.symbols }] as const)
  const known = new Map(symbols)
  const records = new Set<string>()
  const typeOf = (shape: Shape | undefined): string => nameOf(shape, records)
  const clients = Object.entries(groups(operations)).map(
    ([resource, rows]) =>
      `export type ${pascalCase(resource)}Operations = {\n${rows.map((row) => method(row, typeOf, known)).join('\n')}\n}\n`,
  )
  const all = `/** The operations of every resource. */\nexport type Resources = {\n${Object.keys(
    groups(operations),
  )
    .map((resource) => `  ${resource}: ${pascalCase(resource)}Operations\n`)
    .join('')}}\n`
  const fields = [...known].map(
    ([name, kinds]) =>
      `export type ${name} = { ${Object.entries(kinds)
        .map(([symbol, kind]) => `${/^\w+$/.test(symbol) ? symbol : `'${symbol}'`}: '${kind}'`)
        .join('; ')} }\n`,
  )
  const imports = `import type { CallOptions, ListOptions, Listing } from '../../management/listing.js'\nimport type {\n${[
    ...records,
  ]
    .sort()
    .map((name) => `  ${name},\n`)
    .join('')}} from './shapes.js'\n`
  return [banner, imports, ...fields, ...clients, all].join('\n')
}

function nameOf(shape: Shape | undefined, records: Set<string>): string {
  if (shape?.$ref) {
    const name = shape.$ref.replace('#/$defs/', '')
    records.add(name)
    return name
  }
  if (shape?.type === 'array') return `${wrapped(nameOf(shape.items, records))}[]`
  if (typeof shape?.additionalProperties === 'object')
    return `Record<string, ${nameOf(shape.additionalProperties, records)}>`
  if (shape?.enum) return shape.enum.map((value) => `'${value}'`).join(' | ')
  return shape?.type === 'integer' ? 'number' : String(shape?.type ?? 'unknown')
}

const wrapped = (type: string): string => (type.includes(' ') ? `(${type})` : type)

type TypeOf = (shape: Shape | undefined) => string

function method(
  operation: Operation,
  typeOf: TypeOf,
  symbols: ReadonlyMap<string, unknown>,
): string {
  const { name, requiredQuery, headers, query, parameters, description, path } = operation
  const body = written(operation)
  const needsOptions = requiredQuery.length > 0
  const fields = [
    ...Object.entries(query).map(
      ([field, shape]) => `${field}${requiredQuery.includes(field) ? '' : '?'}: ${typeOf(shape)}`,
    ),
    ...Object.keys(headers).map((header) => `${camelCase(header)}?: string`),
  ]
  const options = [
    optionsOf(operation, typeOf, symbols),
    ...(fields.length > 0 ? [`{ ${fields.join('; ')} }`] : []),
  ].join(' & ')
  const args = [
    ...parameters.map((parameter) => `${parameter}: string`),
    ...(body
      ? ['text' in body ? 'text: string' : bodyOf(typeOf(body.shape), body.optional, needsOptions)]
      : []),
    `options${needsOptions ? '' : '?'}: ${options}`,
  ]
  return `  /** ${description} \`${operation.method} ${path}\` */\n  ${name}(${args.join(', ')}): ${result(operation, typeOf)}`
}

const bodyOf = (type: string, isOptional: boolean, needsOptions: boolean): string =>
  isOptional && needsOptions ? `body: ${type} | undefined` : `body${isOptional ? '?' : ''}: ${type}`

function optionsOf(
  { answer, shape }: Operation,
  typeOf: TypeOf,
  symbols: ReadonlyMap<string, unknown>,
): string {
  if (answer !== 'page') return 'CallOptions'
  const known = `${typeOf(shape)}Symbols`
  return `ListOptions<${symbols.has(known) ? known : "{ id: 'text' }"}>`
}

function result({ answer, shape }: Operation, typeOf: TypeOf): string {
  if (answer === 'page') return `Listing<${typeOf(shape)}>`
  if (answer === 'items') return `Promise<${wrapped(typeOf(shape))}[]>`
  if (answer === 'empty') return 'Promise<void>'
  if (answer === 'text') return 'Promise<string>'
  return answer === 'bytes' ? 'Promise<Uint8Array>' : `Promise<${typeOf(shape)}>`
}

/** What each operation is sent, by its name in the contract. */
export function inputTypes(operations: readonly Operation[], banner: string): string {
  const records = new Set<string>()
  const rows = operations.map(
    ({ id, body }) =>
      `  ${id}: ${body ? ('text' in body ? 'string' : nameOf(body.shape, records) + (body.optional ? ' | undefined' : '')) : 'undefined'}\n`,
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
