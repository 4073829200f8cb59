import type { PlacesPlot } from '@netbox/core'
import { type LabelPlace, placeLabels, textWidth } from './labels.ts'
import { worldMap } from './world-map.ts'

const RADIANS = Math.PI / 180

/** Returns the place of a point on the map in per cent of its width and height. Natural Earth projection (Šavrič 2011). */
export const project = (longitude: number, latitude: number): { readonly x: number; readonly y: number } => {
  const { width, height, top } = worldMap
  const scale = width / (2 * Math.PI * 0.8707)
  const lambda = longitude * RADIANS
  const phi = latitude * RADIANS
  const p2 = phi * phi
  const p4 = p2 * p2
  const east = lambda * (0.8707 - 0.131979 * p2 + p4 * (-0.013791 + p4 * (0.003971 * p2 - 0.001529 * p4)))
  const north = phi * (1.007226 + p2 * (0.015085 + p4 * (-0.044475 + 0.028874 * p2 - 0.005916 * p4)))
  return { x: ((width / 2 + scale * east) / width) * 100, y: ((-scale * north - top) / height) * 100 }
}

/** Writes the land as one path. Round line caps draw its points as dots. */
export const landPath = (): string => {
  const { pitch, row, rows } = worldMap
  return rows
    .flatMap((runs, line) => {
      const shift = line % 2 === 0 ? 0 : pitch / 2
      const y = line * row + row / 2
      return (runs.match(/.{4}/g) ?? []).map((run) => {
        const start = Number.parseInt(run.slice(0, 2), 36)
        const length = Number.parseInt(run.slice(2), 36)
        const x = Number((start * pitch + shift).toFixed(1))
        return `M${x} ${y}h0${`m${pitch} 0h0`.repeat(length - 1)}`
      })
    })
    .join('')
}

type Place = PlacesPlot['places'][number]

/** A width of the map in px with its label layout; the style sheet selects the layout for the current width. */
export interface MapSize {
  readonly name: 'wide' | 'middle' | 'phone' | 'small'
  readonly width: number
  readonly font: number
  readonly line: number
  /** Half the size of a marker in pixels: of a healthy place, of a failing one, and of the origin's ring. */
  readonly radius: readonly [number, number, number]
}

/** The labels of each layout do not overlap at its minimum width, and a wider map only increases their distance. */
export const mapSizes: readonly MapSize[] = [
  { name: 'wide', width: 900, font: 13, line: 17, radius: [6, 9, 11] },
  { name: 'middle', width: 560, font: 13, line: 16, radius: [6, 9, 11] },
  { name: 'phone', width: 320, font: 12, line: 13, radius: [4, 6, 8] },
  { name: 'small', width: 252, font: 11.5, line: 12, radius: [4, 6, 8] },
]

// With fewer places than this, the map has space for the answer of each.
const FEW = 4

/** Returns the label of a place on the map. On a wide map, the label of a place that differs from most others includes its note. */
const nameOf = (place: Place, places: readonly Place[], size: MapSize['name']): string => {
  if (places.length < FEW) return `${place.location}, ${place.value}`
  const isOdd =
    place.severity !== 'pass' && places.filter(({ severity }) => severity === 'pass').length > places.length / 2
  return isOdd && size === 'wide' ? `${place.location}, ${place.note}` : place.location
}

/** A place with its point in per cent of the map, and the position of its label. */
export interface PlaceLabel {
  readonly place: Place
  readonly name: string
  readonly x: number
  readonly y: number
  /** The share of the label to the left of the point, 0 to 1, and the label's offset in px. */
  readonly share: number
  readonly dx: number
  readonly dy: number
  /** The line from the point to the name in units of the map, if one is needed. */
  readonly leader: readonly [number, number] | undefined
}

// The width of a label is an estimate, so the label is anchored where it is nearest to its point, which hides the error.
const anchorOf = ({ dx, dy }: LabelPlace, width: number): Pick<PlaceLabel, 'share' | 'dx' | 'dy'> => {
  const share = Math.max(0, Math.min(1, -dx / width))
  return { share, dx: Math.round(dx + share * width), dy }
}

/** A place with a label, with half the size of its marker in px. */
interface Named {
  readonly place: Place
  readonly text: string
  readonly radius: number
}

const label = (named: readonly Named[], { width, font, line }: MapSize): PlaceLabel[] => {
  const height = (width * worldMap.height) / worldMap.width
  const points = named.map((point) => {
    const { x, y } = project(point.place.longitude, point.place.latitude)
    return { ...point, x, y, width: textWidth(point.text, font) }
  })
  const placed = placeLabels(
    points.map((point) => ({ ...point, x: (point.x / 100) * width, y: (point.y / 100) * height })),
    { width, height },
    line,
  )
  const scale = worldMap.width / width
  return points.flatMap(({ place, text, x, y, width: wide }, index) => {
    const at = placed[index]
    if (at === undefined) return []
    const toX = Math.max(at.dx, Math.min(0, at.dx + wide))
    const leader = at.leads ? ([toX * scale, at.dy * scale * 0.7] as const) : undefined
    return [{ place, name: text, x, y, ...anchorOf(at, wide), leader }]
  })
}

const originPlace = ({ name, latitude, longitude }: NonNullable<PlacesPlot['origin']>): Place => ({
  location: name,
  region: '',
  latitude,
  longitude,
  value: '',
  note: '',
  severity: 'pass',
})

/**
 * Places the labels of all places on a map of one size; a label without space appears only in the table. The origin of the answers has the
 * lowest priority.
 */
export const labelPlaces = (
  { origin, places }: Pick<PlacesPlot, 'origin' | 'places'>,
  size: MapSize,
): readonly PlaceLabel[] => {
  const [well, odd, ring] = size.radius
  const named = places.map((place): Named => ({
    place,
    text: nameOf(place, places, size.name),
    radius: place.severity === 'pass' ? well : odd,
  }))
  if (origin !== undefined) {
    const all = [...named, { place: originPlace(origin), text: origin.name, radius: ring }]
    const labels = label(all, size)
    if (labels.length === all.length) return labels
  }
  return label(named, size)
}
