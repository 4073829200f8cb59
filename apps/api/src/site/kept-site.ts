import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join, sep } from 'node:path'
import type { Clock } from '@netbox/core'
import { HOUR } from '../clock.ts'
import { createBackgroundJob } from '../jobs/background-job.ts'
import { makePrivateFolder } from '../config/secrets.ts'
import { newId } from '../random.ts'

export interface KeepSiteOptions {
  /** The folder of the built site. */
  readonly built: string | undefined
  /** The folder that contains one folder for each version. */
  readonly folder: string
  readonly clock: Clock
  readonly log: { warn(fields: object, message: string): void }
}

// A process marks its version every hour, so the last mark is up to an hour older than the end of the process.
const KEPT = 25 * HOUR

// Pages are served from memory, where they contain the address of the service.
const isFile = (name: string): boolean => !/\.html(?:\.(?:br|gz))?$/.test(name)

/** Returns a name for the content of a folder. */
const versionOf = (folder: string): string => {
  const sum = createHash('sha256')
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isFile).toSorted()) {
    const path = join(folder, entry)
    if (!statSync(path).isFile()) continue
    const bytes = readFileSync(path)
    sum.update(`${entry.replaceAll(sep, '/')}\0${bytes.length}\0`).update(bytes)
  }
  return sum.digest('hex').slice(0, 32)
}

/** Returns whether a folder is an incomplete copy. */
const isDraft = (path: string): boolean => basename(path).includes('.')

/** Copies the built site into the folder of its version. The copy appears complete or not at all. */
const keepVersion = (built: string, folder: string): string => {
  const version = versionOf(built)
  const path = join(folder, version)
  // After a power failure, files of an earlier copy may be empty.
  const isWhole = (): boolean => existsSync(path) && versionOf(path) === version
  if (isWhole()) return path
  makePrivateFolder(folder)
  const draft = `${path}.${newId()}`
  try {
    cpSync(built, draft, { recursive: true, filter: isFile })
    rmSync(path, { recursive: true, force: true })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process that started at the same time has made the same copy.
    if (!isWhole()) throw error
  }
  return path
}

/**
 * Keeps the files of the built site in the data folder, one folder for each version. So a new build changes nothing in a running service,
 * and open pages of the previous version find their files for a day after an upgrade. If the folder can't be written, the service uses the
 * built files.
 */
export const keepSite = ({ built, folder, clock, log }: KeepSiteOptions) => {
  const isKept = (path: string): boolean => {
    const marked = statSync(path, { throwIfNoEntry: false })?.mtimeMs
    return marked !== undefined && clock.now() - marked < KEPT
  }
  const keep = (): string | undefined => {
    if (built === undefined || !existsSync(built)) return built
    try {
      return keepVersion(built, folder)
    } catch (error) {
      log.warn({ err: error }, `the site can't be kept in ${folder}, so a new build breaks open pages`)
      return built
    }
  }
  const own = keep()
  const listed = (): readonly string[] =>
    own === built ? [] : readdirSync(folder, 'utf8').map((name) => join(folder, name))

  const upkeep = createBackgroundJob({
    clock,
    run: async () => {
      const now = new Date(clock.now())
      for (const path of listed()) {
        if (path === own) utimesSync(path, now, now)
        else if (!isKept(path)) await rm(path, { recursive: true, force: true })
      }
      return false
    },
    pause: () => HOUR,
    onFailure: (error) => log.warn({ err: error }, 'old versions of the site could not be deleted'),
  })
  return {
    /** The folder with the files of the version that the service started with; undefined without a built site. */
    folder: own,
    /** Returns the folders of the other versions that processes with this data folder used within the last day. */
    others: () => listed().filter((path) => path !== own && !isDraft(path) && isKept(path)),
    /** The job that keeps the version in use and deletes old ones. */
    upkeep,
  }
}

export type KeptSite = ReturnType<typeof keepSite>
