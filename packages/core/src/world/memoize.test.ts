import { describe, expect, it } from 'vitest'
import { memoize } from './memoize.ts'
import { createWorld } from './world.ts'

describe('memoized facts', () => {
  it('are computed once per world and name', () => {
    let computed = 0
    const lengthOf = memoize((world, name) => {
      computed++
      return `${world.seed} ${name}`.length
    })
    const world = createWorld('seed', 0)
    expect([lengthOf(world, 'ab'), lengthOf(world, 'ab'), lengthOf(world, 'abc')]).toEqual([7, 7, 8])
    expect(computed).toBe(2)
    expect(lengthOf(createWorld('other seed', 0), 'ab')).toBe(13)
  })

  it('stay correct when a run needs more than the cache holds', () => {
    const same = memoize((_, name) => name)
    const world = createWorld('seed', 0)
    for (let index = 0; index < 100; index++) expect(same(world, `n${index}`)).toBe(`n${index}`)
    expect(world.memo.length).toBeLessThan(100)
    expect(same(world, 'n99')).toBe('n99')
  })
})
