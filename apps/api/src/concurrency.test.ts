import { expect, it, describe } from 'vitest'
import { createKeyedSemaphore, createConcurrencyLimit } from './concurrency.ts'

describe('createConcurrencyLimit', () => {
  it('refuses without a free slot, until work ends; ending twice frees one slot', () => {
    const limit = createConcurrencyLimit(2, 'busy')
    const end = limit.enter()
    limit.enter()
    expect(() => limit.enter()).toThrow(expect.objectContaining({ code: 'busy', retryAfter: 1 }))
    end()
    end()
    expect(limit.active).toBe(1)
    limit.enter()
    expect(() => limit.enter()).toThrow(expect.objectContaining({ code: 'busy' }))
  })

  it('counts each key separately', () => {
    const limit = createConcurrencyLimit(1, 'rate_limited')
    const end = limit.enter('a')
    expect(() => limit.enter('a')).toThrow(expect.objectContaining({ code: 'rate_limited' }))
    limit.enter('b')
    end()
    limit.enter('a')
    expect(limit.active).toBe(2)
  })
})

/** Starts work that ends on demand. */
const held = ({ run }: ReturnType<typeof createKeyedSemaphore>, key: string) => {
  let end: (result: string | Promise<string>) => void = () => undefined
  const ended = new Promise<string>((resolve) => {
    end = resolve
  })
  let isStarted = false
  const work = run(key, () => {
    isStarted = true
    return ended
  })
  return { work, end, isStarted: () => isStarted }
}

it('runs work of one key sequentially, even work that arrives while others wait', async () => {
  const mutex = createKeyedSemaphore()
  const [first, second] = [held(mutex, 'a'), held(mutex, 'a')]
  await expect.poll(first.isStarted).toBe(true)
  expect(second.isStarted()).toBe(false)
  first.end('first')
  expect(await first.work).toBe('first')
  const third = held(mutex, 'a')
  await expect.poll(second.isStarted).toBe(true)
  expect(third.isStarted()).toBe(false)
  second.end('second')
  third.end('third')
  expect(await Promise.all([second.work, third.work])).toEqual(['second', 'third'])
})

it('runs work of other keys meanwhile', async () => {
  const mutex = createKeyedSemaphore()
  const [one, other] = [held(mutex, 'a'), held(mutex, 'b')]
  await expect.poll(other.isStarted).toBe(true)
  other.end('other')
  expect(await other.work).toBe('other')
  one.end('one')
  expect(await one.work).toBe('one')
})

it('continues after failed work, and reports the failure only to its caller', async () => {
  const mutex = createKeyedSemaphore()
  const [failing, next] = [held(mutex, 'a'), held(mutex, 'a')]
  failing.end(Promise.reject(new Error('no')))
  next.end('next')
  await expect(failing.work).rejects.toThrow('no')
  expect(await next.work).toBe('next')
})

it('releases aborted waiters, and serves the later ones in order', async () => {
  const mutex = createKeyedSemaphore()
  const end = await mutex.acquire('a')
  const leaving = new AbortController()
  const left = mutex.acquire('a', leaving.signal)
  const next = held(mutex, 'a')
  leaving.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  await expect(mutex.acquire('a', leaving.signal)).rejects.toThrow('gone')
  expect(next.isStarted()).toBe(false)
  end()
  next.end('next')
  expect(await next.work).toBe('next')
})
