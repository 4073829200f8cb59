import { type HttpReply, type JsonValue, type RequestFacts, textOf } from '@netbox/core/web'

/*
 * The records of jsonplaceholder.typicode.com: collections that a client reads, filters and seems to change, as json-server 0.16 serves
 * them. They follow from their numbers; the texts are ours.
 */

type Item = Readonly<Record<string, JsonValue>>

const PEOPLE = ['ana', 'ben', 'cleo', 'dan', 'eva', 'finn', 'gala', 'hugo', 'ida', 'jan']

const items = (owners: number, each: number, itemOf: (id: number, owner: number) => Item): readonly Item[] =>
  Array.from({ length: owners * each }, (_, index) => itemOf(index + 1, Math.floor(index / each) + 1))

const userOf = (id: number): Item => {
  const username = PEOPLE[id - 1] ?? ''
  return {
    id,
    name: `${username.charAt(0).toUpperCase()}${username.slice(1)} Example`,
    username,
    email: `${username}@mail.example`,
    address: {
      street: 'Main Street',
      suite: `Suite ${id}`,
      city: 'Example',
      zipcode: '12345',
      geo: { lat: '0', lng: '0' },
    },
    phone: '555-0100',
    website: 'shop.example',
    company: { name: 'Shop', catchPhrase: 'All for sale', bs: 'retail' },
  }
}

/** A collection: its items, and the collection and the field of what its items belong to. */
interface Collection {
  readonly items: readonly Item[]
  readonly owner?: { readonly collection: string; readonly field: string }
}

const ofUsers = { collection: 'users', field: 'userId' }

const createCollections = (): ReadonlyMap<string, Collection> =>
  new Map<string, Collection>([
    ['users', { items: items(PEOPLE.length, 1, userOf) }],
    [
      'posts',
      {
        owner: ofUsers,
        items: items(10, 10, (id, userId) => ({ userId, id, title: `Post ${id}`, body: `Text of post ${id}.` })),
      },
    ],
    [
      'comments',
      {
        owner: { collection: 'posts', field: 'postId' },
        items: items(100, 5, (id, postId) => ({
          postId,
          id,
          name: `Comment ${id}`,
          email: `reader${id}@mail.example`,
          body: `Text of comment ${id}.`,
        })),
      },
    ],
    ['albums', { owner: ofUsers, items: items(10, 10, (id, userId) => ({ userId, id, title: `Album ${id}` })) }],
    [
      'photos',
      {
        owner: { collection: 'albums', field: 'albumId' },
        items: items(100, 50, (id, albumId) => ({
          albumId,
          id,
          title: `Photo ${id}`,
          url: `https://via.placeholder.com/600/${id}`,
          thumbnailUrl: `https://via.placeholder.com/150/${id}`,
        })),
      },
    ],
    [
      'todos',
      {
        owner: ofUsers,
        items: items(10, 10, (id, userId) => ({ userId, id, title: `Todo ${id}`, completed: id % 2 === 0 })),
      },
    ],
  ])

const made: { collections?: ReadonlyMap<string, Collection> } = {}

const queryOf = ({ query }: RequestFacts): readonly (readonly [name: string, values: readonly string[]])[] =>
  Object.entries(query ?? {}).map(([name, value]) => [name, [value].flat().map(textOf)])

/** Returns the items that have all fields of the query, and of these the page that the query names. */
const listed = (all: readonly Item[], facts: RequestFacts): HttpReply => {
  const query = queryOf(facts)
  const found = all.filter((item) =>
    query.every(([name, values]) => !Object.hasOwn(item, name) || values.includes(textOf(item[name]))),
  )
  const [limit, page, start, end] = ['_limit', '_page', '_start', '_end'].map((name) => {
    const text = query.find(([field]) => field === name)?.[1][0] ?? ''
    return /^\d+$/.test(text) ? Number(text) : undefined
  })
  const size = limit ?? (page === undefined ? found.length : 10)
  const from = start ?? Math.max(0, (page ?? 1) - 1) * size
  const isPart = [limit, page, start, end].some((bound) => bound !== undefined)
  return {
    json: found.slice(from, end ?? from + size),
    ...(isPart && {
      headers: { 'X-Total-Count': `${found.length}`, 'Access-Control-Expose-Headers': 'X-Total-Count' },
    }),
  }
}

// A form or an object of JSON. (A fact that a request doesn't have has no names.)
const SENT = { '{form}': '{form}', '{json}': '{json}' }

const created = (name: string, { items: { length } }: Collection, owner: Item = {}): HttpReply => ({
  status: 201,
  json: { ...SENT, ...owner, id: length + 1 },
  headers: { Location: `{base}/${name}/${length + 1}`, 'Access-Control-Expose-Headers': 'Location' },
})

const replyForItem = (item: Item, method: string): HttpReply | undefined => {
  if (method === 'GET' || method === 'HEAD') return { json: item }
  if (method === 'PUT') return { json: { ...SENT, id: item['id'] ?? null } }
  if (method === 'PATCH') return { json: { ...item, ...SENT } }
  return method === 'DELETE' ? { json: {} } : undefined
}

const NONE: HttpReply = { status: 404, json: {} }
const PREFLIGHT: HttpReply = {
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
    'Access-Control-Allow-Headers': '{headers.access-control-request-headers}',
  },
}

/** Returns the reply of jsonplaceholder.typicode.com to a request; nothing is kept, as there. */
export const jsonPlaceholderReply = (facts: RequestFacts): HttpReply => {
  const { method } = facts
  if (method === 'OPTIONS') return PREFLIGHT
  const [, name = '', id, nested] = /^\/([a-z]+)(?:\/(\d+)(?:\/([a-z]+))?)?$/.exec(facts.target) ?? []
  const collections = (made.collections ??= createCollections())
  const collection = collections.get(name)
  const isRead = method === 'GET' || method === 'HEAD'
  if (collection === undefined) return NONE
  if (id === undefined) {
    if (isRead) return listed(collection.items, facts)
    return method === 'POST' ? created(name, collection) : NONE
  }
  const item = collection.items[Number(id) - 1]
  if (nested === undefined) return (item && replyForItem(item, method)) ?? NONE
  const inner = collections.get(nested)
  const owner = inner?.owner
  if (inner === undefined || owner === undefined || owner.collection !== name) return NONE
  if (method === 'POST') return created(nested, inner, { [owner.field]: id })
  return isRead
    ? listed(
        inner.items.filter((one) => textOf(one[owner.field]) === id),
        facts,
      )
    : NONE
}
