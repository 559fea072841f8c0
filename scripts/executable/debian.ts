import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import manifest from '../../package.json'

const architectures: Readonly<Record<string, string>> = {
  x64: 'amd64',
  arm64: 'arm64',
  arm: 'armhf',
}

/** A script that runs the language server under the name that editors expect. */
const languageServer = '#!/bin/sh\nexec routerfile language-server "$@"\n'

/** Builds a Debian package with the executable, its manual page and the completions of shells. Returns its path. */
export function buildDebianPackage(program: string, folder: string): string {
  const architecture = architectures[process.arch] ?? process.arch
  const root = '.cache/executable/debian'
  rmSync(root, { recursive: true, force: true })
  const write = (path: string, content: string | Uint8Array, mode = 0o644): void => {
    const whole = join(root, path)
    mkdirSync(dirname(whole), { recursive: true })
    writeFileSync(whole, content)
    chmodSync(whole, mode)
  }
  const complete = (shell: string): string =>
    execFileSync(resolve(program), ['completion', shell], { encoding: 'utf8' })

  write('usr/bin/routerfile-language-server', languageServer, 0o755)
  copyFileSync(program, join(root, 'usr/bin/routerfile'))
  chmodSync(join(root, 'usr/bin/routerfile'), 0o755)
  write('usr/share/man/man1/routerfile.1.gz', gzipSync(readFileSync('docs/man/routerfile.1')))
  write('usr/share/bash-completion/completions/routerfile', complete('bash'))
  write('usr/share/zsh/vendor-completions/_routerfile', complete('zsh'))
  write('usr/share/fish/vendor_completions.d/routerfile.fish', complete('fish'))
  write('usr/share/doc/routerfile/copyright', formatCopyright())
  for (const page of readdirSync('docs', {
    recursive: true,
    encoding: 'utf8',
  }).filter((name) => /^(?:rules\/)?[\w-]+\.(?:md|svg)$/.test(name)))
    write(`usr/share/doc/routerfile/docs/${page}`, readFileSync(join('docs', page)))
  write('usr/share/doc/routerfile/changelog.gz', gzipSync(readFileSync('CHANGELOG.md')))
  const size = Math.ceil(statSync(program).size / 1024)
  write('DEBIAN/control', formatControl({ architecture, size }))

  const output = join(folder, `routerfile_${manifest.version}_${architecture}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', '--build', root, output], {
    stdio: 'ignore',
  })
  return output
}

/** `size` is the installed size in KiB. Node's executable needs only the C and C++ libraries of the system. */
const formatControl = ({ architecture, size }: { architecture: string; size: number }): string =>
  `Package: routerfile
Version: ${manifest.version}
Architecture: ${architecture}
Maintainer: The routerfile authors <noreply@example.invalid>
Installed-Size: ${size}
Depends: libc6 (>= 2.28), libstdc++6
Section: net
Priority: optional
Description: toolkit for the configuration file of OpenZiti routers
 Checks, fixes, explains, upgrades and generates the YAML file that
 \`ziti router\` reads, and serves editors. Needs no Node.js.
`

const formatCopyright = (): string =>
  `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: routerfile

Files: *
Copyright: the routerfile authors
License: Apache-2.0
 See /usr/share/common-licenses/Apache-2.0. The licenses of the software
 inside are listed below.

${readFileSync('docs/NOTICE', 'utf8')}`
