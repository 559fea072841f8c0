import { writeUntilKilled } from '../test/support/killing.js'

await writeUntilKilled(process.argv[2] ?? '')
