import { spawnSync } from 'node:child_process'
import { findNodes } from './nodes.mjs'

/**
 * Runs a program to its end and returns its standard output.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, shell?: boolean }} options
 * @throws {Error} with the whole output, if the program fails.
 */
export const run = (program, args, { cwd, env, shell = false }) => {
  const result = spawnSync(program, args, {
    cwd,
    shell,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  if (result.error) throw result.error
  if (result.status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${result.status}\n${result.stdout}${result.stderr}`)
  return result.stdout
}

/** Runs a JavaScript file on the current Node. */
export const node = (args, options) => run(process.execPath, args, options)

/** Runs a JavaScript file on every supported and installed Node, and returns their versions. */
export const nodes = (args, options) =>
  findNodes()
    .map(({ path, version }) => {
      run(path, args, options)
      return version
    })
    .join(', ')
