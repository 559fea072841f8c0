import type { JsonMap } from '../answers.js'
import type { Plan } from '../plan.js'
import type { Reporter } from '../problem.js'

/** A file that a platform needs: where it belongs, as a path beside the router file, and what it holds. */
export type PlatformFile = { path: string; text: string }

/** What is known when the files of a platform are made: the paths of the router file and the token, and the router file as data. */
export type Setting = { path: string; jwtPath: string; file: JsonMap; report: Reporter }

/** Makes the files of a platform. */
export type Platform = (plan: Plan, setting: Setting) => PlatformFile[]

/** The last part of a path. */
export const baseOf = (path: string): string => path.split(/[/\\]/).at(-1) ?? path

/** Whether the router opens ports below 1024, for which it needs a right of its own. */
export const hasLowPort = ({ edge, link, tunnel }: Plan): boolean =>
  tunnel === 'tproxy' || [...edge, ...link].some(({ port }) => port < 1024)
