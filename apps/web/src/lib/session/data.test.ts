import type { VerificationEntry } from '@netbox/contract'
import { describe, expect, it } from 'vitest'
import { EXPORT_PAGE, readForExport } from './data.tsx'

const entry = (id: string): VerificationEntry => ({
  id,
  email: `${id}@mail.example`,
  status: 'valid',
  confidence: 95,
  provider: null,
  smtp_server: null,
  smtp_response_code: null,
  smtp_response_message: null,
  verification_attempts: 1,
  reason: 'mailbox_exists',
  retry_after: null,
  role: false,
  simulated: false,
  created_at: '2026-11-20T08:00:00.000Z',
})

/** Returns a history that gets new entries at its start while it is read. */
const history = (count: number, newOnEachRead = 0) => {
  const entries = Array.from({ length: count }, (_, at) => entry(`e${at}`))
  const asked: number[] = []
  const read = async (page: number) => {
    asked.push(page)
    const items = entries.slice((page - 1) * EXPORT_PAGE, page * EXPORT_PAGE)
    const total = entries.length
    for (let more = 0; more < newOnEachRead; more += 1) entries.unshift(entry(`new${page}-${more}`))
    return { items, total }
  }
  return { read, asked, entries }
}

const progress = () => {
  const told: string[] = []
  return { told, onRead: (done: number, all: number): void => void told.push(`${done}/${all}`) }
}

describe('reading for a file', () => {
  it.each([0, 1, EXPORT_PAGE - 1, EXPORT_PAGE, EXPORT_PAGE + 1, 3 * EXPORT_PAGE])(
    'returns all of %i',
    async (count) => {
      const { read, entries } = history(count)
      const { told, onRead } = progress()
      expect((await readForExport(read, onRead)).map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
      expect(told.at(-1)).toBe(`${count}/${count}`)
    },
  )

  it('ends at its limit, and requests no page beyond it', async () => {
    const { read, asked } = history(1000)
    const { told, onRead } = progress()
    const found = await readForExport(read, onRead, 500)
    expect(found.map(({ id }) => id)).toEqual(Array.from({ length: 500 }, (_, at) => `e${at}`))
    expect(asked).toEqual([1, 2, 3])
    expect(told).toEqual(['200/500', '400/500', '500/500'])
  })

  it('returns nothing twice while more addresses are verified', async () => {
    const { read } = history(900, 70)
    const ids = (await readForExport(read, () => undefined)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter((id) => id.startsWith('e'))).toHaveLength(900)
  })

  it('fails with a page, so that no file looks complete', async () => {
    const { read } = history(900)
    const failing = async (page: number) => {
      if (page === 3) throw new Error('gone')
      return read(page)
    }
    await expect(readForExport(failing, () => undefined)).rejects.toThrow('gone')
  })
})
