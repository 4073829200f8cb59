import type { Plot, TreeNode } from '@netbox/core'
import { layHops } from './hop-line.ts'
import { isEmptyPlot } from './plot-table.ts'
import { layTimeline } from './timeline-layout.ts'

const nodesOf = ({ children }: TreeNode): number => children.reduce((sum, child) => sum + nodesOf(child), 1)

/**
 * Returns the height in px of a drawing that is wide enough, to reserve its space while it loads; undefined for the map, whose height
 * depends on its width.
 */
export const plotHeight = (plot: Plot): number | undefined => {
  if (isEmptyPlot(plot)) return 72
  switch (plot.kind) {
    case 'exchanges':
      return plot.exchanges.length * 60 + 28
    case 'latency':
      return 300
    case 'hops':
      return 30 + layHops(plot.hops).height
    case 'places':
      return undefined
    case 'gauge':
      return 92 + plot.parts.length * 44
    case 'chain':
      return plot.links.length * 56
    case 'tree':
      return 14 + nodesOf(plot.root) * 42
    case 'dialogue':
      return 46 + plot.lines.length * 38
    case 'timeline':
      return 40 + layTimeline(plot).lanes * 72
    case 'list':
      return (plot.items.length >= 8 ? Math.ceil(plot.items.length / 2) : plot.items.length) * 44
    case 'records':
      return 25.5 + plot.records.length * 45
  }
}
