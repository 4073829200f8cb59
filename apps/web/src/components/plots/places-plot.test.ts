import type { PlacesPlot as Places } from '@netbox/core'
import { fixedWorld } from '@netbox/core/testing'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { PlacesPlot } from './places-plot.tsx'

const plotOf = async (tool: 'dns-propagation' | 'geoip-lookup', scenario?: 'propagation-partial'): Promise<Places> => {
  const { plot } = await fixedWorld(scenario).run(tool, 'shop.example')
  if (plot.kind !== 'places') throw new Error(`${tool} draws no map`)
  return plot
}

const draw = (plot: Places): string => renderToStaticMarkup(createElement(PlacesPlot, { plot }))

/** Returns the lines on the map, by their start. */
const waysOf = (markup: string) =>
  [...markup.matchAll(/d="(M[\d.]+ [\d.]+)Q[^"]*"( stroke-dasharray)?/g)].map(([, from, dashes]) => ({
    from,
    isDashed: dashes !== undefined,
  }))

describe('the map of resolvers', () => {
  it('draws a line from the nameserver to every resolver, dashed to each with the old answer', async () => {
    const plot = await plotOf('dns-propagation', 'propagation-partial')
    const ways = waysOf(draw(plot))
    expect(ways.map(({ isDashed }) => isDashed)).toEqual(plot.places.map(({ severity }) => severity === 'warning'))
    expect(ways.map(({ isDashed }) => isDashed)).toContain(true)
    expect(new Set(ways.map(({ from }) => from)).size).toBe(1)
  })

  it('has one ring for the nameserver, whose name covers no name of a resolver', async () => {
    const plot = await plotOf('dns-propagation')
    const markup = draw(plot)
    expect(markup.match(/data-origin/g)).toHaveLength(1)
    for (const name of [plot.origin?.name ?? '', ...plot.places.map(({ location }) => location)])
      expect(markup, name).toContain(`>${name}<`)
  })
})

describe('the map of an address', () => {
  it('draws a line from your location, and no other', async () => {
    const plot = await plotOf('geoip-lookup')
    const markup = draw(plot)
    expect(waysOf(markup)).toHaveLength(plot.places.length - 1)
    expect(markup).not.toContain('data-origin')
  })
})
