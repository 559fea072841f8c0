import type { QuickPickItem } from 'vscode'
import { commands, window } from 'vscode'
import type { EditorCommand } from '../command.js'

/** The commands to choose from. The tooltip of the status bar and the language status open this list. */
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
  run: async () => {
    const choice = await window.showQuickPick(choices, { title: 'Router File' })
    if (choice) await commands.executeCommand(choice.command)
  },
}
