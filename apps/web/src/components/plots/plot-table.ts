import { type Plot, severityWords } from '@netbox/core'
import type { TableData } from './data-table.tsx'
import { fromNow, toMinute } from './measures.ts'

const text = (label: string) => ({ label })
const number = (label: string) => ({ label, isNumber: true })
const time = (value: number | null): string => (value === null ? 'lost' : String(value))

const outcomes = {
  accepts: 'accepts',
  refuses: 'refused',
  silent: 'no answer',
  'no-address': 'no address',
  'not-tried': 'not tried',
} as const

/** Returns the numbers of a picture as a table; undefined if the figure already consists of text rows. */
export const plotTable = (plot: Plot): TableData | undefined => {
  switch (plot.kind) {
    case 'exchanges':
      return {
        columns: [
          text('Mail server'),
          number('Preference'),
          text('Address'),
          text('Outcome'),
          number('From, ms'),
          number('To, ms'),
        ],
        rows: plot.exchanges.map(({ exchange, priority, address, outcome, from, to }) =>
          [exchange, priority, address, outcomes[outcome], from, to].map(String),
        ),
      }
    case 'latency':
      return {
        columns: [number('Packet'), number('Time, ms')],
        rows: plot.packets.map((packet) => [String(packet.sequence), time(packet.time)]),
      }
    case 'hops':
      return {
        columns: [
          number('Hop'),
          text('Name'),
          text('Address'),
          text('Network'),
          number('Time 1, ms'),
          number('Time 2, ms'),
          number('Time 3, ms'),
        ],
        rows: plot.hops.map(({ hop, hostname, ip, network, times }) => [
          String(hop),
          hostname ?? 'no reply',
          ip ?? '—',
          network,
          ...times.map(time),
        ]),
      }
    case 'places':
      return {
        columns: [text('Place'), text('Region'), text('Answer'), text('Note'), text('Finding')],
        rows: plot.places.map(({ location, region, value, note, severity }) => [
          location,
          region,
          value,
          note,
          severityWords[severity].label,
        ]),
      }
    case 'gauge':
      return {
        columns: [text('Part'), number('Points'), number('Of'), text('Note'), text('Finding')],
        rows: plot.parts.map(({ label, points, of, note, severity }) => [
          label,
          String(points),
          String(of),
          note,
          severityWords[severity].label,
        ]),
      }
    case 'timeline':
      return {
        columns: [text('Event'), text('Time, UTC'), text('From now'), text('Finding')],
        rows: plot.events.map((event) => [
          event.label,
          toMinute(event.time),
          fromNow(event.time, plot.now),
          severityWords[event.severity].label,
        ]),
      }
    case 'chain':
    case 'tree':
    case 'dialogue':
    case 'list':
    case 'records':
      return undefined
  }
}

const itemsOf = (plot: Plot): readonly unknown[] => {
  switch (plot.kind) {
    case 'exchanges':
      return plot.exchanges
    case 'latency':
      return plot.packets
    case 'hops':
      return plot.hops
    case 'places':
      return plot.places
    case 'gauge':
      return plot.parts
    case 'chain':
      return plot.links
    case 'tree':
      return [plot.root]
    case 'dialogue':
      return plot.lines
    case 'timeline':
      return plot.events
    case 'list':
      return plot.items
    case 'records':
      return plot.records
  }
}

/** Returns whether there is no data to draw: the figure then says so, with a dashed line. */
export const isEmptyPlot = (plot: Plot): boolean => itemsOf(plot).length === 0

/** Returns the unit of a figure for its caption line; empty if the labels include the unit. */
export const plotUnit = (plot: Plot): string => {
  switch (plot.kind) {
    case 'exchanges':
      return 'seconds since first attempt'
    case 'latency':
      return 'milliseconds'
    case 'gauge':
      return 'points'
    case 'dialogue':
      return plot.caption.includes('milliseconds') ? '' : 'milliseconds since connecting'
    case 'timeline':
      return 'UTC'
    // The labels of these figures include the unit, or the figures have none.
    case 'records':
    case 'hops':
    case 'places':
    case 'chain':
    case 'tree':
    case 'list':
      return ''
  }
}
