import type { PlacesPlot as Places } from '@netbox/core'
import type { CSSProperties } from 'react'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import { labelPlaces, type MapSize, mapSizes, type PlaceLabel } from './place-labels.ts'
import { landPath, project } from './projection.ts'
import { worldMap } from './world-map.ts'
import './places-plot.css'

type Place = Places['places'][number]

const VIEW = `0 0 ${worldMap.width} ${worldMap.height}`

/** From per cent to the units of the drawing. */
const inUnits = ({ x, y }: { readonly x: number; readonly y: number }): readonly [number, number] => [
  Number(((x / 100) * worldMap.width).toFixed(1)),
  Number(((y / 100) * worldMap.height).toFixed(1)),
]

const isOrigin = ({ value }: Place): boolean => value === 'you'

/** The way from where you ask to every other place, bent towards the pole as flights are. */
const Ways = ({ places }: { places: readonly Place[] }) => {
  const origin = places.find(isOrigin)
  if (origin === undefined) return null
  const [fromX, fromY] = inUnits(project(origin.longitude, origin.latitude))
  return places
    .filter((place) => place !== origin)
    .map((place) => {
      const [toX, toY] = inUnits(project(place.longitude, place.latitude))
      const bend = Math.max(4, (fromY + toY) / 2 - Math.abs(fromX - toX) / 4 - 20)
      const path = `M${fromX} ${fromY}Q${(fromX + toX) / 2} ${bend} ${toX} ${toY}`
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

const Name = ({ label: { place, name, x, y, share, dx, dy } }: { label: PlaceLabel }) => {
  const style: CSSProperties = {
    left: `calc(${x}% + ${dx}px)`,
    top: `calc(${y}% + ${dy}px)`,
    transform: `translate(${-share * 100}%, -50%)`,
  }
  return (
    <span className={`wname ${tone[place.severity]}`} style={style}>
      {name}
    </span>
  )
}

const Names = ({ places, size }: { places: readonly Place[]; size: MapSize }) => {
  const labels = labelPlaces(places, size)
  return (
    <div className={`wnames ${size.name}`}>
      <svg viewBox={VIEW} className="leads">
        {labels.map((label) => {
          if (label.leader === undefined) return null
          const path = `M${inUnits(label).join(' ')}l${label.leader.join(' ')}`
          return <path key={label.name} d={path} vectorEffect="non-scaling-stroke" />
        })}
      </svg>
      {labels.map((label) => (
        <Name key={label.name} label={label} />
      ))}
    </div>
  )
}

/** Draws places on a dotted world map; the land scales, signs and names do not. */
export const PlacesPlot = ({ plot: { places } }: { readonly plot: Places }) => (
  <div className="worldbox">
    <div className="world">
      <svg viewBox={VIEW}>
        <path className="land" d={landPath()} />
        <Ways places={places} />
      </svg>
      {mapSizes.map((size) => (
        <Names key={size.name} places={places} size={size} />
      ))}
      {places.map((place) => (
        <Point key={place.location} place={place} />
      ))}
    </div>
  </div>
)
