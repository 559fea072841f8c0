import type { CompletionItem, CompletionList, Position, Range } from 'vscode-languageserver'
import type { InProcessClient } from './in-process-server.js'
import { startInProcess } from './in-process-server.js'

export const uri = 'file:///sites/outer.yaml'

export const capabilities = {
  textDocument: {
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    hover: { contentFormat: ['markdown' as const] },
  },
}

export const toPosition = (text: string, offset: number): Position => {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
}

export async function openOuter(text: string): Promise<{
  client: InProcessClient
  ask: <Answer>(method: string, offset?: number) => Promise<Answer>
}> {
  const client = await startInProcess({ capabilities, settings: { check: [] } })
  client.open(uri, text)
  return {
    client,
    ask: (method, offset) =>
      client.connection.sendRequest(`textDocument/${method}`, {
        textDocument: { uri },
        ...(offset !== undefined && { position: toPosition(text, offset) }),
      }),
  }
}

export const listItems = (answer: CompletionList | CompletionItem[] | null): CompletionItem[] =>
  Array.isArray(answer) ? answer : (answer?.items ?? [])

export const toRange = ({ textEdit }: CompletionItem): Range | undefined =>
  textEdit && ('range' in textEdit ? textEdit.range : textEdit.replace)
