import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { CompactEncrypt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { createEncryption } from './encryption.ts'

const keyOf = (kid: string) => ({ kid, key: new Uint8Array(randomBytes(32)) })
const [first, second] = [keyOf('k1'), keyOf('k2')]
const place = { row: 'r1', column: 'source_password_encrypted' }

describe('createSeal', () => {
  it('seals with dir and A256GCM, and names the current key in the header', async () => {
    const sealed = await createEncryption([second, first]).seal('secret', place)
    expect(decodeProtectedHeader(sealed)).toEqual({ alg: 'dir', enc: 'A256GCM', kid: 'k2', ...place })
    expect(createEncryption([first]).keyOf(sealed)).toBe('k2')
  })

  it('opens any text in its place', async () => {
    const seal = createEncryption([first])
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        expect(await seal.open(await seal.seal(text, place), place)).toBe(text)
      }),
    )
    const marked = '\uFEFFsecret'
    expect(await seal.open(await seal.seal(marked, place), place)).toBe(marked)
  })

  it('seals the same text differently every time', async () => {
    const seal = createEncryption([first])
    expect(await seal.seal('secret', place)).not.toBe(await seal.seal('secret', place))
  })

  it('opens nothing in another row or column', async () => {
    const seal = createEncryption([first])
    const sealed = await seal.seal('secret', place)
    await expect(seal.open(sealed, { ...place, row: 'r2' })).rejects.toThrow('not in its place')
    const column = 'destination_password_encrypted'
    await expect(seal.open(sealed, { ...place, column })).rejects.toThrow('not in its place')
  })

  it('opens nothing whose header was rewritten to fit another place', async () => {
    const seal = createEncryption([first])
    const [header = '', ...rest] = (await seal.seal('secret', place)).split('.')
    const moved = { ...JSON.parse(Buffer.from(header, 'base64url').toString()), row: 'r2' }
    const forged = [Buffer.from(JSON.stringify(moved)).toString('base64url'), ...rest].join('.')
    await expect(seal.open(forged, { ...place, row: 'r2' })).rejects.toThrow('decryption')
  })

  it('opens nothing of which any part was changed', async () => {
    const seal = createEncryption([first])
    const parts = (await seal.seal('secret', place)).split('.')
    for (const index of [0, 2, 3, 4]) {
      const bytes = Buffer.from(parts[index] ?? '', 'base64url')
      bytes[0] = (bytes[0] ?? 0) ^ 1
      const changed = parts.with(index, bytes.toString('base64url')).join('.')
      await expect(seal.open(changed, place)).rejects.toThrow(/decryption|not in the ring/)
    }
  })

  it('opens what other keys of the ring sealed, and nothing under a key that is not in it', async () => {
    const sealed = await createEncryption([first]).seal('secret', place)
    expect(await createEncryption([second, first]).open(sealed, place)).toBe('secret')
    await expect(createEncryption([second]).open(sealed, place)).rejects.toThrow('not in the ring')
    await expect(createEncryption([{ ...second, kid: 'k1' }]).open(sealed, place)).rejects.toThrow('decryption')
    await expect(createEncryption([first]).open('c2VjcmV0', place)).rejects.toThrow('not in the ring')
  })

  it('takes no other algorithm for its own', async () => {
    const weak = { alg: 'A256KW', enc: 'A128GCM', kid: 'k1', ...place }
    const sealed = await new CompactEncrypt(Buffer.from('secret')).setProtectedHeader(weak).encrypt(first.key)
    await expect(createEncryption([first]).open(sealed, place)).rejects.toThrow('not allowed')
  })

  it('needs a key', () => {
    expect(() => createEncryption([])).toThrow('no key')
  })
})
