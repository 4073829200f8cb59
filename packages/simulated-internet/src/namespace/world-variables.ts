import { existsSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readTime } from '@netbox/core'
import { replaceFile } from '../internet/replace-file.ts'
import type { InternetWorld } from '../internet/scenario-for.ts'
import type { Internet } from '../internet/internet.ts'

const WORLD_FILE = 'world.json'

/**
 * Returns the environment variables with which a netbox tool uses the world that a program meets: its seed, its scenario, and its time and
 * document if they are stated. Writes the document into the folder, again after each change.
 */
export const writeWorldVariables = (
  internet: Pick<Internet, 'seed' | 'scenario' | 'document' | 'onChange'>,
  { at, startAt }: InternetWorld,
  folder: string,
): Readonly<Record<string, string>> => {
  const { seed, scenario, document } = internet
  const path = join(folder, WORLD_FILE)
  const write = (): void => {
    // At the end of a run, the folder is removed before the servers close.
    if (existsSync(folder)) replaceFile(path, JSON.stringify(internet.document ?? {}), 0o644)
  }
  const start = startAt ?? at
  if (document !== undefined) {
    write()
    internet.onChange(write)
  }
  return {
    NETBOX_SEED: seed,
    NETBOX_SCENARIO: scenario,
    ...(start === undefined ? {} : { NETBOX_AT: new Date(readTime(start)).toISOString() }),
    ...(document === undefined ? {} : { NETBOX_WORLD: path }),
  }
}

/**
 * Writes the world document to a world file, with all changes so far. Keys are not in it. If the disk is full, an existing file stays as it
 * is.
 */
export const saveWorld = ({ document = {} }: Pick<Internet, 'document'>, path: string): void => {
  const text = `${JSON.stringify(document, null, 2)}\n`
  const existing = statSync(path, { throwIfNoEntry: false })
  // A device or a pipe must not be replaced by a file.
  if (existing?.isFile() === false) writeFileSync(path, text)
  else replaceFile(existing === undefined ? path : realpathSync(path), text, (existing?.mode ?? 0o644) & 0o777)
}
