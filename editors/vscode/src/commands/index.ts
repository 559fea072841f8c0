import type { EditorCommand } from '../command.js'
import { applyUpgrade, previewUpgrade, showUpgradeNotes } from './preview-upgrade.js'
import { previewUpgradeInFolder, previewUpgradeInWorkspace } from './preview-upgrade-files.js'
import { chooseRelease } from './choose-release.js'
import { explain } from './explain.js'
import { fixAll } from './fix-all.js'
import { fixAllInFolder, fixAllInWorkspace } from './fix-all-files.js'
import { generate } from './generate.js'
import {
  compareRunning,
  pullRunning,
  refreshRouters,
  showRunningDifference,
} from './running-network.js'
import { restartServer } from './restart-server.js'
import { showCommands } from './show-commands.js'
import { showEffective } from './show-effective.js'
import { showMesh } from './show-mesh.js'
import { showOutput } from './show-output.js'
import { treatAsRouterFile } from './treat-as-router-file.js'

export const extensionCommands: readonly EditorCommand[] = [
  applyUpgrade,
  chooseRelease,
  compareRunning,
  explain,
  fixAll,
  fixAllInFolder,
  fixAllInWorkspace,
  generate,
  previewUpgrade,
  previewUpgradeInFolder,
  previewUpgradeInWorkspace,
  pullRunning,
  refreshRouters,
  restartServer,
  showCommands,
  showEffective,
  showMesh,
  showOutput,
  showRunningDifference,
  showUpgradeNotes,
  treatAsRouterFile,
]
