/*
 * Runs all checks of this repository, as many in parallel as there are processors, and prints the output of failed
 * checks one after the other. The longest checks start first.
 */
'use strict'
const { spawn } = require('node:child_process')
const { availableParallelism } = require('node:os')

const checks = ['lint', 'package', 'types', 'unused', 'format', 'expressions', 'names']

/** Runs one check; resolves to its output and whether it passed. */
const run = (name) =>
  new Promise((resolve) => {
    const check = spawn('npm', ['run', '--silent', `check:${name}`], {
      shell: process.platform === 'win32',
    })
    let output = ''
    for (const stream of [check.stdout, check.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    check.on('close', (code) => resolve({ name, output, isClean: code === 0 }))
  })

async function runAll() {
  const waiting = [...checks]
  const failed = []
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const { output, isClean } = await run(name)
      if (isClean) continue
      failed.push(name)
      console.error(`npm run check:${name}\n\n${output}`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  if (failed.length > 0)
    console.error(`Failed: ${failed.map((name) => `check:${name}`).join(', ')}`)
  return failed.length === 0
}

runAll().then((isClean) => {
  process.exitCode = isClean ? 0 : 1
})
