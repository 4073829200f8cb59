import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Finds a program in the PATH or in the folder that only root has in it. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
