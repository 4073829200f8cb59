/** A point that wants its name beside it; `width` of the name in px. The first come first, and keep their names longest. */
export interface LabelledPoint {
  readonly x: number
  readonly y: number
  readonly width: number
  /** Half the size of the sign on the point, px. */
  readonly radius: number
}

/** Where a name stands: the px from the point to the left edge and the middle of the text. */
export interface LabelPlace {
  readonly dx: number
  readonly dy: number
  /** The name stands so far away that a line has to lead to it. */
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

/** All places that a name may take, the most natural first: beside, below, above, then further away. */
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
    ]
    return along.map(([dx, dy]) => ({ dx: Math.round(dx), dy: Math.round(dy), leads }))
  }
  return [...around(0, false), ...around(9, true), ...around(18, true), ...around(28, true), ...around(40, true)]
}

const fits = (box: Box, taken: readonly Box[], room: { readonly width: number; readonly height: number }): boolean =>
  box.left >= 0 &&
  box.right <= room.width &&
  box.top >= 0 &&
  box.bottom <= room.height &&
  !taken.some((other) => overlaps(box, other))

/**
 * Places names so that none covers another, a sign, or the edge; undefined for a name that finds no place. Points with
 * the fewest places choose first, so that a crowded corner is not left with what the open sea could have spared.
 */
export const placeLabels = (
  points: readonly LabelledPoint[],
  room: { readonly width: number; readonly height: number },
  lineHeight: number,
): (LabelPlace | undefined)[] => {
  const signs = points.map(signOf)
  const open = points.map((point, index) => {
    const others = signs.filter((_, other) => other !== index)
    return placesFor(point, lineHeight).filter((place) => fits(boxAt(point, place, lineHeight), others, room))
  })
  const order = points.map((_, index) => index).toSorted((a, b) => (open[a]?.length ?? 0) - (open[b]?.length ?? 0))
  const placed: (LabelPlace | undefined)[] = points.map(() => undefined)
  const taken: Box[] = []
  for (const index of order) {
    const point = points[index]
    if (point === undefined) continue
    const place = open[index]?.find((candidate) => fits(boxAt(point, candidate, lineHeight), taken, room))
    placed[index] = place
    if (place !== undefined) taken.push(boxAt(point, place, lineHeight))
  }
  return placed
}

/** Guesses how wide a text is, in px: slightly too wide rather than too narrow. */
export const textWidth = (text: string, fontSize: number): number => Math.ceil(text.length * fontSize * 0.58) + 2

/** One name along a line: where it points at, and how wide it is. */
export interface Tag {
  readonly x: number
  readonly width: number
}

/** Puts names along a line in as few lanes as keep them apart; each starts at its point, or ends there if it has to. */
export const placeInLanes = (tags: readonly Tag[], room: number, gap = 12): { lane: number; left: number }[] => {
  const lanes: { left: number; right: number }[][] = []
  return tags.map(({ x, width }) => {
    const left = Math.max(0, Math.min(x, room - width))
    const right = left + width
    let lane = lanes.findIndex((taken) =>
      taken.every((other) => right + gap <= other.left || other.right + gap <= left),
    )
    if (lane === -1) lane = lanes.push([]) - 1
    lanes[lane]?.push({ left, right })
    return { lane, left }
  })
}
