import type { CancellationToken, Uri } from 'vscode'
import { CancellationError, ProgressLocation, window, workspace } from 'vscode'
import { formatList } from '../../../src/document/words.js'

/** Maximum number of attempts if texts change while the server answers. */
const maxTurns = 3

/** The pause before the next attempt, in milliseconds. */
const pause = 500

/**
 * Shows progress until the work ends. Rejects at once if the user cancels; the work should check the token and stop,
 * too.
 */
export const showProgress = <Result>(
  title: string,
  work: (token: CancellationToken) => Promise<Result>,
): Thenable<Result> =>
  window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    (_progress, token) =>
      Promise.race([
        work(token),
        new Promise<never>((_resolve, reject) => {
          token.onCancellationRequested(() => reject(new CancellationError()))
        }),
      ]),
  )

/**
 * Repeats a step as long as it returns files whose text changed meanwhile. After a few attempts, throws an error with
 * their names.
 */
export async function repeatForChangedTexts(
  token: CancellationToken,
  step: () => Promise<readonly Uri[]>,
): Promise<void> {
  for (let turn = 1; ; turn++) {
    const changed = await step()
    if (changed.length === 0) return
    if (turn === maxTurns) throw new Error(describeChanging(changed))
    await new Promise((resolve) => setTimeout(resolve, pause))
    if (token.isCancellationRequested) throw new CancellationError()
  }
}

const describeChanging = (uris: readonly Uri[]): string =>
  `Nothing was changed, because ${formatList(uris.map((uri) => workspace.asRelativePath(uri)))} ${uris.length === 1 ? 'keeps' : 'keep'} changing. Run the command again later.`
