// Runs before all else is derived: the code that derives it imports these indexes.
import { deriveIndexes } from './derive/indexes.js'
import { writeFiles } from './derive/write-files.js'

writeFiles(process.cwd(), await deriveIndexes(process.cwd()))
