import type { PlacesPlot as Places } from '@netbox/core'
import type { CSSProperties } from 'react'
import { Marker } from '../ui/glyphs/status-glyph.tsx'
import { labelPlaces, type MapSize, mapSizes, type PlaceLabel, landPath, project } from './place-labels.ts'
import { worldMap } from './world-map.ts'

type Place = Places['places'][number]

const VIEW = `0 0 ${worldMap.width} ${worldMap.height}`

/** Converts per cent to units of the drawing. */
const inUnits = ({ x, y }: { readonly x: number; readonly y: number }): readonly [number, number] => [
  Number(((x / 100) * worldMap.width).toFixed(1)),
  Number(((y / 100) * worldMap.height).toFixed(1)),
]

const isYou = ({ value }: Place): boolean => value === 'you'

/**
 * The lines from the origin of the answers, or from your location, to every place: curved towards the pole, like flight paths. The line to
 * a stale answer is dashed.
 */
const Ways = ({ plot: { origin, places } }: { plot: Places }) => {
  const from = origin ?? places.find(isYou)
  if (from === undefined) return null
  const [fromX, fromY] = inUnits(project(from.longitude, from.latitude))
  return places
    .filter((place) => place !== from)
    .map((place) => {
      const [toX, toY] = inUnits(project(place.longitude, place.latitude))
      const bend = Math.max(4, (fromY + toY) / 2 - Math.abs(fromX - toX) / 4 - 20)
      const isStale = place.severity === 'warning'
      return (
        <path
          key={place.location}
          className={`[stroke-width:1] @min-[560px]:[stroke-width:1.5] ${isStale ? 'stroke-warn' : 'stroke-signal opacity-80'}`}
          d={`M${fromX} ${fromY}Q${(fromX + toX) / 2} ${bend} ${toX} ${toY}`}
          strokeDasharray={isStale ? '4 4' : undefined}
          vectorEffect="non-scaling-stroke"
        />
      )
    })
}

const at = (longitude: number, latitude: number): CSSProperties => {
  const { x, y } = project(longitude, latitude)
  return { left: `${x}%`, top: `${y}%` }
}

const shapes = {
  dot: 'size-2 rounded-full border border-sheet bg-signal @min-[560px]:size-3',
  you: 'size-3 rounded-full border-3 border-signal bg-sheet @min-[560px]:size-4 @min-[560px]:border-4',
  sign: 'z-1 size-[13px] @min-[560px]:size-4.5',
}

const Point = ({ place }: { place: Place }) => {
  const shape = place.severity === 'pass' ? (isYou(place) ? 'you' : 'dot') : 'sign'
  return (
    <span className={`absolute -translate-1/2 ${shapes[shape]}`} style={at(place.longitude, place.latitude)}>
      {shape === 'sign' ? <Marker severity={place.severity} /> : null}
    </span>
  )
}

const tone: Readonly<Record<Place['severity'], string>> = {
  pass: 'font-medium',
  info: 'text-info font-medium',
  warning: 'text-warn font-bold',
  critical: 'text-crit font-bold',
}

const Name = ({ label: { place, name, x, y, share, dx, dy } }: { label: PlaceLabel }) => (
  <span
    className={`absolute text-xs leading-3 whitespace-nowrap haloed @min-[560px]:text-sm @min-[560px]:leading-4 ${tone[place.severity]}`}
    style={{
      left: `calc(${x}% + ${dx}px)`,
      top: `calc(${y}% + ${dy}px)`,
      transform: `translate(${-share * 100}%, -50%)`,
    }}
  >
    {name}
  </span>
)

const DRAWING = 'absolute inset-0 size-full overflow-visible fill-none'

const shownAt: Readonly<Record<MapSize['name'], string>> = {
  wide: 'hidden @min-[900px]:block',
  middle: 'hidden @min-[560px]:@max-[900px]:block',
  phone: 'hidden @min-[320px]:@max-[560px]:block',
  small: '@min-[320px]:hidden',
}

const Names = ({ plot, size }: { plot: Places; size: MapSize }) => {
  const labels = labelPlaces(plot, size)
  return (
    <div className={`absolute inset-0 ${shownAt[size.name]}`}>
      <svg viewBox={VIEW} className={`${DRAWING} stroke-ink-3`}>
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
  <div className="@container">
    <div className="relative aspect-[1000/427]">
      <svg viewBox={VIEW} className={DRAWING}>
        <path
          className="stroke-land [stroke-width:5] @min-[560px]:[stroke-width:4.6]"
          strokeLinecap="round"
          d={landPath()}
        />
        <Ways plot={plot} />
      </svg>
      {mapSizes.map((size) => (
        <Names key={size.name} plot={plot} size={size} />
      ))}
      {plot.origin === undefined ? null : (
        // The ring around the origin of the answers also fits around the dot of a place in the same city.
        <span
          data-origin
          className="absolute size-4 -translate-1/2 rounded-full border-2 border-signal bg-sheet @min-[560px]:size-[22px] @min-[560px]:border-3"
          style={at(plot.origin.longitude, plot.origin.latitude)}
        />
      )}
      {plot.places.map((place) => (
        <Point key={place.location} place={place} />
      ))}
    </div>
  </div>
)
