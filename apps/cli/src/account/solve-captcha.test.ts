import { pbkdf2Sync } from 'node:crypto'
import type { CaptchaChallenge } from '@netbox/contract'
import { expect, it } from 'vitest'
import { solveCaptcha } from './connect.ts'

const challengeWith = (counter: number, cost: number): CaptchaChallenge => {
  const nonce = '00112233445566778899aabbccddeeff'
  const salt = 'ffeeddccbbaa99887766554433221100'
  const password = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.from([0, 0, counter >> 8, counter & 255])])
  const keyPrefix = pbkdf2Sync(password, Buffer.from(salt, 'hex'), cost, 32, 'sha256').toString('hex').slice(0, 32)
  const data = { purpose: 'email.verify', expires: 0 } as const
  const parameters = {
    algorithm: 'PBKDF2/SHA-256',
    cost,
    nonce,
    salt,
    keyLength: 32,
    keyPrefix,
    keySignature: '',
    data,
  } as const
  return { parameters, signature: 's' }
}

it('finds the number of a challenge', async () => {
  const challenge = challengeWith(300, 10)
  const text = Buffer.from((await solveCaptcha(challenge)) ?? '', 'base64').toString()
  expect(JSON.parse(text)).toMatchObject({ challenge, solution: { counter: 300 } })
})

it('refuses a challenge that would take minutes', async () => {
  const { parameters, signature } = challengeWith(1, 10)
  expect(await solveCaptcha({ parameters: { ...parameters, cost: 2_000_000_000 }, signature })).toBeUndefined()
})
