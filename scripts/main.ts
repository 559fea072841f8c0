import { write } from './derive.js'

await write(process.cwd())
