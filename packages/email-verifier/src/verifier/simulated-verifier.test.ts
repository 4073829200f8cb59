import { verificationStatuses } from '@netbox/product'
import { describe, expect, it } from 'vitest'
import { all } from '../../test/verify-against-servers.ts'
import { simulatedVerifier } from './simulated-verifier.ts'

const people = Array.from({ length: 400 }, (_, index) => `person${index}@company${index % 200}.example`)
const list = [...people, 'ana@mailinator.com', 'postmaster@mailinator.com', 'no address', 'ana@[127.0.0.1]']

describe('simulatedVerifier', () => {
  it('reaches every status, and marks every result', async () => {
    const results = await all(simulatedVerifier().verifyMany(list))
    expect(results).toHaveLength(list.length)
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(verificationStatuses))
    expect(results.every(({ simulated }) => simulated)).toBe(true)
  })

  it('gives the same result for an address and a seed, single or in a list, and another one with another seed', async () => {
    const [one, same, other] = [
      simulatedVerifier({ seed: 'a' }),
      simulatedVerifier({ seed: 'a' }),
      simulatedVerifier({ seed: 'b' }),
    ]
    const results = await all(one.verifyMany(list))
    expect(await Promise.all(list.map((email) => same.verify(email)))).toEqual(results)
    expect(await all(other.verifyMany(list))).not.toEqual(results)
  })

  it('reports for a greylisted address at the second try whether it exists', async () => {
    const verifier = simulatedVerifier()
    const results = await all(verifier.verifyMany(people))
    const waiting = results.filter(({ reason }) => reason === 'greylisted')
    expect(waiting.length).toBeGreaterThan(0)
    for (const { email, retry_after } of waiting) {
      expect(retry_after).toBe(360)
      const next = await verifier.verify(email, { attempts: 1 })
      expect(next).toMatchObject({ verification_attempts: 2, retry_after: null })
      expect(['valid', 'suspicious', 'invalid']).toContain(next.status)
    }
  })

  it('answers a repeated address once, and can be cancelled', async () => {
    const verifier = simulatedVerifier()
    expect(await all(verifier.verifyMany(['ana@a.example', 'ana@A.example ', 'x', ' x']))).toHaveLength(2)
    const signal = AbortSignal.abort(new Error('Enough.'))
    await expect(all(verifier.verifyMany(people, { signal }))).rejects.toThrow('Enough.')
    await expect(verifier.verify('ana@a.example', { signal })).rejects.toThrow('Enough.')
  })

  it('refuses an invalid seed', async () => {
    await expect(simulatedVerifier({ seed: '' }).verify('ana@a.example')).rejects.toThrow(/seed/i)
  })
})
