import { hiddenSecret, hideSecrets, isSecretAt, isSecretName } from '../document/secrets.js'
import type { Path } from '../document/diagnostic.js'
import { isJsonList, isJsonMap } from '../document/record.js'
import type { Json } from '../document/record.js'
import type { SchemaNode } from './key.js'
import { listJsonParts } from './visit.js'

/** Whether a value is the name of a variable and nothing else, as `${NAME}`: the file does not have the secret then. */
const isVariableName = (value: Json): boolean =>
  typeof value === 'string' && /^\$\{\w+\}$/.test(value)

/**
 * What may be shown of a value of a key: `…` instead of secrets. Whether the value of a known key is secret is in the
 * schema, whatever the value looks like. That of an unknown key is secret by its name, or by what its text looks like.
 *
 * @param value The value as the file has it, with the names of variables.
 * @param key The key of the schema; undefined for one that the router does not know.
 */
export function showValue(value: Json, key: SchemaNode | undefined, path: Path): Json {
  if (isJsonList(value))
    return listJsonParts(value, key).map((part) =>
      showValue(part.value, key?.secret ? key : part.key, [...path, part.step]),
    )
  if (isJsonMap(value)) {
    // A pair such as `name: DB_PASSWORD`, `value: …` of an unknown key.
    const isPair = !key && typeof value['name'] === 'string' && isSecretName(value['name'])
    return Object.fromEntries(
      listJsonParts(value, key).map(({ step, value: item, key: child }) => [
        key?.secret ? hiddenSecret : hideSecrets(String(step)),
        isPair && step === 'value'
          ? hiddenSecret
          : showValue(item, key?.secret ? key : child, key ? [step] : [...path, step]),
      ]),
    )
  }
  if (value === null || value === '' || isVariableName(value)) return value
  if (key?.secret) return hiddenSecret
  if (typeof value === 'boolean') return value
  if (!key && isSecretAt(path, String(value))) return hiddenSecret
  return typeof value === 'string' ? hideSecrets(value) : value
}
