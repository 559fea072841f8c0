import { ref } from 'vue'

const key = 'routerfile.release'

/** The release line whose facts are shown; shared by all pages and tools, and stored for the next visit. */
export const release = ref('')

/** Restores the stored line, or else uses the default. */
export function restoreRelease(lines, standard) {
  const stored = readStored()
  release.value = lines.includes(stored) ? stored : standard
}

/** Sets the line for all pages. */
export function chooseRelease(line) {
  release.value = line
  try {
    globalThis.localStorage.setItem(key, line)
  } catch {
    // A browser may refuse storage; the choice is then limited to this visit.
  }
}

function readStored() {
  try {
    return globalThis.localStorage.getItem(key) ?? release.value
  } catch {
    return release.value
  }
}
