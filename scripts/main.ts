import { derive } from './derive.js'
import { writeFiles } from './derive/write-files.js'

writeFiles(process.cwd(), await derive(process.cwd()))
