import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import * as v from 'valibot'
import { isAccessError, isMissing } from '../access-errors.ts'
import type { TransferRow, TransferSource, TransferTarget } from '../database/transfer.ts'

const manifestShape = v.object({
  format: v.literal('netbox-backup/1'),
  netbox: v.string(),
  createdAt: v.string(),
  engine: v.picklist(['sqlite', 'mysql']),
  /** The migrations that made the tables, in order. */
  migrations: v.array(v.string()),
  /** The numbers of rows. */
  tables: v.record(v.string(), v.number()),
  /** The SHA-256 of the lines of the rows. */
  sha256: v.string(),
  /** The number of files; null if the files are in an object store. */
  files: v.nullable(v.number()),
  /** The SHA-256 of the keys and of each file, by path. */
  checksums: v.record(v.string(), v.string()),
})

/** The description of a backup. */
export type Manifest = v.InferOutput<typeof manifestShape>

/** The file of the keys. */
export const KEYS = 'keys.env'
/** The folder of the uploaded files. */
export const FILES = 'files'
const ROWS = 'tables.jsonl.gz'
const MANIFEST = 'manifest.json'

const count = (tables: Record<string, number>, name: string): void => void (tables[name] = (tables[name] ?? 0) + 1)

async function* linesOf(source: TransferSource, hash: Hash, tables: Record<string, number>) {
  for (const table of source.tables) {
    tables[table] = 0
    for await (const row of source.rows(table)) {
      const line = `${JSON.stringify([table, row])}\n`
      hash.update(line)
      count(tables, table)
      yield line
    }
  }
}

/** Writes all rows to a folder, one line each. */
export const writeRows = async (
  folder: string,
  source: TransferSource,
): Promise<Pick<Manifest, 'tables' | 'sha256'>> => {
  const [hash, tables] = [createHash('sha256'), {}]
  const file = createWriteStream(join(folder, ROWS), { mode: 0o600, flush: true })
  await pipeline(Readable.from(linesOf(source, hash, tables)), createGzip(), file)
  return { tables, sha256: hash.digest('hex') }
}

/** Returns the SHA-256 of a file. */
export const checksumOf = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Lists the files in a folder of a backup, by path. Throws if it contains anything but folders and regular files. */
export const listFiles = async (folder: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const special = entries.find((entry) => !entry.isFile() && !entry.isDirectory())
  if (special !== undefined) throw new Error(`${join(special.parentPath, special.name)} is not a regular file`)
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
}

/** Throws if the keys or the files of a backup differ from the manifest. */
export const verifyFiles = async (folder: string, { checksums }: Manifest): Promise<void> => {
  const found = new Set(await listFiles(folder))
  const others = [...found].filter((path) => ![ROWS, MANIFEST].includes(path))
  const expected = Object.keys(checksums)
  const damaged = (path: string, problem: string): Error =>
    new Error(`The backup ${folder} is damaged: ${path} ${problem}`)
  for (const path of [ROWS, ...expected]) if (!found.has(path)) throw damaged(path, 'is missing')
  for (const path of others) if (checksums[path] === undefined) throw damaged(path, 'does not belong to it')
  for (const path of expected)
    if ((await checksumOf(join(folder, path))) !== checksums[path]) throw damaged(path, 'was changed or cut')
}

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

const rowShape = v.tuple([v.string(), v.record(v.string(), v.union([v.string(), v.number(), v.null()]))])

/** Reads all rows of a backup. Throws if they differ from the manifest. */
export async function* readRows(
  folder: string,
  { sha256, tables }: Manifest,
): AsyncGenerator<readonly [string, TransferRow]> {
  const [hash, found]: [Hash, Record<string, number>] = [createHash('sha256'), {}]
  const damaged = (cause?: unknown) =>
    new Error(`The backup ${folder} is damaged: its rows are not those that were written`, { cause })
  const unzipped = createGunzip()
  pipeline(createReadStream(join(folder, ROWS)), unzipped).catch((error: unknown) => unzipped.destroy(error as Error))
  try {
    for await (const line of splitLines(unzipped)) {
      hash.update(`${line}\n`)
      const [table, row] = v.parse(rowShape, JSON.parse(line))
      count(found, table)
      yield [table, row]
    }
  } catch (error) {
    throw isAccessError(error) ? error : damaged(error)
  }
  const isComplete = Object.entries(tables).every(([table, rows]) => (found[table] ?? 0) === rows)
  if (!isComplete || hash.digest('hex') !== sha256) throw damaged()
}

const parseManifest = (folder: string, text: string) => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Error(`The backup ${folder} is damaged: ${MANIFEST} was changed or cut`)
  }
}

const previewShape = v.object({
  netbox: v.string(),
  format: v.literal('netbox-backup/1'),
  checksums: v.optional(v.never()),
})

/** Returns the error for a backup of a preview. */
export const previewError = (folder: string, made: string): Error =>
  new Error(
    `The backup ${folder} was made by a preview of netbox (${made}), from before its first release: only that version can restore it`,
  )

/** Reads and checks the manifest of a backup. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) throw new Error(`${folder} is not a backup: it has no ${MANIFEST}`)
    throw error
  })
  const json = parseManifest(folder, text)
  const parsed = v.safeParse(manifestShape, json)
  if (parsed.success) return parsed.output
  const preview = v.safeParse(previewShape, json)
  throw preview.success
    ? previewError(folder, preview.output.netbox)
    : new Error(`${folder} is not a backup that this netbox can read`)
}

/** Writes the manifest, which completes a backup. */
export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`, { mode: 0o600, flush: true })

/** Fills an empty database with the rows of a backup. */
export const fill = async (target: TransferTarget, folder: string, manifest: Manifest): Promise<void> => {
  let [batch, size, current]: [TransferRow[], number, string] = [[], 0, '']
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await target.insert(current, batch)
    batch = []
    size = 0
  }
  for await (const [table, row] of readRows(folder, manifest)) {
    if (table !== current || batch.length === 500 || size > 1_000_000) await flush()
    current = table
    batch.push(row)
    for (const value of Object.values(row)) size += typeof value === 'string' ? value.length : 8
  }
  await flush()
}
