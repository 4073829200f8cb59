import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** Starts work that ends when it is told to. */
const held = (turns: ReturnType<typeof createTurns>, key: string) => {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let isStarted = false
  const work = turns(key, () => {
    isStarted = true
    return promise
  })
  return { work, resolve, reject, isStarted: () => isStarted }
}

it('does work of one key one after the other, also what comes while others wait', async () => {
  const turns = createTurns()
  const [first, second] = [held(turns, 'a'), held(turns, 'a')]
  await expect.poll(first.isStarted).toBe(true)
  expect(second.isStarted()).toBe(false)
  first.resolve('first')
  expect(await first.work).toBe('first')
  const third = held(turns, 'a')
  await expect.poll(second.isStarted).toBe(true)
  expect(third.isStarted()).toBe(false)
  second.resolve('second')
  third.resolve('third')
  expect(await Promise.all([second.work, third.work])).toEqual(['second', 'third'])
})

it('lets work of other keys go on meanwhile', async () => {
  const turns = createTurns()
  const [one, other] = [held(turns, 'a'), held(turns, 'b')]
  await expect.poll(other.isStarted).toBe(true)
  other.resolve('other')
  expect(await other.work).toBe('other')
  one.resolve('one')
  expect(await one.work).toBe('one')
})

it('goes on after work that failed, and tells its caller alone', async () => {
  const turns = createTurns()
  const [failing, next] = [held(turns, 'a'), held(turns, 'a')]
  failing.reject(new Error('no'))
  next.resolve('next')
  await expect(failing.work).rejects.toThrow('no')
  expect(await next.work).toBe('next')
})
