import { mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replaceFile } from '../internet/replace-file.ts'
import { RESOLVER_FILE, RESOLVER_TEXT, runProgram } from './set-up-network.ts'

// The text of before, in the folder of the container. It survives a killed process, so the next run restores it.
const KEPT_FILE = 'resolv.conf.before'

/** Returns whether this process has the same namespace as the first process of the machine or container. */
const sharesNamespace = (kind: 'net' | 'mnt'): boolean => {
  try {
    return readlinkSync(`/proc/1/ns/${kind}`) === readlinkSync(`/proc/self/ns/${kind}`)
  } catch {
    return false
  }
}

/**
 * Returns whether the file belongs to a container. Runtimes mount it over the file of the image, and the first process has the network of the
 * container, which `unshare --net` on a machine has not.
 */
const isOfContainer = (): boolean =>
  sharesNamespace('net') && readFileSync('/proc/self/mountinfo', 'utf8').includes(` ${RESOLVER_FILE} `)

const readKept = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Writes in place, because containers with a common network share the file. */
const writeInPlace = (folder: string): (() => void) => {
  const keptPath = join(folder, KEPT_FILE)
  const now = readFileSync(RESOLVER_FILE, 'utf8')
  const before = now === RESOLVER_TEXT ? (readKept(keptPath) ?? now) : now
  replaceFile(keptPath, before, 0o644)
  writeFileSync(RESOLVER_FILE, RESOLVER_TEXT)
  return () => {
    writeFileSync(RESOLVER_FILE, before)
    rmSync(keptPath, { force: true })
  }
}

const mountOver = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'netbox-'))
  try {
    const file = join(folder, 'resolv.conf')
    writeFileSync(file, RESOLVER_TEXT, { mode: 0o644 })
    runProgram('mount', ['--bind', file, RESOLVER_FILE])
  } finally {
    // The mount continues to work after the folder is removed.
    rmSync(folder, { recursive: true })
  }
  return () => runProgram('umount', [RESOLVER_FILE])
}

/** Throws if this process can't set the resolver of programs without changing the machine's resolver. */
export const checkResolverFile = (): void => {
  if (isOfContainer() || !sharesNamespace('mnt')) return
  throw new Error(
    `--container would replace ${RESOLVER_FILE} of this machine, so it needs a container. Outside of one, give it its own mounts: unshare --net --mount netbox serve --container FOLDER`,
  )
}

/**
 * Sets the resolver of the programs in this network: in a container, in its own file; elsewhere, by a mount over it. Returns a function that
 * restores it. The end of the process restores it too.
 */
export const useResolver = (folder: string): (() => void) => {
  checkResolverFile()
  const undo = isOfContainer() ? writeInPlace(folder) : mountOver()
  const restore = (): void => {
    process.off('exit', restore)
    undo()
  }
  process.on('exit', restore)
  return restore
}
