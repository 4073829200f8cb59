import { expect, it } from 'vitest'
import { addUser } from '../../test/support/rows.ts'
import { outputOf, startChild } from '../../test/support/child.ts'
import { describeOnEveryEngine } from '../../test/support/database.ts'

interface Outcome {
  readonly granted: number
  readonly errors: string[]
}

const consumeInProcesses = async (processes: number, ...parameters: string[]): Promise<Outcome[]> => {
  const outputs = await Promise.all(
    Array.from({ length: processes }, () => outputOf(startChild('consume.ts', parameters))),
  )
  return outputs.map(([line = '{}']) => JSON.parse(line) as Outcome)
}

describeOnEveryEngine('several processes', (open) => {
  it('can start on an empty database concurrently: the tables are created once', async () => {
    const outputs = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        outputOf(startChild('write-rows.ts', [open.url(), String(index * 10), '10'])),
      ),
    )
    expect(outputs.map((lines) => lines.length)).toEqual([11, 11, 11, 11, 11])
    const { queries } = await open()
    expect(await queries.selectFrom('heartbeats').selectAll().execute()).toHaveLength(50)
    expect(await queries.selectFrom('service_controls').selectAll().execute()).toHaveLength(5)
  })

  it('grant exactly 50 of 1,000 together, repeatedly', async () => {
    const database = await open()
    for (let round = 0; round < 3; round += 1) {
      const outcomes = await consumeInProcesses(2, open.url(), await addUser(database), '500', '50')
      expect(outcomes.flatMap(({ errors }) => errors)).toEqual([])
      expect(outcomes.reduce((sum, { granted }) => sum + granted, 0)).toBe(50)
    }
  })
})
