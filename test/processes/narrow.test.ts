import { expect, test } from 'vitest'
import { measureColumns } from '../../src/cli/ui/text.js'
import { runHere } from '../support/program.js'

const cwd = 'fixtures/cli/files'

test.each([40, 60, 80, 200])(
  'on %i columns, nothing that can be broken is longer',
  async (width) => {
    for (const argv of [
      ['lint', 'bad.yaml'],
      ['lint', '--help'],
      ['upgrade', 'old.yaml', '--from', '1.3'],
      ['explain', 'split'],
      ['explain', 'file-missing'],
      ['api'],
      ['generate', '--help'],
      ['--help'],
    ]) {
      const { out } = await runHere(argv, { cwd, env: { COLUMNS: String(width) } })
      const long = out
        .split('\n')
        // What is to be copied into a shell stays on one line.
        .filter((line) => !/^(?:Usage: | {2})routerfile /.test(line))
        .filter((line) => measureColumns(line) > width && line.trim().includes(' '))
      expect(long, argv.join(' ')).toEqual([])
      expect(out.length).toBeGreaterThan(100)
    }
  },
)
