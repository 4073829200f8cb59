import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { findTool } from '@netbox/core'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isFed, linesOf, sourceOf, wholeOf } from './inputs.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inputs-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const { signal } = new AbortController()
const fileOf = (text: string | Buffer): string => {
  const path = join(folder, 'input.txt')
  writeFileSync(path, text)
  return path
}
const read = async (text: string | Buffer): Promise<string[]> => {
  const lines: string[] = []
  for await (const list of linesOf(fileOf(text), signal)) lines.push(...list)
  return lines
}

describe('linesOf', () => {
  it('skips blank lines and accepts CR LF and a last line without a line break', async () => {
    expect(await read('a\r\n\n \t\nb\nc')).toEqual(['a', 'b', 'c'])
    expect(await read('')).toEqual([])
  })

  it('reads UTF-8 and UTF-16 with a mark, and names the first line of another encoding', async () => {
    const text = 'bücher.example\r\nb.example'
    const utf16 = Buffer.from(text, 'utf16le')
    for (const octets of [
      Buffer.from(text),
      Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(text)]),
      Buffer.concat([Buffer.of(0xff, 0xfe), utf16]),
      Buffer.concat([Buffer.of(0xfe, 0xff), Buffer.from(utf16).swap16()]),
    ])
      expect(await read(octets)).toEqual(['bücher.example', 'b.example'])
    await expect(read(Buffer.from('a.example\nbücher.example', 'latin1'))).rejects.toThrow(
      /^Line 2 of '.*input\.txt' is not UTF-8\. Save the file as UTF-8\.$/,
    )
  })

  it('skips comments, and tells the number of each line that it returns', async () => {
    const numbers: number[] = []
    const path = fileOf('# mail\na.example\n\n  # web\nb.example # not a comment\n#')
    const lines: string[] = []
    for await (const list of linesOf(path, signal, (number) => numbers.push(number))) lines.push(...list)
    expect(lines).toEqual(['a.example', 'b.example # not a comment'])
    expect(numbers).toEqual([2, 5])
  })

  it('keeps no more of a line than is needed to refuse it', async () => {
    const [first, second] = await read(`${'a'.repeat(5_000_000)}\nnext`)
    expect(first).toHaveLength(65_537)
    expect(second).toBe('next')
  })

  it('reads characters that the file system split', async () => {
    const line = 'ü'.repeat(70_000 / 2)
    expect(await read(`x${line}`)).toEqual([`x${line}`])
  })

  it('returns any lines unchanged', async () => {
    const line = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .map((text) => text.replaceAll(/[\r\n]/g, '').trim())
      .filter((text) => text !== '' && !text.startsWith('#') && !/\p{Surrogate}/u.test(text))
    await fc.assert(
      fc.asyncProperty(fc.array(line), async (lines) => {
        expect(await read(lines.join('\n'))).toEqual(lines)
      }),
      { numRuns: 40 },
    )
  })

  it('reports why a file is unreadable', async () => {
    await expect(linesOf(join(folder, 'missing'), signal).next()).rejects.toThrow(
      "missing' can't be read: it does not exist.",
    )
    await expect(linesOf(folder, signal).next()).rejects.toThrow("can't be read: it is a folder.")
  })

  it('stops when it is aborted', async () => {
    const controller = new AbortController()
    controller.abort(new Error('enough'))
    await expect(linesOf(fileOf('a\nb'), controller.signal).next()).rejects.toThrow('enough')
  })
})

describe('wholeOf', () => {
  it('reads a file as one input', async () => expect(await wholeOf(fileOf('a\r\nb\n'), signal)).toBe('a\nb\n'))
  it('keeps no more than is needed to refuse it', async () =>
    expect(await wholeOf(fileOf('a'.repeat(1_000_000)), signal)).toHaveLength(65_537))
})

describe('sourceOf', () => {
  const mx = findTool('mx-record')
  const headers = findTool('header-analyzer')
  if (mx === undefined || headers === undefined) throw new Error('The catalogue lacks a tool')

  it('takes words, a file or stdin', () => {
    expect(sourceOf(['a', 'b'], {}, mx)).toEqual({ kind: 'words', inputs: ['a', 'b'] })
    expect(sourceOf(['-'], {}, mx)).toEqual({ kind: 'lines', path: '-' })
    expect(sourceOf([], { file: 'list' }, mx)).toEqual({ kind: 'lines', path: 'list' })
  })

  it('reads a file as a whole for a tool with multi-line input', () => {
    expect(sourceOf([], { file: 'headers' }, headers)).toEqual({ kind: 'whole', path: 'headers' })
  })

  it('refuses combined sources', () => {
    expect(() => sourceOf(['-', 'a'], {}, mx)).toThrow("'-' and other inputs can't be used together.")
    expect(() => sourceOf(['a'], { file: 'list' }, mx)).toThrow("--file and other inputs can't be used together.")
  })
})

describe('isFed', () => {
  const never = new Promise<void>(() => undefined)

  it('says whether a pipe has data or ends before it is too late, and leaves the data in it', async () => {
    const pipe = new PassThrough()
    pipe.write('a.example')
    expect(await isFed(pipe, never)).toBe(true)
    pipe.end()
    expect(Buffer.concat(await pipe.toArray()).toString()).toBe('a.example')
    expect(await isFed(new PassThrough().end(), never)).toBe(true)
    expect(await isFed(new PassThrough(), Promise.resolve())).toBe(false)
  })
})
