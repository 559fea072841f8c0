import { MessageType } from 'vscode-languageserver'
import { formatScalar } from '../../src/fix/edit.js'
import { findModel, targets } from '../../src/schema/model.js'
import { applyEdit, defineCommand } from '../command.js'
import { createRefusal } from '../feature.js'
import type { Session } from '../session.js'
import { formatDisplayPath } from '../workspace-files.js'

/**
 * Sets the release that a file is checked for in its configuration file, which is created in the workspace folder if
 * there is none. It takes effect when that file is saved. Without a release, the editor asks the user for one.
 *
 * Parameters: the address of the file, and the release. Result: `{ uri, release }` with the address of the
 * configuration file; null if the user chose none.
 */
export const chooseRelease = defineCommand({
  name: 'routerfile.chooseRelease',
  takes: ['uri', 'release?'],
  run: async ({ parameters, session }) => {
    const uri = parameters.text(0, 'the address of a file, such as `file:///sites/router.yml`')
    const given = parameters.optionalText(1, 'a release, such as `2.0`')
    refuseWhereIneffective(uri, session)
    const release = given ?? (await askForRelease(uri, session))
    if (release === undefined) return null
    if (!findModel(release)) throw createRefusal(`unknown release \`${release}\``)
    const changed = session.editConfiguration(uri, {
      path: ['target'],
      value: release,
      yaml: formatScalar(release),
    })
    if (!changed)
      throw createRefusal(
        'there is no configuration file that can be changed; set `routerfile.target` in the settings of the editor',
      )
    await applyEdit(session, changed.edit)
    return { uri: changed.uri, release }
  },
})

/** A file without a path has no configuration file, and settings of the editor win over one. */
function refuseWhereIneffective(uri: string, { machine, folders, settings }: Session): void {
  if (machine?.toPath(uri) === undefined)
    throw createRefusal(
      `no configuration file applies to \`${formatDisplayPath(uri, folders)}\`; set \`routerfile.target\` in the settings of the editor`,
    )
  const { target } = settings.settingsFor(uri).layer
  if (target)
    throw createRefusal(
      `the editor sets \`routerfile.target\` to \`${target.value}\`, which wins over configuration files; change that setting`,
    )
}

/** The newest release line, and those with long-term support: messages have room for few buttons. */
async function askForRelease(
  uri: string,
  { connection, documentCache }: Session,
): Promise<string | undefined> {
  const lines = targets().reverse()
  const { target } = documentCache.optionsFor(uri).options
  const answer = await connection.sendRequest<unknown>('window/showMessageRequest', {
    type: MessageType.Info,
    message: `routerfile: checked for release ${findModel(target)?.release ?? ''}. Which release does the router have?`,
    actions: lines
      .filter(({ support }, index) => index === 0 || support === 'long-term')
      .map(({ line }) => ({ title: line })),
  })
  return readTitle(answer)
}

const readTitle = (answer: unknown): string | undefined =>
  typeof answer === 'object' &&
  answer !== null &&
  'title' in answer &&
  typeof answer.title === 'string'
    ? answer.title
    : undefined
