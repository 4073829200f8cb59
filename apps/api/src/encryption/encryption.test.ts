import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { CompactEncrypt, decodeProtectedHeader } from 'jose'
import { describe, expect, it } from 'vitest'
import { createEncryption } from './encryption.ts'

const keyOf = (kid: string) => ({ kid, key: new Uint8Array(randomBytes(32)) })
const [first, second] = [keyOf('k1'), keyOf('k2')]
const context = { row: 'r1', column: 'source_password_encrypted' }

describe('createEncryption', () => {
  it('encrypts with dir and A256GCM, and names the current key in the header', async () => {
    const ciphertext = await createEncryption([second, first]).encrypt('secret', context)
    expect(decodeProtectedHeader(ciphertext)).toEqual({ alg: 'dir', enc: 'A256GCM', kid: 'k2', ...context })
    expect(createEncryption([first]).keyOf(ciphertext)).toBe('k2')
  })

  it('decrypts any text for its row and column', async () => {
    const encryption = createEncryption([first])
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        expect(await encryption.decrypt(await encryption.encrypt(text, context), context)).toBe(text)
      }),
    )
    const marked = '\uFEFFsecret'
    expect(await encryption.decrypt(await encryption.encrypt(marked, context), context)).toBe(marked)
  })

  it('encrypts the same text differently every time', async () => {
    const encryption = createEncryption([first])
    expect(await encryption.encrypt('secret', context)).not.toBe(await encryption.encrypt('secret', context))
  })

  it('decrypts nothing for another row or column', async () => {
    const encryption = createEncryption([first])
    const ciphertext = await encryption.encrypt('secret', context)
    await expect(encryption.decrypt(ciphertext, { ...context, row: 'r2' })).rejects.toThrow('another row or column')
    const column = 'destination_password_encrypted'
    await expect(encryption.decrypt(ciphertext, { ...context, column })).rejects.toThrow('another row or column')
  })

  it('decrypts nothing whose header was changed to match another row', async () => {
    const encryption = createEncryption([first])
    const [header = '', ...rest] = (await encryption.encrypt('secret', context)).split('.')
    const moved = { ...JSON.parse(Buffer.from(header, 'base64url').toString()), row: 'r2' }
    const forged = [Buffer.from(JSON.stringify(moved)).toString('base64url'), ...rest].join('.')
    await expect(encryption.decrypt(forged, { ...context, row: 'r2' })).rejects.toThrow('decryption')
  })

  it('decrypts nothing with any part changed', async () => {
    const encryption = createEncryption([first])
    const parts = (await encryption.encrypt('secret', context)).split('.')
    for (const index of [0, 2, 3, 4]) {
      const bytes = Buffer.from(parts[index] ?? '', 'base64url')
      bytes[0] = (bytes[0] ?? 0) ^ 1
      const changed = parts.with(index, bytes.toString('base64url')).join('.')
      await expect(encryption.decrypt(changed, context)).rejects.toThrow(/decryption|not in the ring/)
    }
  })

  it('decrypts text of every key in the ring, and of no other key', async () => {
    const ciphertext = await createEncryption([first]).encrypt('secret', context)
    expect(await createEncryption([second, first]).decrypt(ciphertext, context)).toBe('secret')
    await expect(createEncryption([second]).decrypt(ciphertext, context)).rejects.toThrow('not in the ring')
    await expect(createEncryption([{ ...second, kid: 'k1' }]).decrypt(ciphertext, context)).rejects.toThrow(
      'decryption',
    )
    await expect(createEncryption([first]).decrypt('c2VjcmV0', context)).rejects.toThrow('not in the ring')
  })

  it('accepts no other algorithm', async () => {
    const weak = { alg: 'A256KW', enc: 'A128GCM', kid: 'k1', ...context }
    const ciphertext = await new CompactEncrypt(Buffer.from('secret')).setProtectedHeader(weak).encrypt(first.key)
    await expect(createEncryption([first]).decrypt(ciphertext, context)).rejects.toThrow('not allowed')
  })

  it('needs a key', () => {
    expect(() => createEncryption([])).toThrow('no key')
  })
})
