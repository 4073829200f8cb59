import { randomBytes } from 'node:crypto'
import { closeSync, fchmodSync, fchownSync, fstatSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The owner of a file. Without a group, the file has the group of this process. */
export interface FileOwner {
  readonly uid?: number | undefined
  readonly gid?: number | undefined
}

/**
 * Writes a new file and renames it. So readers see the old text or the whole new one, and if the path is a link, the link is replaced, and
 * the file that it leads to stays as it is.
 */
export const replaceFile = (path: string, text: string | Buffer, mode: number, { uid, gid }: FileOwner = {}): void => {
  const fresh = join(dirname(path), `.netbox-${randomBytes(8).toString('hex')}`)
  // `wx` follows no link. The file is readable for others only after it has its owner.
  const file = openSync(fresh, 'wx', 0o600)
  try {
    try {
      const now = fstatSync(file)
      const [owner, group] = [uid ?? now.uid, gid ?? now.gid]
      if (owner !== now.uid || group !== now.gid) fchownSync(file, owner, group)
      writeFileSync(file, text)
      fchmodSync(file, mode)
    } finally {
      closeSync(file)
    }
    renameSync(fresh, path)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}
