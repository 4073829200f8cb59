import * as v from 'valibot'
import type { StorageObjectTable } from '../../database/schema.ts'
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

type Sort = v.InferOutput<typeof sortBy>

const keyOf = ({ column }: Sort, row: StorageObjectTable): string | number => {
  if (column === 'name') return row.name
  return column === 'created_at' ? row.created_at : row.updated_at
}

const sorted = (rows: readonly StorageObjectTable[], sort: Sort): readonly StorageObjectTable[] => {
  const sign = sort.order === 'desc' ? -1 : 1
  return rows.toSorted((one, other) => {
    const [first, second] = [keyOf(sort, one), keyOf(sort, other)]
    // The rows are sorted by name, which decides between equal ones.
    return first === second ? 0 : sign * (first < second ? -1 : 1)
  })
}

/** Returns the part of a key before its last segment. */
const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1)

/** Treats a prefix as a folder, and returns the first segments of the keys in it. */
const entriesIn = (rows: readonly StorageObjectTable[], folder: string) => {
  const entries = new Map<string, StorageObjectTable | null>()
  for (const row of rows) {
    if (!row.name.startsWith(folder)) continue
    const [first = '', ...rest] = row.name.slice(folder.length).split('/')
    entries.set(rest.length > 0 ? `${first}/` : first, rest.length > 0 ? null : row)
  }
  return [...entries].map(([name, row]) => ({ name: row === null ? name.slice(0, -1) : name, row }))
}

const byName = ({ order }: Sort) => {
  const sign = order === 'desc' ? -1 : 1
  return (one: { readonly name: string }, other: { readonly name: string }): number =>
    sign * (one.name < other.name ? -1 : one.name > other.name ? 1 : 0)
}

/** Lists a folder of objects. Names are relative to the folder, and each subfolder is an entry. */
export const listFolder = (rows: readonly StorageObjectTable[], query: v.InferOutput<typeof listQuery>) => {
  const { prefix } = query
  const folder = query.exactMatch ? folderOf(prefix) : prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`
  const found = query.exactMatch ? rows.filter(({ name }) => name === prefix) : rows
  const entries = entriesIn(sorted(found, query.sortBy), folder)
  const inOrder = query.sortBy.column === 'name' ? entries.toSorted(byName(query.sortBy)) : entries
  return inOrder
    .filter(({ name }) => name.toLowerCase().startsWith(query.search.toLowerCase()))
    .slice(query.offset, query.offset + query.limit)
    .map(({ name, row }) => (row === null ? serializeFolder(name) : serializeObject(row, name)))
}

const startOf = (cursor: string): number =>
  Number(/^\d{1,9}$/.exec(Buffer.from(cursor, 'base64url').toString())?.[0] ?? 0)

/** Lists objects by the prefix of their keys, page by page. */
export const listByPrefix = (rows: readonly StorageObjectTable[], query: v.InferOutput<typeof listV2Query>) => {
  const { prefix, limit, cursor, sortBy: sort } = query
  const found = sorted(
    rows.filter(({ name }) => (query.exactMatch ? name === prefix : name.startsWith(prefix))),
    sort,
  )
  const folder = folderOf(prefix)
  const entries = query.with_delimiter
    ? entriesIn(found, folder).map(({ name, row }) => ({ name: `${folder}${name}`, row }))
    : found.map((row) => ({ name: row.name, row }))
  const start = startOf(cursor)
  const end = start + limit
  const page = entries.slice(start, end)
  const hasNext = end < entries.length
  return {
    hasNext,
    ...(hasNext ? { nextCursor: Buffer.from(String(end)).toString('base64url') } : {}),
    folders: page.filter(({ row }) => row === null).map(({ name }) => ({ key: name, name: `${name}/` })),
    objects: page.flatMap(({ name, row }) => (row === null ? [] : [{ ...serializeObject(row), key: name }])),
  }
}
