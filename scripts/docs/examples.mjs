import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'packages/simulated-internet/examples'
const BLOCK = /<!-- example: (?<name>[a-z-]+) -->\n[^]*?<!-- \/example -->/g

/** Runs an example with the built packages and returns its output. */
const run = (root, path) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--no-warnings', join(root, path)], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`The example ${path} ended with ${status}: ${stderr}`)
  return stdout
}

/** Returns a recipe in which each example, between its two marks, is replaced with its current output and program. */
export const withExamples = (page, root) => {
  return page.replaceAll(BLOCK, (_, name) => {
    const path = `${FOLDER}/${name}.ts`
    const program = readFileSync(join(root, path), 'utf8').trimEnd()
    return [
      `<!-- example: ${name} -->`,
      '',
      'Run it in the folder of the clone:',
      '',
      '```sh',
      `node ${path}`,
      '```',
      '',
      '```text',
      run(root, path).trimEnd(),
      '```',
      '',
      `The program, [${path.slice(path.lastIndexOf('/') + 1)}](../../${path}):`,
      '',
      '```typescript',
      program,
      '```',
      '',
      '<!-- /example -->',
    ].join('\n')
  })
}
