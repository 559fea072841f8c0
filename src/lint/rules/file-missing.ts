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
  check: ({ knownConfig, host, credentials: getCredentials, report }) => {
    if (!host) return
    const credentials = getCredentials()
    if (!isRouterHere(credentials)) return
    for (const { path, filePath, foundFile } of credentials) {
      if (foundFile.kind === 'file') continue
      report({
        path,
        message: `\`${filePath}\` ${troubleTexts[foundFile.kind]}`,
        consequence: 'refuses',
      })
    }
    const tracePath = knownConfig.trace?.path
    if (tracePath !== undefined && host.inspectPath(getFolder(tracePath)).kind !== 'folder') {
      report({
        path: ['trace', 'path'],
        message: `\`${tracePath}\` cannot be created because its directory does not exist`,
        consequence: 'refuses',
      })
    }
    knownConfig.plugins?.forEach((plugin, index) => {
      if (host.inspectPath(plugin).kind === 'missing')
        report({
          path: ['plugins', index],
          message: `\`${plugin}\` does not exist`,
          consequence: 'refuses',
        })
    })
    knownConfig.web?.forEach(({ bindPoints = [] }, serverIndex) => {
      bindPoints.forEach(({ identity }, index) => {
        if (!identity?.file || host.inspectPath(identity.file).kind === 'file') return
        report({
          path: ['web', serverIndex, 'bindPoints', index, 'identity', 'file'],
          message: `\`${identity.file}\` cannot be read`,
          consequence: 'refuses',
        })
      })
    })
  },
}
