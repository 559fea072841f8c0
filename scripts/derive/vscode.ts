import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '../../src/schema/data-schema.js'
import { defaultMaxItems, editorSettings, sharedSettings } from '../../server/settings.js'

/** A setting with its texts, or the schema of a value in it. */
type Setting = Readonly<Record<string, unknown>> & {
  readonly description?: string | undefined
  readonly enum?: readonly string[]
  readonly enumDescriptions?: readonly string[]
  readonly enumItemLabels?: readonly string[]
  readonly items?: Setting
  readonly properties?: Readonly<Record<string, Setting>>
}

/** A single setting, as opposed to a group of settings. */
type WrittenSetting = Setting & { readonly description: string }

/** Settings that exist in editors only; some are groups of settings. */
const ownSettings: Readonly<
  Record<(typeof editorSettings)[number], WrittenSetting | Readonly<Record<string, WrittenSetting>>>
> = {
  fleet: {
    type: 'boolean',
    default: true,
    description: 'Compare the router files of a directory with each other.',
  },
  inlayHints: {
    defaults: {
      type: 'boolean',
      default: true,
      description: 'Show in the text the values that the router uses for missing keys.',
    },
    units: {
      type: 'boolean',
      default: true,
      description: 'Show in the text the units of numbers.',
    },
    variables: {
      type: 'boolean',
      default: true,
      description: 'Show in the text the values of variables.',
    },
  },
  codeLens: {
    type: 'boolean',
    default: true,
    description: 'Show the release and the findings of a file above it.',
  },
  config: {
    type: 'string',
    default: '',
    description: 'Use this configuration file only, as a path relative to the workspace folder.',
  },
  isolated: {
    type: 'boolean',
    default: false,
    description: 'Use no configuration file.',
  },
  trustConfig: {
    // Not a workspace setting, because the workspace may contain the configuration.
    scope: 'machine',
    type: 'boolean',
    default: false,
    description:
      'Let configuration files extend files, and name environment files and baselines, outside of their project.',
  },
  maxItemsComputed: {
    type: 'integer',
    minimum: 1,
    default: defaultMaxItems,
    description: 'Limit for the entries of the outline and the folding ranges of a large file.',
  },
}

/** The most used settings, in this order; those of `ownSettings` follow. */
const sharedOrder: readonly (typeof sharedSettings)[number][] = [
  'target',
  'rules',
  'check',
  'platform',
  'env',
  'envFile',
  'baseline',
]

type Manifest = { contributes: Record<string, unknown> } & Record<string, unknown>

/**
 * Updates the manifest of the VS Code extension with settings, problem matchers and version, which are defined
 * elsewhere, and the file with its texts. Other texts in that file are written by hand.
 */
