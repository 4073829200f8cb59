import { describe, expect, it } from 'vitest'
import { placeOf } from './toast-place.ts'

const view = { width: 1000, height: 800 }
const size = { width: 300, height: 100 }
const EDGE = 20

const box = (left: number, top: number, width: number, height = 40) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

describe('the place of toasts', () => {
  it('is the right bottom corner if it is free', () => {
    expect(placeOf(size, view, EDGE, [])).toEqual({ side: 'right', lift: 0 })
    expect(placeOf(size, view, EDGE, [box(20, 740, 300), box(700, 100, 200)])).toEqual({ side: 'right', lift: 0 })
  })

  it('is the left corner if the right side is occupied', () => {
    expect(placeOf(size, view, EDGE, [box(800, 700, 100)])).toEqual({ side: 'right', lift: 88 })
    expect(placeOf(size, view, EDGE, [box(800, 300, 100, 460)])).toEqual({ side: 'left', lift: 0 })
  })

  it('is above a bar of the whole width', () => {
    const { side, lift } = placeOf(size, view, EDGE, [box(0, 700, 1000)])
    expect({ side, lift }).toEqual({ side: 'right', lift: 88 })
  })

  it('is between two rows of actions if there is space', () => {
    const rows = [box(0, 740, 1000), box(0, 640, 1000), box(0, 400, 1000)]
    expect(placeOf(size, view, EDGE, rows)).toEqual({ side: 'right', lift: 148 })
  })

  it('stays in its corner if actions are everywhere', () => {
    const rows = Array.from({ length: 20 }, (_, at) => box(0, at * 40, 1000))
    expect(placeOf(size, view, EDGE, rows)).toEqual({ side: 'right', lift: 0 })
  })
})
