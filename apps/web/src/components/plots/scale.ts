/** A linear scale from zero: its end and its ticks. */
export interface Scale {
  readonly end: number
  readonly ticks: readonly number[]
}

const NICE = [1, 2, 5, 10]

/** Returns a scale from zero that includes `most`, with at most `count` round steps. */
export const scaleTo = (most: number, count = 7): Scale => {
  const rough = (most > 0 ? most : 1) / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = (NICE.find((nice) => nice * power >= rough * (1 - 1e-9)) ?? 10) * power
  const steps = Math.max(1, Math.ceil((most > 0 ? most : 1) / step - 1e-9))
  // Multiplied and rounded, because a sum such as 0.1 + 0.2 has seventeen digits.
  const ticks = Array.from({ length: steps + 1 }, (_, at) => Number((at * step).toPrecision(12)))
  return { end: ticks.at(-1) ?? step, ticks }
}

/** Returns the position of a value on a scale, from 0 to 100 per cent. */
export const percent = (value: number, { end }: Scale): number =>
  Math.round(Math.min(1, Math.max(0, value / end)) * 10_000) / 100
