import type { PlacesPlot as Places } from '@netbox/core'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import { type LabelPlace, placeLabels, textWidth } from './labels.ts'
import { landPath, project } from './projection.ts'
import { worldMap } from './world-map.ts'
import './places-plot.css'

type Place = Places['places'][number]

const FONT = 13
const LINE = 16
// Names are placed for each of these widths of the map in px; the style sheet shows those that belong to the width.
const SIZES = [
  { name: 'wide', width: 900 },
  { name: 'middle', width: 560 },
  { name: 'small', width: 256 },
] as const
const RATIO = worldMap.height / worldMap.width

const radiusOf = ({ severity }: Place): number => (severity === 'pass' ? 6 : 9)

const labelsAt = (places: readonly Place[], width: number): (LabelPlace | undefined)[] => {
  const font = width < 400 ? 12 : FONT
  const points = places.map((place) => {
    const { x, y } = project(place.longitude, place.latitude)
    const radius = width < 400 ? radiusOf(place) - 2 : radiusOf(place)
    return { x: (x / 100) * width, y: (y / 100) * width * RATIO, width: textWidth(place.location, font), radius }
  })
  return placeLabels(points, { width, height: width * RATIO }, width < 400 ? 13 : LINE)
}

const isOrigin = ({ value }: Place): boolean => value === 'you'

/** The way from where you ask to every other place, bent towards the pole as flights are. */
const Ways = ({ places }: { places: readonly Place[] }) => {
  const origin = places.find(isOrigin)
  if (origin === undefined) return null
  const from = project(origin.longitude, origin.latitude)
  return places
    .filter((place) => place !== origin)
    .map((place) => {
      const to = project(place.longitude, place.latitude)
      const units = (x: number, y: number) =>
        `${((x / 100) * worldMap.width).toFixed(1)} ${((y / 100) * worldMap.height).toFixed(1)}`
      const bend = Math.max(0, (from.y + to.y) / 2 - Math.abs(from.x - to.x) / 2)
      const path = `M${units(from.x, from.y)}Q${units((from.x + to.x) / 2, bend)} ${units(to.x, to.y)}`
      return <path key={place.location} className="way" d={path} vectorEffect="non-scaling-stroke" />
    })
}

const Point = ({ place }: { place: Place }) => {
  const { x, y } = project(place.longitude, place.latitude)
  return (
    <span className={isOrigin(place) ? 'wpt you' : 'wpt'} style={{ left: `${x}%`, top: `${y}%` }}>
      {place.severity === 'pass' ? null : <StatusGlyph severity={place.severity} />}
    </span>
  )
}

const tone: Readonly<Record<Place['severity'], string>> = { pass: '', info: 'info', warning: 'warn', critical: 'crit' }

const Name = ({ place, at }: { place: Place; at: LabelPlace }) => {
  const { x, y } = project(place.longitude, place.latitude)
  return (
    <span
      className={`wname ${tone[place.severity]}`}
      style={{ left: `calc(${x}% + ${at.dx}px)`, top: `calc(${y}% + ${at.dy}px)` }}
    >
      {place.location}
    </span>
  )
}

/** The thin lines to names that found no room beside their point. */
const Leader = ({ place, at, width }: { place: Place; at: LabelPlace; width: number }) => {
  const { x, y } = project(place.longitude, place.latitude)
  // To the nearest point of the name, in the units of the map at the width that the name was placed for.
  const toX = Math.max(at.dx, Math.min(0, at.dx + textWidth(place.location, FONT)))
  const scale = worldMap.width / width
  const [fromX, fromY] = [(x / 100) * worldMap.width, (y / 100) * worldMap.height]
  return <path d={`M${fromX} ${fromY}l${toX * scale} ${at.dy * scale * 0.7}`} vectorEffect="non-scaling-stroke" />
}

const Names = ({ places, name, width }: { places: readonly Place[]; name: string; width: number }) => {
  const labels = labelsAt(places, width)
  const named = places.flatMap((place, at) => {
    const label = labels[at]
    return label === undefined ? [] : [{ place, label }]
  })
  return (
    <div className={`wnames ${name}`}>
      <svg viewBox={`0 0 ${worldMap.width} ${worldMap.height}`} className="leads">
        {named
          .filter(({ label }) => label.leads)
          .map(({ place, label }) => (
            <Leader key={place.location} place={place} at={label} width={width} />
          ))}
      </svg>
      {named.map(({ place, label }) => (
        <Name key={place.location} place={place} at={label} />
      ))}
    </div>
  )
}

/** Draws places on a dotted world map; the land scales, signs and names do not. */
export const PlacesPlot = ({ plot: { places } }: { readonly plot: Places }) => (
  <div className="worldbox">
    <div className="world">
      <svg viewBox={`0 0 ${worldMap.width} ${worldMap.height}`}>
        <path className="land" d={landPath()} />
        <Ways places={places} />
      </svg>
      {SIZES.map(({ name, width }) => (
        <Names key={name} places={places} name={name} width={width} />
      ))}
      {places.map((place) => (
        <Point key={place.location} place={place} />
      ))}
    </div>
  </div>
)
