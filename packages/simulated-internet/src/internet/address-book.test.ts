import { fakeClock } from '@netbox/core/testing'
import { describe, expect, it } from 'vitest'
import { createAddressBook } from './address-book.ts'
import { createLoopbackAddressing, namespaceAddressing } from './addressing.ts'
import { openLiveWorld } from './live-world.ts'

const world = openLiveWorld({ seed: 'k3f9', scenario: 'healthy', at: '2026-01-01T00:00:00Z' }).now()

const addressAt = (index: number): string => `127.18.${index >> 8}.${index & 255}`

/** Opens an address book with one listener, and records the addresses that it prepares. */
const openBook = () => {
  const clock = fakeClock(0)
  const addressBook = createAddressBook(createLoopbackAddressing(), clock)
  const ready = new Set<string>()
  const prepared: string[] = []
  addressBook.listen({
    prepare: (host, address) => {
      prepared.push(`${host} ${address}`)
      ready.add(address)
      return undefined
    },
    release: (address) => ready.delete(address),
  })
  const recordMany = (from: number, count: number) => {
    for (let index = from; index < from + count; index++)
      void addressBook.recordAnswer(world, { host: `shop${index}.example`, address: addressAt(index) })
  }
  return { addressBook, clock, ready, prepared, recordMany }
}

describe('an address book', () => {
  it('returns the names of an address, the newest first', () => {
    const { addressBook } = openBook()
    for (const host of ['a.example', 'b.example', 'c.example', 'a.example', 'b.example'])
      void addressBook.recordAnswer(world, { host, address: '127.18.0.1' })
    expect(addressBook.namesAt('127.18.0.1')).toEqual(['b.example', 'a.example', 'c.example'])
    expect(addressBook.namesAt('127.18.0.2')).toEqual([])
    for (let index = 0; index < 100; index++)
      void addressBook.recordAnswer(world, { host: `shop${index}.example`, address: '127.18.0.1' })
    expect(addressBook.namesAt('127.18.0.1')).toHaveLength(32)
    expect(addressBook.namesAt('127.18.0.1')[0]).toBe('shop99.example')
  })

  it('prepares servers once for a name and a world', () => {
    const { addressBook, prepared } = openBook()
    void addressBook.recordAnswer(world, { host: 'a.example', address: '127.18.0.1' })
    void addressBook.recordAnswer(world, { host: 'a.example', address: '127.18.0.1' })
    void addressBook.recordAnswer(world, { host: 'b.example', address: '127.18.0.1' })
    void addressBook.recordAnswer({ ...world }, { host: 'b.example', address: '127.18.0.1' })
    expect(prepared).toEqual(['a.example 127.18.0.1', 'b.example 127.18.0.1', 'b.example 127.18.0.1'])
  })

  it('prepares servers at 500 addresses, then at 10 more a second', () => {
    const { addressBook, clock, ready, recordMany } = openBook()
    recordMany(0, 500)
    expect(ready.size).toBe(500)
    recordMany(500, 5000)
    expect(ready.has(addressAt(500))).toBe(false)
    expect(addressBook.namesAt(addressAt(5499))).toEqual(['shop5499.example'])
    clock.advance(1000)
    recordMany(6000, 100)
    expect(ready.has(addressAt(6009))).toBe(true)
    expect(ready.has(addressAt(6010))).toBe(false)
    expect(ready.has(addressAt(0))).toBe(false)
    expect(ready.size).toBe(500)
  })

  it('continues to prepare for a client that connects to the addresses', () => {
    const { addressBook, ready, recordMany } = openBook()
    for (let index = 0; index < 2000; index++) {
      recordMany(index, 1)
      expect(ready.has(addressAt(index))).toBe(true)
      addressBook.recordConnection()
    }
  })

  it('resolves if a preparation fails, and tries again with the next answer', async () => {
    const addressBook = createAddressBook(namespaceAddressing)
    let tries = 0
    addressBook.listen({
      prepare: async () => {
        tries++
        throw new Error('the kernel refuses')
      },
    })
    for (let answer = 1; answer <= 2; answer++) {
      await expect(
        addressBook.recordAnswer(world, { host: 'a.example', address: '198.51.100.7' }),
      ).resolves.toBeUndefined()
      expect(tries).toBe(answer)
    }
  })

  it('lets every answer with an address wait for the preparation that runs', async () => {
    const addressBook = createAddressBook(namespaceAddressing)
    let finish = (): void => undefined
    const preparation = new Promise<void>((resolve) => (finish = resolve))
    addressBook.listen({ prepare: async () => preparation })
    const events: string[] = []
    const answers = ['first', 'second'].map(async (answer) => {
      await addressBook.recordAnswer(world, { host: 'a.example', address: '198.51.100.7' })
      events.push(answer)
    })
    await Promise.resolve()
    events.push('ready')
    finish()
    await Promise.all(answers)
    expect(events).toEqual(['ready', 'first', 'second'])
    expect(addressBook.recordAnswer(world, { host: 'a.example', address: '198.51.100.7' })).toBeUndefined()
  })

  it.each([namespaceAddressing, createLoopbackAddressing()])(
    'prepares no address of the machine itself ($kind)',
    (addressing) => {
      const addressBook = createAddressBook(addressing)
      const prepared: string[] = []
      addressBook.listen({
        prepare: (_host, address) => {
          prepared.push(address)
          return undefined
        },
      })
      const host = addressing.toLocal('198.51.100.7') ?? ''
      for (const address of ['127.0.0.2', host]) void addressBook.recordAnswer(world, { host: 'a.example', address })
      expect(prepared).toEqual([host])
      expect(addressBook.namesAt('127.0.0.2')).toEqual(['a.example'])
    },
  )
})
