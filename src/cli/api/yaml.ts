import { scalar } from '../../edit/replace.js'
import { isPlain } from '../../management/plain.js'

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isPlain(value) && Object.keys(value).length === 0

/** Plain data as lines of YAML. */
export function yamlLines(value: unknown): string[] {
  if (isEmpty(value)) return [Array.isArray(value) ? '[]' : '{}']
  if (Array.isArray(value))
    return value.flatMap((item) =>
      yamlLines(item).map((line, index) => `${index === 0 ? '- ' : '  '}${line}`),
    )
  if (!isPlain(value))
    return [typeof value === 'string' ? scalar(value) : JSON.stringify(value ?? null)]
  return Object.entries(value).flatMap(([key, field]) => {
    const lines = yamlLines(field)
    const isNested = (Array.isArray(field) || isPlain(field)) && !isEmpty(field)
    return isNested
      ? [`${scalar(key)}:`, ...lines.map((line) => `  ${line}`)]
      : [`${scalar(key)}: ${lines.join('')}`]
  })
}
