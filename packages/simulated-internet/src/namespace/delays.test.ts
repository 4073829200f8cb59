import { expect, it } from 'vitest'
import { delayClass, delayCommands } from './delays.ts'

it('packets of every round-trip time have a class, whose delay is that time in whole milliseconds', () => {
  const [root, ...commands] = delayCommands('program')
  expect(root).toBe('qdisc add dev program root handle 1: htb')
  for (const [time, delay] of [
    [0.05, 1],
    [78.8, 79],
    [255.6, 256],
    [9000, 500],
  ] as const) {
    const name = delayClass(time)
    const index = commands.indexOf(`class add dev program parent 1: classid ${name} htb rate 10gbit quantum 60000`)
    expect(index).toBe(2 * (delay - 1))
    expect(commands[index + 1]).toBe(`qdisc add dev program parent ${name} netem delay ${delay}ms limit 10000`)
  }
})
