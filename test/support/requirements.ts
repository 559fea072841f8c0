import { spawnSync } from 'node:child_process'

/** A requirement of some tests: whether it is missing on this machine, and the note for their titles in that case. */
export type Requirement = { isMissing: boolean; note: string }

/** Requires a program, such as `openssl`; with these arguments, it must exit with code 0. */
export const needsProgram = (name: string, argv: readonly string[] = ['--version']): Requirement =>
  needs(name, spawnSync(name, argv, { stdio: 'ignore' }).status === 0)

/** Defines a requirement; `name` is shown in titles. */
export const needs = (name: string, isHere: boolean): Requirement => ({
  isMissing: !isHere,
  note: isHere ? '' : ` (not run: needs ${name}, which is not installed)`,
})
