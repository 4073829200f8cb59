import { join } from 'node:path'
import { readTime } from '@netbox/core'
import { replaceFile } from '../internet/replace-file.ts'
import type { InternetWorld } from '../internet/scenario-for.ts'
import type { Internet } from '../internet/internet.ts'

const WORLD_FILE = 'world.json'

/**
 * Returns the environment variables with which a netbox tool uses the world that a program meets: its seed, its scenario, and its time and
 * document if they are stated. Writes the document into the folder.
 */
export const writeWorldVariables = (
  { seed, scenario, document }: Pick<Internet, 'seed' | 'scenario' | 'document'>,
  { at, startAt }: InternetWorld,
  folder: string,
): Readonly<Record<string, string>> => {
  const path = join(folder, WORLD_FILE)
  const start = startAt ?? at
  if (document !== undefined) replaceFile(path, JSON.stringify(document), 0o644)
  return {
    NETBOX_SEED: seed,
    NETBOX_SCENARIO: scenario,
    ...(start === undefined ? {} : { NETBOX_AT: new Date(readTime(start)).toISOString() }),
    ...(document === undefined ? {} : { NETBOX_WORLD: path }),
  }
}
