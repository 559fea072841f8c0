import { writeUntilKilled } from '../test/support/store-kill.js'

await writeUntilKilled(process.argv[2] ?? '')
