import { readFile } from 'node:fs/promises'
import { tools } from '@netbox/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GeneratedClient, generateClient } from './api-client/generate-client.ts'
import { type Service, startService } from './start-service.ts'

describe("a client that another project's generator makes of the live document", () => {
  let service: Service
  let client: GeneratedClient
  beforeAll(async () => {
    service = await startService()
    client = await generateClient(service.url)
  })
  afterAll(async () => {
    await client?.remove()
    await service.remove()
  })

  it('has every operation under its name, and no untyped fields except where anything is allowed', async () => {
    const text = await readFile(client.clientPath, 'utf8')
    const document = await fetch(`${service.url}/api/openapi.json`)
    const { paths } = JSON.parse(await document.text()) as {
      paths: Record<string, Record<string, { operationId: string }>>
    }
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    expect(operations.length).toBeGreaterThan(40)
    for (const { operationId } of operations) expect(text).toContain(`export function ${operationId}(`)
    const names = [...text.matchAll(/^export (?:type|function|const) (\w+)/gm)].map(([, name]) => name)
    expect(names.length).toBe(new Set(names).size)
    expect(names).toEqual(expect.arrayContaining(['ApiError', 'MxRecordResult', 'MxRecordRun', 'User']))
    // The client has `any` in 13 places: the JSON Schema of a tool's results, the detail of an audit entry and, in an account's export, that
    // detail, the bills, and the metadata of user, app and files; in the routes and in the rules of a world document, JSON in three forms: a
    // reply, a list of lines, and the line that is repeated.
    // Values and comments may contain these words.
    const types = text.replaceAll(/\/\*[^]*?\*\/|"[^"]*"/g, '')
    expect(types.match(/\bany\b/g)).toHaveLength(13)
    expect(types).not.toMatch(/\bunknown\b/)
  })

  it('compiles with a strict program that uses it', async () => {
    expect(await client.check()).toBe('')
  })

  it('registers, signs in, runs, counts, and is refused with typed codes', async () => {
    expect(await client.runConsumer(service.url)).toEqual({
      email: 'ana@harbour.example',
      plan: 'free',
      tools: tools.length,
      simulated: 'true',
      exchange: 'mx1.mail.example',
      priority: 10,
      sentence: 'Mail still arrives, ten seconds late.',
      used: 1,
      refusal: { code: 'upgrade_required', needsPlan: true, request: 36 },
      stranger: 'unauthorized',
      wrong: 'invalid_email',
      migrations: 0,
      admin: 'forbidden',
      renewed: true,
    })
  })
})
