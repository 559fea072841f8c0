import type { Plan } from '../plan.js'
import { docker } from './docker.js'
import { kubernetes } from './kubernetes.js'
import type { Platform, PlatformFile, Setting } from './platform.js'
import { systemd } from './systemd.js'
import { windows } from './windows.js'

export type { PlatformFile }

const platforms: Readonly<Record<NonNullable<Plan['answers']['platform']>, Platform>> = {
  systemd,
  docker,
  kubernetes,
  windows,
}

/** What the platform of a plan needs beside the router file; nothing where none is named. */
export const platformFiles = (plan: Plan, setting: Setting): PlatformFile[] =>
  plan.answers.platform ? platforms[plan.answers.platform](plan, setting) : []
