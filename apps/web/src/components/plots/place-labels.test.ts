import type { PlacesPlot } from '@netbox/core'
import { fixedWorld } from '@netbox/core/testing'
import { describe, expect, it } from 'vitest'
import { labelPlaces, mapSizes, landPath, project } from './place-labels.ts'
import fc from 'fast-check'
import { worldMap } from './world-map.ts'

const plotOf = async (
  tool: 'dns-propagation',
  scenario?: 'propagation-partial' | 'cname-dangling',
): Promise<PlacesPlot> => {
  const { plot } = await fixedWorld(scenario).run(tool, 'shop.example')
  if (plot.kind !== 'places') throw new Error(`${tool} draws no map`)
  return plot
}

describe('labelPlaces', () => {
  it('has space for the name of every resolver at every width, from a small phone up', async () => {
    for (const scenario of [undefined, 'propagation-partial', 'cname-dangling'] as const) {
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

const isDrawn = (longitude: number, latitude: number): boolean => {
  const { x, y } = project(longitude, latitude)
  const line = Math.round(((y / 100) * worldMap.height - worldMap.row / 2) / worldMap.row)
  const shift = line % 2 === 0 ? 0 : worldMap.pitch / 2
  const dot = Math.round(((x / 100) * worldMap.width - shift) / worldMap.pitch)
  const runs = (worldMap.rows[line] ?? '').match(/.{4}/g) ?? []
  return runs.some((run) => {
    const start = Number.parseInt(run.slice(0, 2), 36)
    return dot >= start && dot < start + Number.parseInt(run.slice(2), 36)
  })
}

describe('the world map', () => {
  it('has land in the right places and none in the oceans', () => {
    const land = [
      [10, 50],
      [-100, 40],
      [-55, -10],
      [20, 5],
      [135, -25],
      [100, 60],
      [78, 22],
    ] as const
    const sea = [
      [-30, 40],
      [-140, 0],
      [80, -30],
      [-20, -30],
      [170, 30],
    ] as const
    for (const [longitude, latitude] of land) expect(isDrawn(longitude, latitude)).toBe(true)
    for (const [longitude, latitude] of sea) expect(isDrawn(longitude, latitude)).toBe(false)
  })

  it('keeps every place of the shown latitudes within the picture, west to the left and north at the top', () => {
    const latitude = fc.double({ min: -55, max: 79, noNaN: true })
    const longitude = fc.double({ min: -180, max: 180, noNaN: true })
    fc.assert(
      fc.property(longitude, latitude, (east, north) => {
        const { x, y } = project(east, north)
        expect(x).toBeGreaterThanOrEqual(0)
        expect(x).toBeLessThanOrEqual(100)
        expect(y).toBeGreaterThanOrEqual(0)
        expect(y).toBeLessThanOrEqual(100)
        expect(Math.sign(x - 50)).toBe(Math.sign(Number(east.toFixed(9))) === 0 ? Math.sign(x - 50) : Math.sign(east))
        expect(project(east, north - 1).y).toBeGreaterThan(y)
      }),
    )
  })

  it('is small: a thousand dots and more in eight kilobytes', () => {
    expect(JSON.stringify(worldMap).length).toBeLessThan(8192)
    expect(landPath().match(/h0/g)?.length).toBeGreaterThan(1000)
  })
})
