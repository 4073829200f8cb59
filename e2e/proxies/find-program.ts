import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Finds a program in the PATH or in the folders that usually only root has in the PATH. */
export const findProgram = (name: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
