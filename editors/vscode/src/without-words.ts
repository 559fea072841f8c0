import type { Disposable } from 'vscode'
import { CompletionItem, languages, Range } from 'vscode'
import { languageId, languageIds } from './language.js'
import type { StatusDisplay } from './status.js'

/**
 * Keeps VS Code from offering words of other files in router files: it does so where no provider has a row, for example
 * after a value that is complete, and Enter would then replace the value. The language of router files turns this off;
 * in other languages, an item that matches no word stands in for the missing rows.
 */
export const withoutWords = ({ findStatus }: Pick<StatusDisplay, 'findStatus'>): Disposable =>
  languages.registerCompletionItemProvider(
    languageIds.filter((language) => language !== languageId),
    {
      provideCompletionItems: (document, position) => {
        const word = document.getWordRangeAtPosition(position)
        // Without a word, VS Code would show the item.
        if (!word || findStatus(document.uri)?.kind !== 'router') return undefined
        const item = new CompletionItem('complete')
        item.filterText = '\u0000'
        item.range = new Range(word.start, position)
        return [item]
      },
    },
  )
