import type { Position } from 'vscode-languageclient'
import type { ResultOf } from '../../../server/command.js'
import type { checkAnswers } from '../../../server/commands/check-answers.js'
import type { chooseRelease } from '../../../server/commands/choose-release.js'
import type { effective } from '../../../server/commands/effective.js'
import type { explain } from '../../../server/commands/explain.js'
import type { explainables } from '../../../server/commands/explainables.js'
import type { findFixes } from '../../../server/commands/find-fixes.js'
import type { fixAll } from '../../../server/commands/fix-all.js'
import type { generate } from '../../../server/commands/generate.js'
import type { mesh } from '../../../server/commands/mesh.js'
import type { presets } from '../../../server/commands/presets.js'
import type { readToken } from '../../../server/commands/read-token.js'
import type { releases } from '../../../server/commands/releases.js'
import type { upgrade } from '../../../server/commands/upgrade.js'

/** The commands of the server with their parameters and results. */
export type ServerCommands = {
  'routerfile.effective': { takes: [uri: string]; gives: ResultOf<typeof effective> }
  'routerfile.upgrade': { takes: [uri: string, to?: string, from?: string]; gives: UpgradeResult }
  'routerfile.releases': { takes: [uri?: string]; gives: ResultOf<typeof releases> }
  'routerfile.explain': {
    takes: [text: string] | [uri: string, position: Position]
    gives: ResultOf<typeof explain>
  }
  'routerfile.explainables': { takes: []; gives: ResultOf<typeof explainables> }
  'routerfile.generate': { takes: [answers: Answers]; gives: GeneratedFile }
  'routerfile.checkAnswers': { takes: [answers: Answers]; gives: ResultOf<typeof checkAnswers> }
  'routerfile.readToken': { takes: [jwt: string]; gives: TokenContent }
  'routerfile.presets': { takes: []; gives: Preset[] }
  'routerfile.mesh': {
    takes: [options: { files?: { name: string; text: string }[]; disabled?: readonly string[] }]
    gives: Mesh
  }
  'routerfile.findFixes': { takes: [folder?: string]; gives: ResultOf<typeof findFixes> }
  'routerfile.fixAll': { takes: [uri: string]; gives: ResultOf<typeof fixAll> }
  'routerfile.chooseRelease': {
    takes: [uri: string, release: string]
    gives: ResultOf<typeof chooseRelease>
  }
}

/** Calls a command of the server. Rejects with a message for the user if the server refuses. */
export type CallServer = <Name extends keyof ServerCommands>(
  name: Name,
  ...parameters: ServerCommands[Name]['takes']
) => Promise<ServerCommands[Name]['gives']>

export type UpgradeResult = ResultOf<typeof upgrade>

export type ReleaseChoice = ResultOf<typeof releases>[number]

export type Explanation = ResultOf<typeof explain>

/** Answers of `routerfile generate`, by the `answer` of their questions. */
export type Answers = Readonly<Record<string, unknown>>

export type GeneratedFile = Pick<ResultOf<typeof generate>, 'text' | 'fileName' | 'notes'>

export type TokenContent = Pick<ResultOf<typeof readToken>, 'controllers' | 'expires' | 'isExpired'>

export type Preset = Omit<ResultOf<typeof presets>[number], 'asks'>

/** A question that a preset asks. */
export type Question = Preset['questions'][number]

type WholeMesh = ResultOf<typeof mesh>

/** The parts of the mesh that the picture shows. */
export type Mesh = {
  routers: readonly MeshRouter[]
  links: readonly MeshLink[]
  missing: readonly MissingLink[]
  unlisted?: NonNullable<WholeMesh['unlisted']>
}

export type MeshRouter = Pick<WholeMesh['routers'][number], 'name' | 'file' | 'uri' | 'obstacle'>

export type MeshLink = Pick<WholeMesh['links'][number], 'between' | 'protocol' | 'certain'>

export type MissingLink = Pick<WholeMesh['missing'][number], 'from' | 'to' | 'why'>

/** `routerfile/status`: the kind of an open text, and its findings. */
export type FileStatus = {
  uri: string
  kind: 'router' | 'parts' | 'template' | 'other' | 'unknown'
  isBegun?: true
  release?: string
  /** Where the release is set; absent for the default. */
  releaseFrom?: 'configuration' | 'setting'
  /** The setting of the editor, or the file and line, that sets the release. */
  releaseOrigin?: string
  /** True if configuration files are not read. */
  isUnconfigured?: true
  /** The addresses of the configuration files and environment files that were read. */
  sources?: readonly string[]
  errors: number
  warnings: number
  infos: number
}
