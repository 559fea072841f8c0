import type { QuickPickItem, Uri } from 'vscode'
import { CancellationError, QuickPickItemKind } from 'vscode'
import type { Services } from './command.js'
import type { ReleaseChoice } from './server-commands.js'
import { toReleaseItem } from './releases.js'
import { back, pickStep } from './steps.js'
import { compareByAge, findHeading, sortUpgrades } from './upgrade-choices.js'

/** The releases to upgrade from and to; default for `from`: the release that the file is checked for. */
export type UpgradeReleases = { from?: string; to: string }

const title = 'Upgrade'

/** Asks which release runs now and which one to upgrade to. Several files may be checked for different releases. */
export async function askForReleases(
  services: Services,
  files: readonly [Uri, ...Uri[]],
): Promise<UpgradeReleases> {
  const [first, ...others] = files
  const releases = await services.call('routerfile.releases', first.toString())
  const current = await findOldest(services, files)
  const checked = {
    label: others.length > 0 ? 'The release of each file' : current,
    description:
      others.length > 0
        ? `as it is checked now: ${current} or newer`
        : 'as the file is checked now',
    from: undefined,
    newest: current,
  }
  const sources = [
    checked,
    ...releases
      .filter(({ newest }) => newest !== current)
      .map((release) => ({
        ...toReleaseItem(release),
        from: release.name,
        newest: release.newest,
      })),
  ]
  for (let source: (typeof sources)[number] = checked; ;) {
    const chosen = await pickStep(sources, {
      title,
      step: 1,
      totalSteps: 2,
      placeholder: 'Release that runs now',
      isChosen: (item) => item === source,
    })
    if (chosen === undefined || chosen === back) throw new CancellationError()
    source = chosen
    const newer = sortUpgrades(releases, chosen.newest)
    const none = {
      label: `No release is newer than ${chosen.newest}`,
      description: newer.length > 0 ? 'only the pre-releases below' : '',
      name: undefined,
    }
    const to = await pickStep(
      [...(newer.every(({ isPreRelease }) => isPreRelease) ? [none] : []), ...groupReleases(newer)],
      { title, step: 2, totalSteps: 2, placeholder: `Upgrade from ${chosen.newest} to` },
    )
    if (to === back) continue
    if (to?.name === undefined) throw new CancellationError()
    return { to: to.name, ...(chosen.from !== undefined && { from: chosen.from }) }
  }
}

/** A release in a list, by its `name`; headings have none. */
export type ReleaseItem = QuickPickItem & { name: string | undefined }

/** Creates an entry for each release, and a heading above the first of each kind. The releases are sorted by kind. */
export const groupReleases = (releases: readonly ReleaseChoice[]): ReleaseItem[] =>
  releases.flatMap((release, index): ReleaseItem[] => {
    const heading = findHeading(release)
    const previous = releases[index - 1]
    const isFirst = previous === undefined || findHeading(previous) !== heading
    return [
      ...(isFirst ? [{ label: heading, kind: QuickPickItemKind.Separator, name: undefined }] : []),
      { ...toReleaseItem(release), name: release.name },
    ]
  })

/** Finds the oldest release that one of the files is checked for. */
async function findOldest({ call, statusOf }: Services, files: readonly Uri[]): Promise<string> {
  const releases = await Promise.all(
    files.map(async (uri) => {
      const known = statusOf(uri)?.release
      if (known !== undefined) return known
      const choices = await call('routerfile.releases', uri.toString())
      return choices.find(({ isCurrent }) => isCurrent)?.newest ?? ''
    }),
  )
  return releases.sort(compareByAge)[0] ?? ''
}
