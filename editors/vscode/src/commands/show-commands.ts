import type { QuickPickItem } from 'vscode'
import { commands, window } from 'vscode'
import type { EditorCommand } from '../command.js'

/** Commands for a router file, in the menu of the status bar. */
const choices: readonly (QuickPickItem & { command: string })[] = [
  { label: '$(open-preview) Show Effective Configuration', command: 'routerfile.showEffective' },
  { label: '$(diff) Preview Upgrade', command: 'routerfile.previewUpgrade' },
  { label: '$(wand) Fix All Problems', command: 'routerfile.fixAll' },
  { label: '$(versions) Choose Release', command: 'routerfile.chooseRelease' },
  { label: '$(question) Explain Key or Rule', command: 'routerfile.explain' },
  { label: '$(type-hierarchy) Show Links Between Routers', command: 'routerfile.showMesh' },
  { label: '$(output) Show Output', command: 'routerfile.showOutput' },
]

export const showCommands: EditorCommand = {
  name: 'routerfile.showCommands',
  run: async ({ statusOf }) => {
    const uri = window.activeTextEditor?.document.uri
    const isWhole = uri && statusOf(uri)?.kind === 'router'
    // Router files in strings are upgraded on the command line.
    const offered = choices.filter(
      ({ command }) => isWhole || command !== 'routerfile.previewUpgrade',
    )
    const choice = await window.showQuickPick(offered, { title: 'Router File' })
    if (choice) await commands.executeCommand(choice.command)
  },
}
