import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pieces } from '../../test/support/fake-api.ts'
import { readEventStream, type ServerEvent, readLines, readNdjson } from './read-lines.ts'

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Cuts bytes at the given positions, even within characters. */
const cut = (text: string, places: readonly number[]): Uint8Array[] => {
  const bytes = new TextEncoder().encode(text)
  const at = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b)
  return [...at, bytes.length].map((end, index) => bytes.slice(index === 0 ? 0 : at[index - 1], end))
}

const cuts = fc.array(fc.nat(), { maxLength: 12 })
const someLines = fc.array(fc.stringMatching(/^[aé👩 :]{0,6}$/u), { minLength: 1, maxLength: 8 })

describe('readLines', () => {
  it('finds the same lines at any chunk boundaries and with any line endings', async () => {
    await fc.assert(
      fc.asyncProperty(someLines, fc.constantFrom('\n', '\r\n', '\r'), cuts, async (lines, end, places) => {
        const whole = lines.at(-1) === '' ? lines.slice(0, -1) : lines
        expect(await collect(readLines(pieces(...cut(lines.join(end), places))))).toEqual(whole)
      }),
    )
  })

  it('cancels the body when the reader stops', async () => {
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('line\n')),
      cancel: () => {
        cancelled = true
      },
    })
    for await (const line of readLines(body)) {
      expect(line).toBe('line')
      break
    }
    expect(cancelled).toBe(true)
  })

  it('gives up on an endless line, before it fills the memory', async () => {
    const mebibyte = new Uint8Array(1_048_576).fill(97)
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent++
        controller.enqueue(mebibyte)
      },
    })
    await expect(collect(readLines(body))).rejects.toThrow(RangeError)
    expect(sent).toBeLessThan(20)
  })
})

describe('readEventStream', () => {
  const read = (text: string): Promise<ServerEvent[]> => collect(readEventStream(pieces(text)))

  it('reads names and data, and joins data of several lines', async () => {
    expect(await read('event: log\ndata: {"a":1}\n\ndata: x\ndata:y\n\n')).toEqual([
      { event: 'log', data: '{"a":1}' },
      { event: 'message', data: 'x\ny' },
    ])
  })

  it('skips comments, unknown fields and events without data', async () => {
    expect(await read(': still here\n\nid: 7\nretry: 10\n\nevent: empty\n\ndata: 1\n\n')).toEqual([
      { event: 'message', data: '1' },
    ])
  })

  it('drops an incomplete event', async () => {
    expect(await read('data: 1\n\ndata: 2\n')).toEqual([{ event: 'message', data: '1' }])
  })

  it('reads the same events at any chunk boundaries', async () => {
    const text = '\uFEFFevent: a\r\ndata: é👩\r\n\r\n: beat\r\n\r\ndata: 2\r\n\r\n'
    await fc.assert(
      fc.asyncProperty(cuts, async (places) => {
        expect(await collect(readEventStream(pieces(...cut(text, places))))).toEqual([
          { event: 'a', data: 'é👩' },
          { event: 'message', data: '2' },
        ])
      }),
    )
  })
})

describe('readNdjson', () => {
  it('reads one value a line, with or without a last line ending, and skips blank lines', async () => {
    expect(await collect(readNdjson(pieces('{"a":1}\n\n{"a"', ':2}\r\n \n[3]')))).toEqual([{ a: 1 }, { a: 2 }, [3]])
  })

  it('refuses an incomplete line', async () => {
    await expect(collect(readNdjson(pieces('{"a":1}\n{"a":')))).rejects.toThrow(SyntaxError)
  })
})
