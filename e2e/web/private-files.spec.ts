import type { Page } from '@playwright/test'
import { expect, test } from './support/journey.ts'

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

test('keeps a private file in the browser’s cache, but never shows it to the next user', async ({ site }) => {
  const [admin, owner, next] = [await site.admin(), await site.member(), await site.member()]
  const call = async (method: string, path: string, token: string, type: string, body: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    const response = await fetch(`${site.service.url}/storage/v1${path}`, { method, headers, body })
    expect(response.status).toBe(200)
  }
  await call('POST', '/bucket', admin.token, 'application/json', '{"name":"docs"}')
  const path = `${owner.id}/a.txt`
  await call('POST', `/object/docs/${path}`, owner.token, 'text/plain', 'private')
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
