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

/**
 * Runs a JavaScript file on every supported and installed Node, and returns their versions.
 *
 * @throws {Error} if the program prints anything else than `prints`, if that is given.
 */
export const nodes = (args, { prints, ...options }) =>
  findNodes()
    .map(({ path, version }) => {
      const printed = run(path, args, options)
      if (prints !== undefined && printed !== prints)
        throw new Error(`Node ${version}: ${args.join(' ')} printed\n${printed}instead of\n${prints}`)
      return version
    })
    .join(', ')
