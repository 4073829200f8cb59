import { describe, expect, it } from 'vitest'
import { signedIn } from '../../test/support/signed-in.ts'
import { readSignedIn } from './read-signed-in.ts'
import {
  createSessionStore,
  memoryStorage,
  SESSION_KEY,
  type SessionEvent,
  type StoredSession,
  TOKEN_KEY,
} from './session-store.ts'

const session = (name?: string): StoredSession => readSignedIn(signedIn(name)) as StoredSession

describe('createSessionStore', () => {
  it('stores the token under the key of the specification', () => {
    const storage = memoryStorage()
    createSessionStore(storage).save(session(), 'signed_in')
    expect(TOKEN_KEY).toBe('auth_token')
    expect(storage.getItem('auth_token')).toBe('access-a')
  })

  it('reads the session that it saved, in another tab too', () => {
    const storage = memoryStorage()
    createSessionStore(storage).save(session(), 'signed_in')
    expect(createSessionStore(storage).read()).toEqual(session())
  })

  it('finds a bare token, and ignores a session that belongs to another token', () => {
    const storage = memoryStorage()
    const store = createSessionStore(storage)
    store.save(session(), 'signed_in')
    storage.setItem(TOKEN_KEY, 'other')
    expect(store.read()).toEqual({ token: 'other' })
  })

  it.each(['', 'null', '[]', '{"token":"access-a","refresh":{"token":1},"user":{}}', '{oops'])(
    'ignores the stored session %j',
    (text) => {
      const storage = memoryStorage()
      storage.setItem(TOKEN_KEY, 'access-a')
      storage.setItem(SESSION_KEY, text)
      expect(createSessionStore(storage).read()).toEqual({ token: 'access-a' })
    },
  )

  it('removes everything on clear, with one event', () => {
    const storage = memoryStorage()
    const store = createSessionStore(storage)
    const events: SessionEvent[] = []
    store.subscribe((event) => events.push(event))
    store.save(session(), 'signed_in')
    store.clear()
    store.clear()
    expect([storage.getItem(TOKEN_KEY), storage.getItem(SESSION_KEY), store.read()]).toEqual([null, null, undefined])
    expect(events).toEqual(['signed_in', 'signed_out'])
  })

  it('sends listeners the session after each event, until they unsubscribe', () => {
    const store = createSessionStore()
    const seen: unknown[] = []
    const leave = store.subscribe((event, now) => seen.push([event, now?.token]))
    store.save(session(), 'signed_in')
    store.notify('password_recovery')
    leave()
    store.clear()
    expect(seen).toEqual([
      ['signed_in', 'access-a'],
      ['password_recovery', 'access-a'],
    ])
  })

  it('keeps the session in memory when the storage is full, and drops the previous one', () => {
    const storage = memoryStorage()
    let full = false
    const store = createSessionStore({
      ...storage,
      setItem: (key, value) => {
        if (full) throw new Error('QuotaExceededError')
        storage.setItem(key, value)
      },
    })
    store.save(session('a'), 'signed_in')
    full = true
    store.save(session('b'), 'token_refreshed')
    expect(store.read()).toEqual(session('b'))
    full = false
    store.save(session('c'), 'token_refreshed')
    expect(store.read()).toEqual(session('c'))
    expect(createSessionStore(storage).read()).toEqual(session('c'))
  })

  it('works in memory when the storage is blocked', () => {
    const refuse = () => {
      throw new Error('SecurityError')
    }
    const store = createSessionStore({ getItem: refuse, setItem: refuse, removeItem: refuse })
    expect(store.read()).toBeUndefined()
    store.save(session(), 'signed_in')
    expect(store.read()).toEqual(session())
    store.clear()
    expect(store.read()).toBeUndefined()
  })
})
