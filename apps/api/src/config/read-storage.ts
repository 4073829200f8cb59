import { resolve } from 'node:path'
import type { Environment } from '../config.ts'
import * as read from './read.ts'

const MB = 1_000_000
const BYTES = { from: 1, to: 9_999_999_999 }

const folderOf = (env: Environment, dataDir: string): string => {
  const url = read.text(env, 'STORAGE_URL')
  if (url === undefined) return resolve(dataDir, 'storage')
  if (!url.startsWith('file:') || url === 'file:') throw new read.ConfigError('STORAGE_URL', "must be 'file:<folder>'")
  return resolve(url.slice('file:'.length))
}

/** Reads where stored files are, and how much may be stored. */
export const readStorage = (env: Environment, dataDir: string) => ({
  folder: folderOf(env, dataDir),
  limits: {
    file: read.wholeNumber(env, 'STORAGE_FILE_BYTES', BYTES) ?? 50 * MB,
    bytes: read.wholeNumber(env, 'STORAGE_USER_BYTES', BYTES) ?? 100 * MB,
    objects: read.wholeNumber(env, 'STORAGE_USER_OBJECTS', { from: 1, to: 100_000 }) ?? 1000,
  },
})
