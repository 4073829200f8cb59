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
