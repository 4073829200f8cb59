import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeInLanes, placeLabels, textWidth } from './labels.ts'

const room = { width: 326, height: 160 }
const LINE = 15

const point = fc.record({
  x: fc.integer({ min: 8, max: 318 }),
  y: fc.integer({ min: 8, max: 152 }),
  width: fc.integer({ min: 20, max: 90 }),
  radius: fc.constantFrom(5, 9),
})

describe('placeLabels', () => {
  it('never lets a label cover another label, a marker or the edge', () => {
    fc.assert(
      fc.property(fc.array(point, { maxLength: 16 }), (points) => {
        const places = placeLabels(points, room, LINE)
        const boxes = points.flatMap((at, index) => {
          const place = places[index]
          return place === undefined
            ? []
            : [{ index, left: at.x + place.dx, top: at.y + place.dy - LINE / 2, width: at.width, height: LINE }]
        })
        for (const a of boxes) {
          expect(a.left).toBeGreaterThanOrEqual(0)
          expect(a.left + a.width).toBeLessThanOrEqual(room.width)
          for (const b of boxes)
            if (a !== b)
              expect(
                a.left + a.width <= b.left ||
                  b.left + b.width <= a.left ||
                  a.top + a.height <= b.top ||
                  b.top + b.height <= a.top,
              ).toBe(true)
        }
      }),
    )
  })

  it('places a single label to the right of its point', () => {
    const [place] = placeLabels([{ x: 100, y: 80, width: 40, radius: 5 }], room, LINE)
    expect(place).toEqual({ dx: 9, dy: 0, leads: false })
  })

  it('returns none without space', () => {
    expect(placeLabels([{ x: 10, y: 10, width: 400, radius: 5 }], room, LINE)).toEqual([undefined])
  })
})

describe('placeInLanes', () => {
  it('separates the labels of one row, and keeps them within the space if they are no longer than half of it', () => {
    const tag = fc.record({ x: fc.integer({ min: 0, max: 720 }), width: fc.integer({ min: 10, max: 360 }) })
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 8 }), (tags) => {
        const places = placeInLanes(tags, 720).map(({ lane, isBefore }, index) => {
          const { x, width } = tags[index] ?? { x: 0, width: 0 }
          const left = isBefore ? x - width : x
          return { lane, left, right: left + width }
        })
        for (const a of places) {
          expect(a.left).toBeGreaterThanOrEqual(0)
          expect(a.right).toBeLessThanOrEqual(720)
          for (const b of places)
            if (a !== b && a.lane === b.lane) expect(a.right <= b.left || b.right <= a.left).toBe(true)
        }
      }),
    )
  })

  it('uses one row if one is enough', () => {
    const tags = [
      { x: 0, width: 100 },
      { x: 200, width: 100 },
      { x: 720, width: 100 },
    ]
    expect(placeInLanes(tags, 720)).toEqual([
      { lane: 0, isBefore: false },
      { lane: 0, isBefore: false },
      { lane: 0, isBefore: true },
    ])
  })
})

describe('textWidth', () => {
  it('grows with the text', () => {
    expect(textWidth('Johannesburg', 13)).toBeGreaterThan(textWidth('Lagos', 13))
  })
})
