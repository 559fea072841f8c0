import type { JSONSchema } from 'json-schema-to-typescript'
import { compile } from 'json-schema-to-typescript'
import type { Schema } from '../../src/configuration/schema.js'
import type { AnyRule } from '../../src/lint/catalog.js'
import type { Releases } from '../../src/schema/target.js'
import { lines } from '../../src/schema/target.js'

/** The schema of configurations with what is known elsewhere: the ids of rules, and the releases. */
export function configurationSchema(
  base: Schema,
  rules: readonly AnyRule[],
  known: Releases,
): Schema {
  const named = lines(known).map(({ line }) => line)
  const { target, rules: severities, ...others } = base.$defs ?? {}
  return {
    ...base,
    $defs: {
      target: {
        ...target,
        enum: [...named, ...known.releases.map(({ release }) => release)],
        examples: named,
        'x-listed-by': 'routerfile targets',
      },
      rules: {
        ...severities,
        properties: Object.fromEntries(
          rules.map(({ id, summary, severity, optional }) => [
            id,
            {
              $ref: '#/$defs/severity',
              description: summary,
              default: optional ? 'off' : severity,
            },
          ]),
        ),
        additionalProperties: false,
        'x-listed-by': 'routerfile rules',
      },
      ...others,
    },
  }
}

/** What a configuration is once it is read. */
export const configurationTypes = (base: JSONSchema, banner: string): Promise<string> =>
  compile({ ...base, title: 'Configuration' }, 'Configuration', {
    additionalProperties: false,
    bannerComment: banner,
    style: { semi: false, singleQuote: true, printWidth: 120 },
    unreachableDefinitions: false,
  })
