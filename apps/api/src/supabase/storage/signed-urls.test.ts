import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createSignedUrls, type SignedClaims } from './signed-urls.ts'

it('signs with the current key, and accepts signatures of an earlier key while it is kept', async () => {
  const [old, current] = [{ key: randomBytes(32) }, { key: randomBytes(32) }]
  let now = Date.parse('2026-11-20T08:00:00Z')
  const signerOf = (...keys: { key: Uint8Array }[]) => createSignedUrls(keys, { now: () => now })
  const opened: SignedClaims = { url: 'docs/a.txt', scope: 'download', owner: 'ana', since: 0, upsert: false }
  const token = await signerOf(old).sign(opened, 60)
  const rotated = signerOf(current, old)
  expect(await rotated.verify(token, opened.url, 'download')).toMatchObject(opened)
  const renewed = await rotated.sign(opened, 60)
  expect(await signerOf(current).verify(renewed, opened.url, 'download')).toMatchObject(opened)
  await expect(signerOf(current).verify(token, opened.url, 'download')).rejects.toMatchObject({
    code: 'InvalidSignature',
  })
  now += 61_000
  await expect(rotated.verify(token, opened.url, 'download')).rejects.toMatchObject({ code: 'ExpiredToken' })
})
