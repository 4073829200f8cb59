import type { PlacesPlot as Places } from '@netbox/core'
import type { CSSProperties } from 'react'
import { StatusGlyph } from '../ui/glyphs/status-glyph.tsx'
import { labelPlaces, type MapSize, mapSizes, type PlaceLabel } from './place-labels.ts'
import { landPath, project } from './projection.ts'
import { worldMap } from './world-map.ts'
import * as styles from './places-plot.module.css'

type Place = Places['places'][number]

const VIEW = `0 0 ${worldMap.width} ${worldMap.height}`

/** Converts per cent to units of the drawing. */
const inUnits = ({ x, y }: { readonly x: number; readonly y: number }): readonly [number, number] => [
  Number(((x / 100) * worldMap.width).toFixed(1)),
  Number(((y / 100) * worldMap.height).toFixed(1)),
]

const isYou = ({ value }: Place): boolean => value === 'you'

/** The lines from the origin of the answers, or from your location, to every place: curved towards the pole, like flight paths. */
const Ways = ({ plot: { origin, places } }: { plot: Places }) => {
  const from = origin ?? places.find(isYou)
  if (from === undefined) return null
  const [fromX, fromY] = inUnits(project(from.longitude, from.latitude))
  return places
    .filter((place) => place !== from)
    .map((place) => {
      const [toX, toY] = inUnits(project(place.longitude, place.latitude))
      const bend = Math.max(4, (fromY + toY) / 2 - Math.abs(fromX - toX) / 4 - 20)
      const path = `M${fromX} ${fromY}Q${(fromX + toX) / 2} ${bend} ${toX} ${toY}`
      const tone = place.severity === 'warning' ? `${styles.way} ${styles.old}` : styles.way
      return <path key={place.location} className={tone} d={path} vectorEffect="non-scaling-stroke" />
    })
}

/** The ring at the origin of the answers, which also fits around the dot of a place in the same city. */
const Origin = ({ origin }: { origin: NonNullable<Places['origin']> }) => {
  const { x, y } = project(origin.longitude, origin.latitude)
  return <span className={`${styles.wpt} ${styles.origin}`} style={{ left: `${x}%`, top: `${y}%` }} />
}

const Point = ({ place }: { place: Place }) => {
  const { x, y } = project(place.longitude, place.latitude)
  return (
    <span className={isYou(place) ? `${styles.wpt} ${styles.you}` : styles.wpt} style={{ left: `${x}%`, top: `${y}%` }}>
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
    <span className={`${styles.wname} ${tone[place.severity]}`} style={style}>
      {name}
    </span>
  )
}

const Names = ({ plot, size }: { plot: Places; size: MapSize }) => {
  const labels = labelPlaces(plot, size)
  return (
    <div className={styles.wnames} data-size={size.name}>
      <svg viewBox={VIEW} className={styles.leads}>
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

/** Draws places on a dotted world map; the land scales, markers and labels do not. */
export const PlacesPlot = ({ plot }: { readonly plot: Places }) => (
  <div className={styles.worldbox}>
    <div className={styles.world}>
      <svg viewBox={VIEW}>
        <path className={styles.land} d={landPath()} />
        <Ways plot={plot} />
      </svg>
      {mapSizes.map((size) => (
        <Names key={size.name} plot={plot} size={size} />
      ))}
      {plot.origin === undefined ? null : <Origin origin={plot.origin} />}
      {plot.places.map((place) => (
        <Point key={place.location} place={place} />
      ))}
    </div>
  </div>
)
