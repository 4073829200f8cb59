import { describe, expect, it } from 'vitest'
import { memoize, createWorld } from './world.ts'

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
    expect(same(world, 'n99')).toBe('n99')
  })

  it('are the latest ones of a world that is used for long', () => {
    let computed = 0
    const same = memoize((_, name) => {
      computed++
      return name
    })
    const world = createWorld('seed', 0)
    for (let index = 0; index < 1000; index++) same(world, `n${index}`)
    computed = 0
    expect([same(world, 'n999'), same(world, 'n998')]).toEqual(['n999', 'n998'])
    expect(computed).toBe(0)
    same(world, 'n0')
    expect(computed).toBe(1)
  })

  it('are in no copy of a world as text', () => {
    const world = createWorld('seed', 0)
    memoize((_, name) => name)(world, 'a')
    expect(JSON.stringify(world)).toBe(JSON.stringify(createWorld('seed', 0)))
  })
})
