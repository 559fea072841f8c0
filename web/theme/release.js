import { ref } from 'vue'

const key = 'routerfile.release'

/** The release line for which pages show facts; the same on all pages and in the tools, and the next time. */
export const release = ref('')

/** Takes the line that was chosen before, or the newest one with long-term support. */
export function restoreRelease(lines, standard) {
  const stored = readStored()
  release.value = lines.includes(stored) ? stored : standard
}

/** Takes a line for all pages. */
export function chooseRelease(line) {
  release.value = line
  try {
    globalThis.localStorage.setItem(key, line)
  } catch {
    // A browser may refuse storage. The choice then holds for this visit.
  }
}

function readStored() {
  try {
    return globalThis.localStorage.getItem(key) ?? release.value
  } catch {
    return release.value
  }
}
