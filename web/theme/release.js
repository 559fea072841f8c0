import { ref, watch } from 'vue'

const key = 'routerfile.release'

/** The release line for which pages show facts; the same on all pages, and the next time. */
export const release = ref('')

/** Takes the line that was chosen before, or the newest one with long-term support. */
export function restoreRelease(lines, standard) {
  const stored = readStored()
  release.value = lines.includes(stored) ? stored : standard
}

// A browser may refuse storage.
function readStored() {
  try {
    return globalThis.localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

watch(release, (chosen) => {
  try {
    globalThis.localStorage.setItem(key, chosen)
  } catch {
    // The choice then holds for this visit.
  }
})
