/** A point with a label; `width` is the width of the label in px. Earlier points have priority. */
export interface LabelledPoint {
  readonly x: number
  readonly y: number
  readonly width: number
  /** Half the size of the marker on the point, in pixels. */
  readonly radius: number
}

/** The place of a label: the distances in px from the point to the left edge of the text and to its vertical middle. */
export interface LabelPlace {
  readonly dx: number
  readonly dy: number
  /** Whether the label is so far from its point that a line must connect them. */
  readonly leads: boolean
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

const boxAt = ({ x, y, width }: LabelledPoint, { dx, dy }: LabelPlace, height: number): Box => ({
  left: x + dx,
  right: x + dx + width,
  top: y + dy - height / 2,
  bottom: y + dy + height / 2,
})

const signOf = ({ x, y, radius }: LabelledPoint): Box => ({
  left: x - radius,
  right: x + radius,
  top: y - radius,
  bottom: y + radius,
})

/** Returns the possible positions of a label, the most natural first: at its side, below, above, then further away. */
const placesFor = ({ width, radius }: LabelledPoint, height: number): LabelPlace[] => {
  const gap = radius + 4
  const around = (far: number, leads: boolean): LabelPlace[] => {
    const side = gap + far
    const over = radius + height / 2 + far
    const along: readonly (readonly [number, number])[] = [
      [side, 0],
      [-side - width, 0],
      [-width / 2, over],
      [-width / 2, -over],
      [side, over * 0.6],
      [side, -over * 0.6],
      [-side - width, over * 0.6],
      [-side - width, -over * 0.6],
      [-radius, over],
      [-radius, -over],
      [radius - width, over],
      [radius - width, -over],
      [-width * 0.75, over],
      [-width * 0.75, -over],
      [-width * 0.25, over],
      [-width * 0.25, -over],
    ]
    return along.map(([dx, dy]) => ({ dx: Math.round(dx), dy: Math.round(dy), leads }))
  }
  return [...around(0, false), ...[6, 12, 18, 24, 30, 36, 44].flatMap((far) => around(far, true))]
}

const fits = (box: Box, taken: readonly Box[], room: { readonly width: number; readonly height: number }): boolean =>
  box.left >= 0 &&
  box.right <= room.width &&
  box.top >= 0 &&
  box.bottom <= room.height &&
  !taken.some((other) => overlaps(box, other))

type Placed = readonly (LabelPlace | undefined)[]

// A label without space chooses first in the next round; after a few rounds, the result is stable.
const ROUNDS = 12

/**
 * Places labels so that none covers another, a marker, or the edge; undefined for a label without a place. Points with the fewest options
 * choose first, so that labels with more options leave them space.
 */
export const placeLabels = (
  points: readonly LabelledPoint[],
  room: { readonly width: number; readonly height: number },
  lineHeight: number,
): Placed => {
  const signs = points.map(signOf)
  const open = points.map((point, index) => {
    const others = signs.filter((_, other) => other !== index)
    return placesFor(point, lineHeight)
      .map((place) => ({ place, box: boxAt(point, place, lineHeight) }))
      .filter(({ box }) => fits(box, others, room))
  })
  const place = (order: readonly number[]): Placed => {
    const taken: Box[] = []
    const placed: (LabelPlace | undefined)[] = points.map(() => undefined)
    for (const index of order) {
      const found = open[index]?.find(({ box }) => fits(box, taken, room))
      if (found === undefined) continue
      placed[index] = found.place
      taken.push(found.box)
    }
    return placed
  }
  const failed = (placed: Placed) => placed.flatMap((at, index) => (at === undefined ? [index] : []))
  let order = points.map((_, index) => index).toSorted((a, b) => (open[a]?.length ?? 0) - (open[b]?.length ?? 0))
  let best = place(order)
  for (let round = 0; round < ROUNDS && failed(best).length > 0; round++) {
    const first = failed(place(order))
    order = [...first, ...order.filter((index) => !first.includes(index))]
    const next = place(order)
    if (failed(next).length < failed(best).length) best = next
  }
  return best
}

/** Estimates the width of a text in px, slightly too wide rather than too narrow. */
export const textWidth = (text: string, fontSize: number): number => Math.ceil(text.length * fontSize * 0.58) + 2

/** A label along a line: its point, and its width. */
export interface Tag {
  readonly x: number
  readonly width: number
}

/** The place of a label along a line: its row, and whether it ends at its point instead of starting there. */
export interface LanePlace {
  readonly lane: number
  readonly isBefore: boolean
}

/** Places labels along a line, in as few rows as possible without overlap; a label that would cross the edge ends at its point. */
export const placeInLanes = (tags: readonly Tag[], room: number, gap = 12): LanePlace[] => {
  const lanes: { left: number; right: number }[][] = []
  return tags.map(({ x, width }) => {
    const isBefore = x + width > room && x > room / 2
    const [left, right] = isBefore ? [x - width, x] : [x, x + width]
    let lane = lanes.findIndex((taken) =>
      taken.every((other) => right + gap <= other.left || other.right + gap <= left),
    )
    if (lane === -1) lane = lanes.push([]) - 1
    lanes[lane]?.push({ left, right })
    return { lane, isBefore }
  })
}
