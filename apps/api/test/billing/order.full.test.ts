import { beforeAll, expect, it } from 'vitest'
import { describeOnEveryEngine } from '../support/database.ts'
import { EXPECTED, storyIn } from './support/story.ts'

const permutations = (list: readonly number[]): readonly (readonly number[])[] =>
  list.length < 2
    ? [list]
    : list.flatMap((first) => permutations(list.filter((each) => each !== first)).map((rest) => [first, ...rest]))

describeOnEveryEngine('events in any order', (open) => {
  let told: ReturnType<typeof storyIn>
  beforeAll(async () => {
    told = storyIn(await open())
  })

  it('end alike: all 720 orders of six', async () => {
    const orders = permutations([0, 1, 2, 3, 4, 5])
    expect(orders).toHaveLength(720)
    for (let start = 0; start < orders.length; start += 24) {
      const ends = await Promise.all(orders.slice(start, start + 24).map(told.deliver))
      for (const end of ends) expect(end).toEqual(EXPECTED)
    }
  }, 240_000)
})
