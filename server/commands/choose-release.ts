import { MessageType } from '../protocol.js'
import { parseDocument } from '../../src/document/document.js'
import { formatScalar } from '../../src/edit/edit.js'
import { positionsIn } from '../../src/language/index.js'
import { getConfigurationRoot } from '../../src/project/configuration.js'
import type { SettingOrigin } from '../../src/project/settings.js'
import { findModel, listTargets } from '../../src/schema/model.js'
import { applyWorkspaceEdit, defineCommand, formatInput } from '../command.js'
import { createRefusal } from '../feature.js'
import type { Machine } from '../machine.js'
import { toConfigurationSearch } from '../settings.js'
import type { Session } from '../session.js'
import { formatDisplayPath } from '../documents.js'
import { toRecord } from '../../src/document/record.js'

/**
 * Sets the release that a file is checked for, in its configuration file. If the file has none, creates one in the
 * workspace folder. The change takes effect when the configuration file is saved. If no release is given, the user is
 * asked to choose one.
 *
 * Parameters: the URI of the file, and the release. Result: `{ uri, release }` with the URI of the configuration file;
 * null if the user did not choose a release.
 */
export const chooseRelease = defineCommand({
  name: 'routerfile.chooseRelease',
  takes: ['uri', 'release?'],
  run: async ({ parameters, session }) => {
    const uri = parameters.uri()
    const requestedRelease = parameters.optionalText(1, 'a release, such as `2.0`')
    refuseWhereIneffective(uri, session)
    const release = requestedRelease ?? (await askForRelease(uri, session))
    if (release === undefined) return null
    if (!findModel(release)) throw createRefusal(`unknown release \`${formatInput(release)}\``)
    const configurationEdit = session.editConfiguration(uri, {
      path: ['target'],
      value: release,
      yaml: formatScalar(release),
    })
    if ('why' in configurationEdit) throw createRefusal(configurationEdit.why)
    await applyWorkspaceEdit(session, configurationEdit.edit)
    return { uri: configurationEdit.uri, release }
  },
})

/**
 * Throws if a release in the configuration file would have no effect, because the checked file has no path, or because
 * an editor setting or `overrides` in the configuration file takes precedence.
 */
function refuseWhereIneffective(uri: string, { machine, folders, settings }: Session): void {
  const path = machine?.toPath(uri)
  if (!machine || path === undefined)
    throw createRefusal(
      `no configuration file applies to \`${formatDisplayPath(uri, folders)}\`; set \`routerfile.target\` in the settings of the editor`,
    )
  const editorSettings = settings.settingsFor(uri)
  const { configSettings } = editorSettings
  if (configSettings.target)
    throw createRefusal(
      `the editor setting \`routerfile.target\` is \`${configSettings.target.value}\` and wins over configuration files; change it instead`,
    )
  const { layers } = machine.readConfiguration(path, toConfigurationSearch(editorSettings))
  const override = findOverride(layers.findLast(({ target }) => target)?.target?.origin, machine)
  if (override)
    throw createRefusal(
      `\`overrides\` in \`${formatDisplayPath(machine.toUri(override.file), folders)}\` set the release of this file in line ${override.line + 1}; change it there`,
    )
}

/** Returns the origin of a setting if it is set in `overrides` of a configuration file, else undefined. */
function findOverride(
  from: SettingOrigin | undefined,
  machine: Machine,
): { file: string; line: number } | undefined {
  if (from === undefined || typeof from === 'string') return undefined
  const { file, line } = from
  const text = machine.readText(file)
  if (text === undefined) return undefined
  const document = parseDocument(text)
  const offset = positionsIn(text).offsetAt(line, 0)
  const overrides = document.find([...getConfigurationRoot(file), 'overrides'])?.value
  const isWithin = overrides && overrides.start <= offset && offset < overrides.end
  return isWithin ? { file, line } : undefined
}

/** Offers only the newest release line and those with long-term support, because a message has room for few buttons. */
async function askForRelease(
  uri: string,
  { connection, routerFiles }: Session,
): Promise<string | undefined> {
  const releaseLines = listTargets().reverse()
  const { target } = routerFiles.optionsFor(uri).options
  const answer = await connection.sendRequest<unknown>('window/showMessageRequest', {
    type: MessageType.Info,
    message: `routerfile: checked for release ${findModel(target)?.release ?? ''}. Which release does the router have?`,
    actions: releaseLines
      .filter(({ support }, index) => index === 0 || support === 'long-term')
      .map(({ line }) => ({ title: line })),
  })
  const { title } = toRecord(answer)
  return typeof title === 'string' ? title : undefined
}
