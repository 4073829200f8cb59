import * as v from 'valibot'
import type { Reader } from '../../database/database.ts'
import { type Entry, listEntries, listObjects, type ListOptions } from './repository.ts'
import { serializeFolder, serializeObject } from './serialize.ts'

/** The maximum number of entries in one response. */
const MOST = 1000

const count = (most: number, otherwise: number) =>
  v.optional(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.transform((value) => Math.min(value, most)),
    ),
    otherwise,
  )
const text = v.optional(v.pipe(v.string(), v.maxLength(1024)), '')
const sortBy = v.optional(
  v.object({
    column: v.optional(v.picklist(['name', 'created_at', 'updated_at', 'last_accessed_at']), 'name'),
    order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
  }),
  {},
)

// Objects have one version, so the storage has no list of versions.
const noVersions = v.optional(v.literal('exclude'), 'exclude')
const common = {
  prefix: text,
  sortBy,
  /** Selects only the object whose key is the prefix. */
  exactMatch: v.optional(v.boolean(), false),
  noncurrentVersions: noVersions,
  deleteMarkers: noVersions,
}

/** The options of a list (spec §9: 100 entries from the first, by name). */
export const listQuery = v.object({
  ...common,
  limit: count(MOST, 100),
  offset: count(Number.MAX_SAFE_INTEGER, 0),
  search: text,
})

/** The options of the second form of a list. */
export const listV2Query = v.object({
  ...common,
  limit: count(MOST, MOST),
  cursor: text,
  with_delimiter: v.optional(v.boolean(), false),
})

/** The bucket and the owner of the listed objects. */
type Where = Pick<ListOptions, 'bucket' | 'owner'>

type ListQuery = v.InferOutput<typeof listQuery>

/** Returns the column that a list is sorted by. Nobody records reads, so `last_accessed_at` is the last change. */
const sortOf = ({ column, order }: ListQuery['sortBy']) =>
  ({
    column: column === 'last_accessed_at' ? 'updated_at' : column,
    order,
  }) as const

/** Returns the part of a key before its last segment. */
const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1)

/** Lists a folder of objects. Names are relative to the folder, and each subfolder is an entry. */
export const listFolder = async (queries: Reader, where: Where, query: ListQuery) => {
  const { exactMatch, limit, offset, search } = query
  const whole = exactMatch || query.prefix === '' || query.prefix.endsWith('/')
  const prefix = whole ? query.prefix : `${query.prefix}/`
  const folder = exactMatch ? folderOf(prefix) : prefix
  const page = { prefix, exactMatch, folder, search, sortBy: sortOf(query.sortBy), bySlash: false, limit, offset }
  const entries = await listEntries(queries, { ...where, ...page })
  return entries.map(({ name, row }) => (row === null ? serializeFolder(name) : serializeObject(row, name)))
}

const startOf = (cursor: string): number =>
  Number(/^\d{1,9}$/.exec(Buffer.from(cursor, 'base64url').toString())?.[0] ?? 0)

/** Lists objects by the prefix of their keys, page by page. */
export const listByPrefix = async (queries: Reader, where: Where, query: v.InferOutput<typeof listV2Query>) => {
  const { prefix, exactMatch, limit } = query
  const [folder, offset] = [folderOf(prefix), startOf(query.cursor)]
  // One more entry shows whether there is another page.
  const options = { ...where, prefix, exactMatch, sortBy: sortOf(query.sortBy), limit: limit + 1, offset }
  const entries: readonly Entry[] = query.with_delimiter
    ? await listEntries(queries, { ...options, folder, search: '', bySlash: true })
    : (await listObjects(queries, options)).map((row) => ({ name: row.name, row }))
  const page = entries.slice(0, limit)
  const hasNext = entries.length > limit
  return {
    hasNext,
    ...(hasNext ? { nextCursor: Buffer.from(String(offset + limit)).toString('base64url') } : {}),
    folders: page
      .filter(({ row }) => row === null)
      .map(({ name }) => ({ key: `${folder}${name}`, name: `${folder}${name}/` })),
    objects: page.flatMap(({ row }) => (row === null ? [] : [{ ...serializeObject(row), key: row.name }])),
  }
}
