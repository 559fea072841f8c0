import type { Position } from 'vscode-languageclient'

/** The commands of the server: what they take and what they answer. */
export type ServerCommands = {
  'routerfile.effective': { takes: [uri: string]; gives: EffectiveView }
  'routerfile.upgrade': { takes: [uri: string, to?: string]; gives: UpgradeView }
  'routerfile.releases': { takes: [uri?: string]; gives: ReleaseChoice[] }
  'routerfile.explain': {
    takes: [text: string] | [uri: string, position: Position]
    gives: Explanation
  }
  'routerfile.explainables': { takes: []; gives: Explainable[] }
  'routerfile.generate': { takes: [answers: Answers]; gives: GeneratedFile }
  'routerfile.checkAnswers': { takes: [answers: Answers]; gives: AnswerProblem[] }
  'routerfile.readToken': { takes: [jwt: string]; gives: TokenContent }
  'routerfile.presets': { takes: []; gives: Preset[] }
  'routerfile.mesh': { takes: [options: { files?: MeshFile[] }]; gives: Mesh }
  'routerfile.fixAll': { takes: [uri: string]; gives: unknown }
  'routerfile.chooseRelease': { takes: [uri: string, release: string]; gives: unknown }
}

/** Calls a command of the server; a refusal is an error with a sentence. */
export type CallServer = <Name extends keyof ServerCommands>(
  name: Name,
  ...parameters: ServerCommands[Name]['takes']
) => Promise<ServerCommands[Name]['gives']>

export type EffectiveView = { text: string; release: string }

export type UpgradeView = {
  from: string
  to: string
  text: string
  changes: UpgradeChange[]
}

export type UpgradeChange = { title: string; detail: string; isApplied: boolean }

export type ReleaseChoice = {
  name: string
  label: string
  isCurrent: boolean
  isLatest: boolean
  isLts: boolean
  isPreRelease: boolean
}

export type Explanation = { title: string; markdown: string }

export type Explainable = { name: string; kind: 'key' | 'rule'; summary: string }

/** Answers of `routerfile generate`, by the names that questions have for them. */
export type Answers = Readonly<Record<string, unknown>>

export type AnswerProblem = { answer: string; message: string }

export type GeneratedFile = { text: string; fileName: string; notes: string[] }

/** `expires` is a time in ISO 8601. */
export type TokenContent = { controllers: string[]; expires: string; isExpired: boolean }

export type Preset = { name: string; summary: string; questions: Question[] }

/** An answer that a preset needs. */
export type Question = {
  answer: string
  message: string
  placeholder: string
  isList: boolean
  isRequired: boolean
  isInToken: boolean
}

export type MeshFile = { name: string; text: string }

export type Mesh = {
  routers: MeshRouter[]
  links: MeshLink[]
  missing: MissingLink[]
}

export type MeshRouter = { name: string; file?: string; uri?: string; obstacle?: string }

export type MeshLink = { between: [string, string]; protocol: string; certain: boolean }

export type MissingLink = { from: string; to: string; why: string }

/** `routerfile/status`: what an open text is, and what was found in it. */
export type FileStatus = {
  uri: string
  kind: 'router' | 'parts' | 'template' | 'other' | 'unknown'
  isBegun?: true
  release?: string
  /** Where the release is set; absent for the default. */
  releaseFrom?: 'configuration' | 'setting'
  errors: number
  warnings: number
  infos: number
}
