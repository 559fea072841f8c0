import type { Host, Workbench } from './workbench.js'

/** Something that a user does in the workbench, and what must come of it. It throws if that does not come. */
export type Scenario = {
  name: string
  /** Hosts of extensions in which it is played; both if nothing is said. */
  hosts?: readonly Host[]
  /** Played before a router file is open, and so before there is a language server. */
  beforeRouterFiles?: true
  /** Played in a folder that the user does not trust. */
  isRestricted?: true
  play: (workbench: Workbench) => Promise<void>
}
