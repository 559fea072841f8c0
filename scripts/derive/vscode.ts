import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '../../src/schema/data-schema.js'
import { defaultMaxItems, editorSettings, sharedSettings } from '../../server/settings.js'

type Setting = Readonly<Record<string, unknown>>

/** Settings that only editors have. */
const ownSettings: Readonly<Record<(typeof editorSettings)[number], Setting>> = {
  config: {
    type: ['string', 'null'],
    default: null,
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
  fleet: {
    type: 'boolean',
    default: true,
    description: 'Compare the router files of a directory with each other.',
  },
  inlayHints: {
    type: ['boolean', 'object'],
    default: true,
    description:
      'Show defaults, units and the values of variables in the text; true, false, or each on its own.',
    additionalProperties: false,
    properties: {
      defaults: { type: 'boolean', default: true, description: 'Values that the router uses.' },
      units: { type: 'boolean', default: true, description: 'Units of numbers.' },
      variables: { type: 'boolean', default: true, description: 'Values of variables.' },
    },
  },
  codeLens: {
    type: 'boolean',
    default: true,
    description: 'Show the release and the findings of a file above it.',
  },
  maxItemsComputed: {
    type: 'integer',
    minimum: 1,
    default: defaultMaxItems,
    description: 'Limit for the entries of the outline and the folding ranges of a large file.',
  },
}

type Manifest = { contributes: Record<string, unknown> } & Record<string, unknown>

/**
 * Updates the manifest of the VS Code extension with settings, problem matcher and version, which
 * are defined elsewhere.
 */
export function updateExtensionManifest(
  root: string,
  { configuration, version }: { configuration: Schema; version: string },
): string {
  const manifest = readJson(join(root, 'editors/vscode/package.json')) as Manifest
  const updated: Manifest = {
    ...manifest,
    version,
    contributes: {
      ...manifest.contributes,
      configuration: { title: 'Router File', properties: createSettings(configuration) },
      problemMatchers: [createProblemMatcher(root)],
    },
  }
  return `${JSON.stringify(updated, undefined, 2)}\n`
}

/** All settings, with their prefix. */
function createSettings(configuration: Schema): Record<string, Setting> {
  const shared = sharedSettings.map((name): [string, Setting] => [
    name,
    toSetting(configuration, configuration.properties?.[name] ?? {}),
  ])
  return Object.fromEntries(
    [...shared, ...Object.entries(ownSettings)].map(([name, setting]) => [
      `routerfile.${name}`,
      { scope: 'resource', ...setting },
    ]),
  )
}

/**
 * Converts a key of the configuration to a setting. It has no default, so that configuration files
 * apply.
 */
function toSetting(configuration: Schema, key: Schema): Setting {
  const resolved = inlineReferences(configuration, key) as Setting & Schema
  const { 'x-secret': _, examples: __, default: ___, ...setting } = resolved
  return {
    ...setting,
    type: [...new Set([resolved.type].flat()), 'null'],
    default: null,
    ...(resolved.enum && { enum: [...resolved.enum, null] }),
    description: resolved.description?.replaceAll(
      'relative to this file',
      'relative to the workspace folder',
    ),
  }
}

/** Replaces references, which editor settings do not support. */
function inlineReferences(configuration: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inlineReferences(configuration, item))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...rest } = value as { $ref?: string }
  const target =
    $ref === undefined
      ? {}
      : (inlineReferences(
          configuration,
          configuration.$defs?.[$ref.replace('#/$defs/', '')],
        ) as object)
  const own = Object.entries(rest).map(([name, item]) => [
    name,
    inlineReferences(configuration, item),
  ])
  return { ...target, ...Object.fromEntries(own) }
}

type Matcher = { owner: string; pattern: [{ regexp: string } & Record<string, unknown>] }

/**
 * Converts our problem matcher for GitHub, which has its own severity for notes, to one for
 * editors.
 */
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
