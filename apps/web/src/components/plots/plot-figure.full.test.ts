import { scenarios, tools } from '@netbox/core'
import { fixedWorld } from '@netbox/core/testing'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { preloadPlot } from './drawings.ts'
import { plotData } from './plot-data.ts'
import { PlotFigure } from './plot-figure.tsx'

const kinds = [
  'exchanges',
  'latency',
  'hops',
  'places',
  'gauge',
  'chain',
  'tree',
  'dialogue',
  'timeline',
  'list',
  'records',
] as const

const escaped = (text: string): string => renderToStaticMarkup(createElement('i', null, text)).slice(3, -4)

beforeAll(async () => {
  await Promise.all(kinds.map(preloadPlot))
})

describe('PlotFigure', () => {
  it.each(tools.map(({ id }) => id))('draws the plot of %s in every scenario', async (id) => {
    const placeholder = tools.find((tool) => tool.id === id)?.placeholder ?? ''
    for (const { name } of scenarios) {
      for (const seed of ['fixed', 'k3f9', 'z']) {
        const { plot } = await fixedWorld(name, seed).run(id, placeholder)
        const markup = renderToStaticMarkup(createElement(PlotFigure, { plot }))
        expect(markup).not.toMatch(/NaN|undefined|Infinity|\[object/)
        expect(markup).toContain(escaped(plot.alternative))
        expect(markup).toContain(escaped(plot.caption))
        expect(plot.alternative.trim()).not.toBe('')
        // The figure without caption and sentence: a drawing, or dashes for missing data.
        const drawn = markup.replace(/<figcaption.*?<\/figcaption>/, '').replace(/<[^>]*>/g, '')
        expect(drawn.length).toBeGreaterThan(plotData(plot).isEmpty ? 10 : plot.alternative.length / 4)
        expect(markup).not.toContain('hatched')
      }
    }
  })

  it('reserves the space of a drawing that is still loading, with its title and sentence', async () => {
    const { plot } = await fixedWorld().run('mx-record', 'mail.example')
    vi.resetModules()
    const fresh = await import('./plot-figure.tsx')
    const markup = renderToStaticMarkup(createElement(fresh.PlotFigure, { plot }))
    expect(markup).toContain(`class="hatched" style="height:${plotData(plot).height}px"`)
    expect(markup).toContain(escaped(plot.caption))
    expect(markup).toContain(escaped(plot.alternative))
  })
})
