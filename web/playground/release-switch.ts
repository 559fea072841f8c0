import type { CallServer, ReleaseChoice } from '../shared/commands.js'
import { createElement } from '../shared/dom.js'
import { keepRelease, readKeptRelease } from '../shared/kept-release.js'

/** Creates the select for the release that files are checked for. */
export function createReleaseSwitch({ call }: { call: CallServer }, onChange: () => void) {
  const select = createElement('select', {
    'aria-label': 'Release',
    onchange: () => {
      keepRelease(select.value)
      onChange()
    },
  })
  const fill = (releases: readonly ReleaseChoice[]): readonly ReleaseChoice[] => {
    select.append(
      ...releases.map(({ name, label }) => createElement('option', { value: name }, label)),
    )
    const current = releases.find(({ isCurrent }) => isCurrent)
    const kept = readKeptRelease()
    const chosen = releases.find(({ name }) => name === kept) ?? current
    if (chosen) select.value = chosen.name
    if (chosen !== current) onChange()
    return releases
  }
  // Without an answer the list stays empty. The check fails then, too, and its message is shown.
  const listed = call('routerfile.releases').then(fill, () => [])
  return {
    element: createElement('label', { class: 'release' }, 'Release ', select),
    list: () => listed,
    get: () => select.value,
    choose: (release: string): void => {
      void listed.then((releases) => {
        const name = findChoice(release, releases)
        if (name === undefined) return
        if (!Array.from(select.options).some(({ value }) => value === name))
          select.append(createElement('option', { value: name }, name))
        select.value = name
        onChange()
      })
    },
  }
}

/**
 * Returns the option of a release: its line if it is the newest of that line, or else the release
 * itself. Undefined if it is not a release of a known line.
 */
function findChoice(release: string, releases: readonly ReleaseChoice[]): string | undefined {
  const line = releases.find(({ name }) => release === name || release.startsWith(`${name}.`))
  if (!line || !/^\d+\.\d+(?:\.\d+(?:-[\w.]+)?)?$/.test(release)) return undefined
  return release === line.newest ? line.name : release
}
