// Made by `npm run derive`; do not edit.
import type { ServerCommand } from '../command.js'
import { applyEdit } from '../commands/apply-edit.js'
import { checkAnswers } from '../commands/check-answers.js'
import { chooseRelease } from '../commands/choose-release.js'
import { disableRule } from '../commands/disable-rule.js'
import { effective } from '../commands/effective.js'
import { explain } from '../commands/explain.js'
import { explainRule } from '../commands/explain-rule.js'
import { explainables } from '../commands/explainables.js'
import { findFixes } from '../commands/find-fixes.js'
import { fixAll } from '../commands/fix-all.js'
import { generate } from '../commands/generate.js'
import { mesh } from '../commands/mesh.js'
import { presets } from '../commands/presets.js'
import { readToken } from '../commands/read-token.js'
import { releases } from '../commands/releases.js'
import { render } from '../commands/render.js'
import { scan } from '../commands/scan.js'
import { showFindings } from '../commands/show-findings.js'
import { upgrade } from '../commands/upgrade.js'
import { verdicts } from '../commands/verdicts.js'

/** Every command of the language server, which starts without reading them. */
export const serverCommands: readonly ServerCommand[] = [
  applyEdit,
  checkAnswers,
  chooseRelease,
  disableRule,
  effective,
  explain,
  explainRule,
  explainables,
  findFixes,
  fixAll,
  generate,
  mesh,
  presets,
  readToken,
  releases,
  render,
  scan,
  showFindings,
  upgrade,
  verdicts,
]
