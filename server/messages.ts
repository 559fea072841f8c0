import type { Connection } from 'vscode-languageserver'
import { MessageType, ShowMessageNotification } from 'vscode-languageserver'

/** A function that shows each sentence once. It asks for no answer: clients need not have one. */
export function messages(
  connection: Connection,
  type: MessageType = MessageType.Error,
): (message: string) => void {
  const shown = new Set<string>()
  return (message) => {
    if (shown.has(message)) return
    shown.add(message)
    void connection.sendNotification(ShowMessageNotification.type, {
      type,
      message: `routerfile: ${message}`,
    })
  }
}
