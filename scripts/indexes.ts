// Runs before all other generators, because they import these indexes.
import { deriveIndexes } from './derive/indexes.js'
import { writeFiles } from './derive/write-files.js'

for await (const texts of deriveIndexes(process.cwd())) writeFiles(process.cwd(), texts)
