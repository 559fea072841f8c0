import { consequences } from '../../schema/messages.js'
import type { FoundFile } from '../host.js'
import { isRouterHere } from '../host.js'
import type { Rule } from '../rule.js'

const troubleTexts: Record<Exclude<FoundFile['kind'], 'file'>, string> = {
  missing: 'does not exist',
  folder: 'is a directory',
  unreadable: 'cannot be read',
}

const getFolder = (path: string): string =>
  path.includes('/') ? path.slice(0, Math.max(1, path.lastIndexOf('/'))) : path === '' ? '' : '.'

export const fileMissing: Rule = {
  id: 'file-missing',
  severity: 'error',
  machine: true,
  summary: 'A file that the router needs is missing or cannot be read.',
  why: `The router reads its keys and certificates first and ${consequences.refuses} when one is missing. When none of the identity files exist on this machine, nothing is reported.`,
  examples: { bad: [], good: [] },
  needs: { machine: 'files' },
  check: ({ draft, host, credentials: find, report }) => {
    if (!host) return
    const credentials = find()
    if (!isRouterHere(credentials)) return
    for (const { path, place, found } of credentials) {
      if (found.kind === 'file') continue
      report({
        path,
        message: `\`${place}\` ${troubleTexts[found.kind]}`,
        consequence: 'refuses',
      })
    }
    const trace = draft.trace?.path
    if (trace !== undefined && host.inspectPath(getFolder(trace)).kind !== 'folder') {
      report({
        path: ['trace', 'path'],
        message: `\`${trace}\` cannot be created because its directory does not exist`,
        consequence: 'refuses',
      })
    }
    draft.plugins?.forEach((plugin, index) => {
      if (host.inspectPath(plugin).kind === 'missing')
        report({
          path: ['plugins', index],
          message: `\`${plugin}\` does not exist`,
          consequence: 'refuses',
        })
    })
    draft.web?.forEach(({ bindPoints = [] }, server) => {
      bindPoints.forEach(({ identity }, index) => {
        if (!identity?.file || host.inspectPath(identity.file).kind === 'file') return
        report({
          path: ['web', server, 'bindPoints', index, 'identity', 'file'],
          message: `\`${identity.file}\` cannot be read`,
          consequence: 'refuses',
        })
      })
    })
  },
}
