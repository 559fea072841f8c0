import { createReleaseSwitch } from './release-switch.js'
import type { Settings } from './settings.js'
import { toServerSettings } from './settings.js'
import type { Workbench } from './workbench.js'

/** How files are checked: for which release, and with which settings. */
export type CheckOptions = {
  releases: ReturnType<typeof createReleaseSwitch>
  getSettings: () => Settings
  /** Takes settings, which `apply` or another release has files checked with. */
  setSettings: (settings: Settings) => void
  /** Has files checked for the chosen release, with the settings. */
  apply: () => void
}

export function createCheckOptions(workbench: Workbench, onApplied: () => void): CheckOptions {
  const state: { settings: Settings } = { settings: { rules: {}, variables: {} } }
  const apply = (): void => {
    const release = releases.get()
    workbench.setSettings({
      ...(release !== '' && { target: release }),
      ...toServerSettings(state.settings),
    })
    onApplied()
  }
  const releases = createReleaseSwitch(workbench, apply)
  return {
    releases,
    getSettings: () => state.settings,
    setSettings: (settings) => {
      state.settings = settings
    },
    apply,
  }
}
