import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestApi } from '../../support/start-api.ts'

const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

/** Lists an API's stored files: complete ones, and those being written. */
export const storedFiles = async ({ core }: Pick<TestApi, 'core'>) => ({
  whole: await filesIn(join(core.config.storage.folder, 'objects')),
  drafts: await filesIn(join(core.config.storage.folder, 'tmp')),
})
