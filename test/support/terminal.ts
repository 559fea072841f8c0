import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A program that runs in its own terminal. */
export type Terminal = {
  /** Types text. `press` presses keys by their tmux names, such as `Enter`. */
  type: (text: string) => void
  press: (...keys: string[]) => void
  paste: (text: string) => void
  /** Waits until the terminal shows a text that matches. */
  waitFor: (shown: RegExp) => Promise<void>
  close: () => void
}

type TerminalOptions = { directory: string; env: Readonly<Record<string, string>> }

/** Maximum time to wait for a text, in milliseconds. */
const timeout = 15_000

/** Starts a program in a tmux terminal. */
export function openTerminal(
  argv: readonly string[],
  { directory, env }: TerminalOptions,
): Terminal {
  const tmux = (...args: string[]): string =>
    spawnSync('tmux', ['-S', join(directory, 'tmux'), '-f', '/dev/null', ...args], {
      cwd: directory,
      env: { LANG: 'C.UTF-8', TERM: 'xterm', ...env },
      encoding: 'utf8',
    }).stdout
  tmux('-u', 'new-session', '-d', '-x', '140', '-y', '40', ...argv)
  const screen = (): string => tmux('capture-pane', '-p')
  return {
    type: (text) => void tmux('send-keys', '-l', text),
    press: (...keys) => void tmux('send-keys', ...keys),
    paste: (text) => {
      tmux('set-buffer', text)
      tmux('paste-buffer', '-p', '-r')
    },
    waitFor: async (shown) => {
      const end = Date.now() + timeout
      while (!shown.test(screen())) {
        if (Date.now() > end) throw new Error(`not shown: ${String(shown)}\n${screen()}`)
        await setTimeout(50)
      }
    },
    close: () => void tmux('kill-server'),
  }
}
