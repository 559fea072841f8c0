import { createReleaseSwitch } from './release-switch.js'
import type { Settings } from './settings.js'
import { toServerSettings } from './settings.js'
import type { Workbench } from './workbench.js'

/** The release and the settings that files are checked with. */
export type CheckOptions = {
  releases: ReturnType<typeof createReleaseSwitch>
  getSettings: () => Settings
  /** Sets the settings, which take effect on the next `apply` or change of the release. */
  setSettings: (settings: Settings) => void
  /** Checks the files again with the current release and settings. */
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
