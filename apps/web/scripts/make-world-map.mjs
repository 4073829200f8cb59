/*
 * Writes src/components/plots/world-map.ts: the land of the world as rows of dots, each row as runs.
 * Source: Natural Earth (public domain) through world-atlas. Run it manually after a change of grid or projection:
 *
 *   node apps/web/scripts/make-world-map.mjs
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { geoContains, geoNaturalEarth1 } from 'd3-geo'
import { feature } from 'topojson-client'

const require = createRequire(import.meta.url)

// The drawing's own units; the map covers 80° north to 57° south, which includes all places.
const WIDTH = 1000
const PITCH = 9.2
const ROW = 8
const NORTH = 80
const SOUTH = -57

const projection = geoNaturalEarth1()
  .scale(WIDTH / (2 * Math.PI * 0.8707))
  .translate([WIDTH / 2, 0])
const top = projection([0, NORTH])[1]
const height = Math.ceil(projection([0, SOUTH])[1] - top)

const atlas = JSON.parse(await readFile(require.resolve('world-atlas/land-50m.json'), 'utf8'))
const land = feature(atlas, atlas.objects.land)

const isLand = (x, y) => {
  const [longitude, latitude] = projection.invert([x, y + top])
  return Math.abs(longitude) <= 180 && geoContains(land, [longitude, latitude])
}

const rows = []
for (let row = 0; row * ROW < height; row++) {
  const shift = row % 2 === 0 ? 0 : PITCH / 2
  const dots = Array.from({ length: Math.floor(WIDTH / PITCH) }, (_, at) =>
    isLand(at * PITCH + shift, row * ROW + ROW / 2),
  )
  const runs = []
  for (let at = 0; at < dots.length; at++) {
    if (!dots[at]) continue
    const start = at
    while (dots[at + 1]) at++
    runs.push(start.toString(36).padStart(2, '0') + (at - start + 1).toString(36).padStart(2, '0'))
  }
  rows.push(runs.join(''))
}

const source = `// Made by scripts/make-world-map.mjs from Natural Earth (public domain). Do not edit.

/** The land in rows of dots from north to south: each run is two digits of base 36 for its start and two for its length. */
export const worldMap = {
  width: ${WIDTH},
  height: ${height},
  /** The smallest y of the projection, which is the upper edge. */
  top: ${Number(top.toFixed(3))},
  pitch: ${PITCH},
  row: ${ROW},
  rows: [
${rows.map((row) => `    '${row}',`).join('\n')}
  ],
} as const
`
await writeFile(new URL('../src/components/plots/world-map.ts', import.meta.url), source)
console.log(`${rows.length} rows, ${source.length} bytes, ${height} high`)
