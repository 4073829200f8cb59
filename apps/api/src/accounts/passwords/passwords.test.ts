import { describe, expect, it } from 'vitest'
import { refusalOf, CHEAP } from '../../../test/support/accounts.ts'
import { createHashPool, createPasswords, fromPhc, MAX_PASSWORD_LENGTH } from './passwords.ts'
import fc from 'fast-check'

const cheap = createPasswords({ cost: CHEAP })

describe('passwords', () => {
  it('are stored as a PHC string of argon2id with m=19456, t=2, p=1 and 16 bytes of salt', async () => {
    const hash = await createPasswords().hash('correct horse')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  })

  it('have a new salt each time', async () => {
    const hashes = await Promise.all(Array.from({ length: 50 }, () => cheap.hash('same password')))
    expect(new Set(hashes.map((hash) => fromPhc(hash)?.salt.toString('hex'))).size).toBe(50)
    expect(new Set(hashes).size).toBe(50)
  })

  it('are read from hashes of the reference implementation', async () => {
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await cheap.verify(reference, 'password')).toMatchObject({ isRight: true })
    expect(await cheap.verify(reference, 'passwore')).toEqual({ isRight: false })
  })

  it('match themselves and nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 6, maxLength: 60, unit: 'grapheme' }),
        fc.string({ minLength: 6, maxLength: 60, unit: 'grapheme' }),
        async (one, other) => {
          const hash = await cheap.hash(one)
          expect((await cheap.verify(hash, one)).isRight).toBe(true)
          expect((await cheap.verify(hash, other)).isRight).toBe(one.normalize('NFC') === other.normalize('NFC'))
        },
      ),
    )
  })

  it('are not truncated: the last of 1,024 characters counts, and a NUL does not end them', async () => {
    const long = 'x'.repeat(MAX_PASSWORD_LENGTH - 1)
    const hash = await cheap.hash(`${long}a`)
    expect((await cheap.verify(hash, `${long}a`)).isRight).toBe(true)
    expect((await cheap.verify(hash, `${long}b`)).isRight).toBe(false)
    const withNul = await cheap.hash('secret\0one')
    expect((await cheap.verify(withNul, 'secret\0two')).isRight).toBe(false)
  })

  it('are refused above 1,024 characters and below the minimum', async () => {
    const tooLong = 'x'.repeat(MAX_PASSWORD_LENGTH + 1)
    expect(await refusalOf(cheap.hash(tooLong))).toBe('password_too_long')
    expect(await cheap.verify(await cheap.hash('123456'), tooLong)).toEqual({ isRight: false })
    expect(await cheap.verify(undefined, tooLong)).toEqual({ isRight: false })
    expect(await refusalOf(cheap.hash('12345'))).toBe('password_too_short')
    expect(await refusalOf(createPasswords({ minLength: 12, cost: CHEAP }).hash('12345678901'))).toBe(
      'password_too_short',
    )
  })

  it('are the same whether an accent was typed as one character or two', async () => {
    expect((await cheap.verify(await cheap.hash('pássword'), 'pa\u0301ssword')).isRight).toBe(true)
  })

  it('get a new hash when the cost changed, and only then', async () => {
    const old = await cheap.hash('correct horse')
    const dearer = createPasswords({ cost: { ...CHEAP, passes: 2 } })
    const verdict = await dearer.verify(old, 'correct horse')
    const replacement = verdict.isRight ? verdict.replacement : undefined
    expect(replacement).toContain('t=2')
    expect(await dearer.verify(replacement, 'correct horse')).toEqual({ isRight: true, replacement: undefined })
    expect(await dearer.verify(old, 'wrong horse')).toEqual({ isRight: false })
  })

  it('never match without an account or with an unreadable hash', async () => {
    for (const stored of [
      undefined,
      '',
      '-',
      'correct horse',
      '$argon2i$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAA',
    ])
      expect(await cheap.verify(stored, 'correct horse')).toEqual({ isRight: false })
  })

  it('are hashed at today’s cost even without an account', async () => {
    const passwords = createPasswords({ cost: { ...CHEAP, memory: 4096 } })
    const checks = [passwords.verify(undefined, 'correct horse'), passwords.verify('-', 'correct horse')]
    expect(passwords.load()).toEqual({ running: 2, waiting: 0 })
    expect(await Promise.all(checks)).toEqual([{ isRight: false }, { isRight: false }])
    expect(passwords.load()).toEqual({ running: 0, waiting: 0 })
  })

  it('are hashed three at a time, 64 wait, and the rest is refused immediately', async () => {
    const passwords = createPasswords({ cost: CHEAP })
    const checks = Array.from({ length: 100 }, () => refusalOf(passwords.verify(undefined, 'correct horse')))
    expect(passwords.load()).toEqual({ running: 3, waiting: 64 })
    expect((await Promise.all(checks)).filter((code) => code === 'busy')).toHaveLength(100 - 3 - 64)
  })
})

/** Creates work that ends on demand. */
const manual = () => {
  const ends: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => ends.push(resolve))
  return { work, ends }
}

describe('the pool of hashes', () => {
  it('runs three at once, queues 64 and refuses the rest of 500 immediately', async () => {
    const pool = createHashPool({ atOnce: 3, queue: 64 })
    const { work, ends } = manual()
    let refused = 0
    const all = Array.from({ length: 500 }, async () => {
      const code = await refusalOf(pool.run(work))
      if (code === 'busy') refused += 1
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(refused).toBe(500 - 3 - 64)
    expect(pool.load()).toEqual({ running: 3, waiting: 64 })

    let most = 0
    while (ends.length > 0) {
      most = Math.max(most, ends.length)
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(all)
    expect(most).toBe(3)
    expect(pool.load()).toEqual({ running: 0, waiting: 0 })
  })

  it('admits as much work as fits into slots and queue, refuses the rest before it begins, and admits more as work ends', async () => {
    const pool = createHashPool({ atOnce: 3, queue: 64 })
    const { work, ends } = manual()
    let refused = 0
    const all = Array.from({ length: 500 }, async () => {
      if ((await refusalOf(pool.admit(work))) === 'busy') refused += 1
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect([ends.length, refused]).toEqual([67, 500 - 67])
    for (const end of ends) end()
    await Promise.all(all)
    await expect(pool.admit(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await pool.admit(async () => 7)).toBe(7)
  })

  it('releases the slot when work fails', async () => {
    const pool = createHashPool({ atOnce: 1, queue: 1 })
    await expect(pool.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await pool.run(async () => 7)).toBe(7)
    expect(pool.load()).toEqual({ running: 0, waiting: 0 })
  })
})
