import { tools } from '@netbox/core'
import { describe, expect, it } from 'vitest'
import { favouritesFirst, favouriteTools } from './favourites.ts'

describe('the favorite tools', () => {
  it('come first, each group in its own order', () => {
    const ids = favouritesFirst(tools.slice(0, 5), ['ping-test', 'ptr-lookup', 'no-such-tool']).map(({ id }) => id)
    expect(ids).toEqual(['ptr-lookup', 'ping-test', 'blacklist-check', 'arin-lookup', 'tcp-port-test'])
  })

  it('are found by id, and missing tools are skipped', () => {
    expect(favouriteTools(['traceroute', 'gone', 'mx-record']).map(({ id }) => id)).toEqual(['traceroute', 'mx-record'])
  })
})
