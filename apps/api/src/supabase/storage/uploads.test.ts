import { systemClock } from '../../clock.ts'
import { describe, expect, it } from 'vitest'
import { createUploadQueue } from './uploads.ts'

const stay = new AbortController().signal

describe('the queue of uploads', () => {
  it('lets each user have some uploads at a time, and then the next one', async () => {
    const enter = createUploadQueue(2, systemClock())
    const [free] = [await enter('ana', stay), await enter('ana', stay)]
    await enter('ben', stay)
    const third = enter('ana', stay)
    free()
    await third
  })

  it('refuses when twenty are waiting', async () => {
    const enter = createUploadQueue(2, systemClock())
    const free = await enter('ana', stay)
    await enter('ana', stay)
    const waiting = Array.from({ length: 20 }, () => enter('ana', stay).then((end) => end()))
    await expect(enter('ana', stay)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 1 })
    free()
    await Promise.all(waiting)
    await enter('ana', stay)
  })

  it('refuses after ten seconds, and keeps no place for a client that left', async () => {
    const waits: { milliseconds: number; end: () => void }[] = []
    const wait = (milliseconds: number) => new Promise<void>((resolve) => waits.push({ milliseconds, end: resolve }))
    const enter = createUploadQueue(1, { wait })
    const free = await enter('ana', stay)
    const late = enter('ana', stay)
    expect(waits.at(-1)?.milliseconds).toBe(10_000)
    waits.at(-1)?.end()
    await expect(late).rejects.toMatchObject({ code: 'rate_limited' })
    const client = new AbortController()
    const left = enter('ana', client.signal)
    client.abort()
    await expect(left).rejects.toMatchObject({ code: 'InvalidRequest' })
    free()
    await enter('ana', stay)
  })
})
