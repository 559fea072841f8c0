import { buildExtension } from './build'

/** Builds the extension of VS Code: a folder that an editor can load, and the package. */
const { GITHUB_REPOSITORY: repository, GITHUB_SHA: commit } = process.env
const { folder, vsix, size } = await buildExtension(process.cwd(), 'build', { repository, commit })
console.log(folder)
console.log(`${vsix}, ${(size / 1000).toFixed(0)} kB`)