export function updateExtensionManifest(
  root: string,
  { configuration, version }: { configuration: Schema; version: string },
): [path: string, content: string][] {
  const [path, textsPath] = ['editors/vscode/package.json', 'editors/vscode/package.nls.json']
  const manifest = readJson(join(root, path)) as Manifest
  const written = Object.entries(readJson(join(root, textsPath)) as Record<string, string>)
  const texts = new Map(written.filter(([key]) => !key.startsWith(settingPrefix)))
  const properties = moveTexts(createSettings(configuration), texts)
  const updated: Manifest = {
    ...manifest,
    version,
    contributes: {
      ...manifest.contributes,
      configuration: { title: '%settings%', properties },
      problemMatchers: [createProblemMatcher(root)],
    },
  }
  const format = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`
  return [
    [path, format(updated)],
    [textsPath, format(Object.fromEntries(texts))],
  ]
}

/** Creates all settings by name, in display order. */
function createSettings(configuration: Schema): Record<string, Setting> {
  const shared = sharedOrder.map((name): [string, Setting] => [
    name,
    toSetting(name, inlineReferences(configuration, configuration.properties?.[name] ?? {})),
  ])
  const own = Object.entries(ownSettings).flatMap(([name, setting]): [string, Setting][] =>
    isSetting(setting)
      ? [[name, setting]]
      : Object.entries(setting).map(([part, inner]) => [`${name}.${part}`, inner]),
  )
  return Object.fromEntries(
    [...shared, ...own].map(([name, setting], index) => [
      `routerfile.${name}`,
      { order: index + 1, scope: 'resource', ...setting },
    ]),
  )
}

const isSetting = (
  setting: WrittenSetting | Readonly<Record<string, WrittenSetting>>,
): setting is WrittenSetting => typeof setting.description === 'string'

/**
 * Converts a key of the configuration to a setting with its own input in the editor, which cannot edit values of
 * several types. The default is the value that applies if neither a configuration file nor the user sets another one:
 * only settings that the user sets are sent to the server.
 */
function toSetting(name: (typeof sharedSettings)[number], key: Schema): Setting {
  const description = key.description?.replaceAll(
    'relative to this file',
    'relative to the workspace folder',
  )
  return { description, ...createInput(name, key) }
}

function createInput(name: (typeof sharedSettings)[number], key: Schema): Setting {
  switch (name) {
    case 'target':
      return createChoice(listReleases(key), {
        '': 'As a configuration file says, or else the newest line with long-term support',
        lts: 'The newest line with long-term support',
        latest: 'The newest release',
      })
    case 'platform':
      return createChoice(['', ...(key.enum ?? []).map(String)], {
        '': 'As a configuration file says, or else by the system of this machine',
        linux: 'Paths are those of Linux and macOS',
        windows: 'Paths may begin with a drive letter',
      })
    case 'rules':
      return {
        type: 'object',
        default: {},
        additionalProperties: false,
        properties: listRules(key),
      }
    case 'check':
      return {
        type: 'array',
        default: key.default,
        uniqueItems: true,
        items: createEnum(['files', 'certificates'], {
          files: 'Whether the files that a router file names exist',
          certificates: 'What is in the certificates that a router file names',
        }),
      }
    case 'env':
      return { type: 'object', default: {}, additionalProperties: { type: 'string' } }
    case 'envFile':
      return { type: 'array', default: [], items: { type: 'string' } }
    case 'baseline':
      return { type: 'string', default: '' }
  }
}

type EnumTexts = Readonly<Record<string, string>>

const createEnum = (values: readonly string[], about: EnumTexts): Setting => ({
  type: 'string',
  enum: values,
  enumDescriptions: values.map((value) => about[value] ?? ''),
})

/** Creates a list of choices; the first one is the default. */
const createChoice = (values: readonly string[], about: EnumTexts): Setting => ({
  ...createEnum(values, about),
  default: values[0],
  enumItemLabels: values.map((value) => (value === '' ? 'Not set' : value)),
})

/** Lists the empty value, moving releases, lines and releases; newest first. */
function listReleases({ anyOf = [] }: Schema): string[] {
  const names = anyOf.flatMap((part) => part.enum ?? []).map(String)
  const isLine = (name: string): boolean => /^\d+\.\d+$/.test(name)
  const numbers = names.filter((name) => /^\d/.test(name)).reverse()
  return [
    ...['', 'lts', 'latest'],
    ...numbers.filter(isLine),
    ...numbers.filter((name) => !isLine(name)),
  ]
}

const listRules = ({ properties = {} }: Schema): Record<string, Setting> =>
  Object.fromEntries(
    Object.entries(properties).map(([id, rule]) => [
      id,
      {
        type: 'string',
        enum: (rule.enum ?? []).map(String),
        default: rule.default,
        description: rule.description,
      },
    ]),
  )

const settingPrefix = 'setting.'

/** Moves the texts of settings to a file for translators; the key of each text names the setting. */
const moveTexts = (
  settings: Readonly<Record<string, Setting>>,
  texts: Map<string, string>,
): Record<string, Setting> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, setting]) => [
      name,
      moveText(setting, name.replace('routerfile.', settingPrefix), texts),
    ]),
  )

function moveText(setting: Setting, key: string, texts: Map<string, string>): Setting {
  const move = (text: string, textKey: string): string => {
    texts.set(textKey, text)
    return `%${textKey}%`
  }
  const { description, enumDescriptions, enumItemLabels, items, properties } = setting
  const keyOf = (index: number): string => `${key}.${setting.enum?.[index] || 'unset'}`
  return {
    ...setting,
    ...(description !== undefined && { description: move(description, key) }),
    ...(enumDescriptions && {
      enumDescriptions: enumDescriptions.map((text, index) => text && move(text, keyOf(index))),
    }),
    ...(enumItemLabels && {
      enumItemLabels: enumItemLabels.map((label, index) =>
        label === setting.enum?.[index] ? label : move(label, `${keyOf(index)}.label`),
      ),
    }),
    ...(items && { items: moveText(items, key, texts) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [
          name,
          moveText(inner, `${key}.${name}`, texts),
        ]),
      ),
    }),
  }
}

/** Replaces the reference of a key with its target, because editor settings do not support references. */
function inlineReferences(configuration: Schema, { $ref, ...key }: Schema): Schema {
  const target =
    $ref === undefined ? undefined : configuration.$defs?.[$ref.slice('#/$defs/'.length)]
  const { properties, ...whole } = {
    ...(target && inlineReferences(configuration, target)),
    ...key,
  }
  return {
    ...whole,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [
          name,
          inlineReferences(configuration, inner),
        ]),
      ),
    }),
  }
}

type Matcher = { owner: string; pattern: [{ regexp: string } & Record<string, unknown>] }

/** Converts our problem matcher for GitHub, which has a separate severity for notes, to one for editors. */
function createProblemMatcher(root: string): object {
  const { problemMatcher } = readJson(join(root, 'scripts/integrations/problem-matcher.json')) as {
    problemMatcher: Matcher[]
  }
  const [{ owner, pattern } = { owner: '', pattern: [{ regexp: '' }] }] = problemMatcher
  return {
    name: 'routerfile',
    owner,
    source: 'routerfile',
    fileLocation: ['autoDetect', '${workspaceFolder}'],
    pattern: pattern.map((line) => ({
      ...line,
      regexp: line.regexp.replace('(error|warning)', '(error|warning|info)'),
    })),
  }
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))
