import { expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

/** Starts work that ends when it is told to. */
const held = (exclusively: ReturnType<typeof createKeyedMutex>, key: string) => {
  let end: (result: string | Promise<string>) => void = () => undefined
  const ended = new Promise<string>((resolve) => {
    end = resolve
  })
  let isStarted = false
  const work = exclusively(key, () => {
    isStarted = true
    return ended
  })
  return { work, end, isStarted: () => isStarted }
}

it('does work of one key one after the other, also what comes while others wait', async () => {
  const exclusively = createKeyedMutex()
  const [first, second] = [held(exclusively, 'a'), held(exclusively, 'a')]
  await expect.poll(first.isStarted).toBe(true)
  expect(second.isStarted()).toBe(false)
  first.end('first')
  expect(await first.work).toBe('first')
  const third = held(exclusively, 'a')
  await expect.poll(second.isStarted).toBe(true)
  expect(third.isStarted()).toBe(false)
  second.end('second')
  third.end('third')
  expect(await Promise.all([second.work, third.work])).toEqual(['second', 'third'])
})

it('lets work of other keys go on meanwhile', async () => {
  const exclusively = createKeyedMutex()
  const [one, other] = [held(exclusively, 'a'), held(exclusively, 'b')]
  await expect.poll(other.isStarted).toBe(true)
  other.end('other')
  expect(await other.work).toBe('other')
  one.end('one')
  expect(await one.work).toBe('one')
})

it('goes on after work that failed, and tells its caller alone', async () => {
  const exclusively = createKeyedMutex()
  const [failing, next] = [held(exclusively, 'a'), held(exclusively, 'a')]
  failing.end(Promise.reject(new Error('no')))
  next.end('next')
  await expect(failing.work).rejects.toThrow('no')
  expect(await next.work).toBe('next')
})
