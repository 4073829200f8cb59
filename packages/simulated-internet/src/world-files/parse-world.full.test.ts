import { ToolError } from '@netbox/core'
import { expect, it } from 'vitest'
import { parseWorld } from './parse-world.ts'

it('the text of a world document takes about as long for a text full of mistakes as for a correct one', () => {
  const size = 200_000
  const timeOf = (line: string): number => {
    const text = line.repeat(size / line.length)
    const rounds = Array.from({ length: 3 }, () => {
      const before = process.cpuUsage()
      expect(() => parseWorld(text)).toThrow(ToolError)
      return process.cpuUsage(before).user
    })
    return Math.min(...rounds)
  }
  const correct = timeOf('a: b\n')
  for (const wrong of ['a: ]\n', '{a}\n']) expect(timeOf(wrong) / correct, wrong).toBeLessThan(2.5)
  expect(Error.stackTraceLimit).toBeGreaterThan(0)
})
