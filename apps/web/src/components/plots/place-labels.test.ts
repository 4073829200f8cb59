import type { PlacesPlot } from '@netbox/core'
import { fixedWorld } from '@netbox/core/testing'
import { describe, expect, it } from 'vitest'
import { labelPlaces, mapSizes } from './place-labels.ts'

const plotOf = async (
  tool: 'dns-propagation',
  scenario?: 'propagation-partial' | 'dangling-cname',
): Promise<PlacesPlot> => {
  const { plot } = await fixedWorld(scenario).run(tool, 'shop.example')
  if (plot.kind !== 'places') throw new Error(`${tool} draws no map`)
  return plot
}

describe('labelPlaces', () => {
  it('has space for the name of every resolver at every width, from a small phone up', async () => {
    for (const scenario of [undefined, 'propagation-partial', 'dangling-cname'] as const) {
      const plot = await plotOf('dns-propagation', scenario)
      for (const size of mapSizes) {
        const named = labelPlaces(plot, size).map(({ place }) => place.location)
        const resolvers = plot.places.map(({ location }) => location)
        expect(named.slice(0, resolvers.length), size.name).toEqual(resolvers)
        if (size.name === 'wide') expect(named).toContain(plot.origin?.name)
      }
    }
  })

  it('shows on a wide map the notes of the few failing ones', async () => {
    const { places } = await plotOf('dns-propagation', 'propagation-partial')
    const [wide, , phone] = mapSizes.map((size) => labelPlaces({ places }, size))
    const odd = wide?.filter(({ place }) => place.severity !== 'pass') ?? []
    expect(odd.length).toBeGreaterThan(0)
    for (const { name, place } of odd) expect(name).toBe(`${place.location}, ${place.note}`)
    for (const { name, place } of phone ?? []) expect(name).toBe(place.location)
  })
})
