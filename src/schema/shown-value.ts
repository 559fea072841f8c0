import { hiddenSecret, hideSecrets, isSecretAt, isSecretName } from '../document/secrets.js'
import type { Path } from '../document/diagnostic.js'
import { isJsonList, isJsonMap } from '../document/record.js'
import type { Json } from '../document/record.js'
import type { SchemaNode } from './key.js'
import { listJsonParts } from './visit.js'

/** Whether a value consists of one reference such as `${NAME}`, so that the file does not contain the secret itself. */
const isVariableReference = (value: Json): boolean =>
  typeof value === 'string' && /^\$\{\w+\}$/.test(value)

/**
 * Replaces the secrets in a value with `…`: values of keys that are secret in the schema, values of unknown keys whose
 * name suggests a secret, and parts of any string that look like secrets.
 */
export function showValue(value: Json, key: SchemaNode | undefined, path: Path): Json {
  if (isJsonList(value))
    return listJsonParts(value, key).map((part) =>
      showValue(part.value, key?.isSecret ? key : part.key, [...path, part.step]),
    )
  if (isJsonMap(value)) {
    // In the map of an unknown key, such as `name: DB_PASSWORD`, `value: …`, the name says that the value is secret.
    const isPair = !key && typeof value['name'] === 'string' && isSecretName(value['name'])
    return Object.fromEntries(
      listJsonParts(value, key).map(({ step, value: item, key: child }) => [
        key?.isSecret ? hiddenSecret : hideSecrets(String(step)),
        isPair && step === 'value'
          ? hiddenSecret
          : showValue(item, key?.isSecret ? key : child, key ? [step] : [...path, step]),
      ]),
    )
  }
  if (value === null || value === '' || isVariableReference(value)) return value
  if (key?.isSecret) return hiddenSecret
  if (typeof value === 'boolean') return value
  if (!key && isSecretAt(path, String(value))) return hiddenSecret
  return typeof value === 'string' ? hideSecrets(value) : value
}
