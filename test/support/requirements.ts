import { spawnSync } from 'node:child_process'

/** What some tests need: whether it is missing here, and what their titles say then. */
export type Requirement = { isMissing: boolean; note: string }

/** A program that some tests start, for example `openssl`, and arguments with which it ends well. */
export const needsProgram = (name: string, argv: readonly string[] = ['--version']): Requirement =>
  needs(name, spawnSync(name, argv, { stdio: 'ignore' }).status === 0)

/** Something else that some tests need, with a name for it. */
export const needs = (name: string, isHere: boolean): Requirement => ({
  isMissing: !isHere,
  note: isHere ? '' : ` (not run: needs ${name}, which is not installed)`,
})
