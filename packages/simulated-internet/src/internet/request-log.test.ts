import { describe, expect, it } from 'vitest'
import { type RequestEntry, type RequestToLog, createRequestLog } from './request-log.ts'

const requestOf = (question: string): RequestToLog => ({
  protocol: 'dns',
  transport: 'udp',
  server: '192.0.2.53',
  port: 53,
  question,
  answer: '1 record',
  outcome: 'answered',
})

describe('a request log', () => {
  it('keeps the newest entries and counts all', () => {
    const log = createRequestLog(() => 'seed', 3)
    expect(log.entries()).toEqual([])
    for (const question of ['a', 'b', 'c', 'd', 'e']) log.add(requestOf(question))
    expect(log.entries().map(({ question }) => question)).toEqual(['c', 'd', 'e'])
    expect(log.count()).toBe(5)
  })

  it('returns entries that later requests do not change', () => {
    const log = createRequestLog(() => 'seed', 1)
    const heard: RequestEntry[] = []
    const stop = log.listen((entry) => heard.push(entry))
    log.add(requestOf('a'), Date.now() - 7)
    const before = log.entries()
    log.add(requestOf('b'))
    stop()
    log.add(requestOf('c'))
    expect(before).toMatchObject([{ question: 'a' }])
    expect(before[0]?.time).toBeGreaterThanOrEqual(7)
    expect(heard).toMatchObject([{ question: 'a' }, { question: 'b', time: 0 }])
  })
})
