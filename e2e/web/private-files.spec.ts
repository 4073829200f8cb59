import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { serveFolder } from '../browser/serve-folder.ts'
import { expect, type Site, test } from './support/journey.ts'

/** Reads a stored file as a page of a program with supabase-js does, and returns the status and the text. */
const read = (page: Page, path: string, token: string): Promise<[number, string]> =>
  page.evaluate(
    async ([address, bearer]) => {
      const response = await fetch(`/storage/v1/object/docs/${address}`, {
        headers: { authorization: `Bearer ${bearer}` },
      })
      return [response.status, await response.text()]
    },
    [path, token] as const,
  )

/** Calls the storage as a program does. */
const callStorage = async (
  { service }: Site,
  method: string,
  path: string,
  token: string,
  type: string,
  body: string | Buffer<ArrayBuffer>,
): Promise<Response> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const response = await fetch(`${service.url}/storage/v1${path}`, { method, headers, body })
  expect(response.status).toBe(200)
  return response
}

test('keeps a private file in the browser’s cache, but never shows it to the next user', async ({ site }) => {
  const [admin, owner, next] = [await site.admin(), await site.member(), await site.member()]
  await callStorage(site, 'POST', '/bucket', admin.token, 'application/json', '{"name":"docs"}')
  const path = `${owner.id}/a.txt`
  await callStorage(site, 'POST', `/object/docs/${path}`, owner.token, 'text/plain', 'private')
  await site.visitPage(
    undefined,
    '/',
    async (page) => {
      expect(await read(page, path, owner.token)).toEqual([200, 'private'])
      for (const token of [next.token, `${owner.token}x`]) expect((await read(page, path, token))[0]).toBe(400)
      expect(await read(page, path, owner.token)).toEqual([200, 'private'])
    },
    // The browser logs refused requests.
    { expected: /status of 400/ },
  )
})

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('shows a picture by its signed URL on a page of another origin', async ({ site, browser }) => {
  const [admin, owner] = [await site.admin(), await site.member()]
  await callStorage(site, 'POST', '/bucket', admin.token, 'application/json', '{"name":"photos"}')
  const path = `photos/${owner.id}/a.png`
  await callStorage(site, 'POST', `/object/${path}`, owner.token, 'image/png', PIXEL)
  const sign = await callStorage(
    site,
    'POST',
    `/object/sign/${path}`,
    owner.token,
    'application/json',
    '{"expiresIn":60}',
  )
  const { signedURL } = (await sign.json()) as { signedURL: string }
  const app = await serveFolder(fileURLToPath(new URL('../browser', import.meta.url)))
  const page = await browser.newPage()
  try {
    await page.goto(app.url)
    const widthOf = (address: string) =>
      page.evaluate(async (src) => {
        const image = new Image()
        image.src = src
        await image.decode().catch(() => undefined)
        return image.naturalWidth
      }, `${site.service.url}/storage/v1${address}`)
    expect(await widthOf(signedURL)).toBe(1)
    expect(await widthOf(`/object/${path}`)).toBe(0)
  } finally {
    await page.close()
    await app.close()
  }
})
