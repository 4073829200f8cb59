import { expect, it } from 'vitest'
import { createQueue } from './state.ts'

it('runs 20 tasks of a queue at the same time, in their order', async () => {
  const queue = createQueue()
  const started: number[] = []
  const ends: (() => void)[] = []
  const tasks = Array.from({ length: 120 }, async (_, index) =>
    queue.run(async () => {
      started.push(index)
      await new Promise<void>((resolve) => ends.push(resolve))
    }),
  )
  expect([started.length, queue.seconds()]).toEqual([20, 3])
  const [first] = ends
  first?.()
  await tasks[0]
  await Promise.resolve()
  expect([started.length, started.at(-1)]).toEqual([21, 20])
  for (const end of ends) end()
  await Promise.all(tasks.slice(0, 21))
  expect([started.length, queue.seconds()]).toEqual([41, 2])
})

it('ends a task that fails', async () => {
  const queue = createQueue()
  const failing = Array.from({ length: 60 }, async () => queue.run(async () => Promise.reject(new Error('no'))))
  expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true)
  expect(queue.seconds()).toBe(1)
})
