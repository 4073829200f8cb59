import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Home, netbox, startShell, useHome } from './support/netbox.ts'
import { withService } from './support/service.ts'
import { sharedService } from './support/shared-service.ts'

const service = sharedService()
let token: string
beforeAll(async () => {
  token = await service.apiToken(await service.register('ana@scripts.example', 'enterprise'))
})

const home = (): Home => withService(useHome(), service.url)
const signed = (): { env: Record<string, string> } => ({ env: { NETBOX_TOKEN: token } })

describe('a call', () => {
  it('uses the session, and prints the response as JSON', async () => {
    const { code, stdout, stderr } = await netbox(home(), ['api', 'GET', '/usage'], signed())
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ plan: 'enterprise' })
  })

  it('needs no account if the API needs none, and accepts a query and the prefix', async () => {
    expect(JSON.parse((await netbox(home(), ['api', 'get', '/tools/mx'])).stdout)).toMatchObject({
      tool: { id: 'mx-record' },
    })
    expect((await netbox(home(), ['api', 'GET', '/api/plans'])).code).toBe(0)
    const { stdout } = await netbox(home(), ['api', 'GET', '/email/history?limit=7'], signed())
    expect(JSON.parse(stdout)).toMatchObject({ data: { limit: 7 } })
  })

  it('sends a file or stdin as its body', async () => {
    const place = home()
    const order = JSON.stringify({ input: 'mail.example', seed: 'k3f9' })
    writeFileSync(join(place.folder, 'order.json'), order)
    const fromFile = await netbox(place, ['api', 'POST', '/tools/mx-record/run', '--input', 'order.json'], signed())
    expect(JSON.parse(fromFile.stdout)).toMatchObject({ seed: 'k3f9', input: 'mail.example' })
    const line = `printf '%s' '${order}' | netbox api POST /tools/mx-record/run --input -`
    const fromPipe = await startShell(place, line, { NETBOX_TOKEN: token }).finished
    expect(JSON.parse(fromPipe.stdout)).toMatchObject({ seed: 'k3f9', simulated: true })
  })
})

describe('an answer that is no success', () => {
  it.each([
    ['who is nobody', 'GET', '/usage', 3, 'unauthorized', /^401 /],
    ['a path that leads nowhere', 'GET', '/nothing', 2, 'not_found', /^404 /],
    ['a method that is not allowed', 'DELETE', '/plans', 2, 'method_not_allowed', /^405 /],
  ])('is printed and has the exit code of its reason: %s', async (_what, method, path, exit, code, line) => {
    const outcome = await netbox(home(), ['api', method, path])
    expect(outcome.code).toBe(exit)
    expect(JSON.parse(outcome.stdout)).toMatchObject({ code })
    expect(outcome.stderr).toMatch(line)
  })

  it('is our own JSON if no service responds', async () => {
    const { code, stdout, stderr } = await netbox(useHome(), ['api', 'GET', '/usage'])
    expect(code).toBe(7)
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'unreachable' } })
    expect(stderr).toMatch(/^http:\/\/127\.0\.0\.1:1 can't be reached: /)
  })
})

describe('an answer of a server that is not ours', () => {
  const answering = async (work: (home: Home) => Promise<void>, body: Buffer, type: string) => {
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(body)),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      // The cast is safe: a server on a port has an address of this type.
      await work(withService(useHome(), `http://127.0.0.1:${(server.address() as AddressInfo).port}`))
    } finally {
      server.close()
    }
  }

  it('is read up to 64 MB, however small it is compressed', async () => {
    await answering(
      async (place) => {
        const { code, stdout } = await netbox(place, ['api', 'GET', '/usage'])
        expect(code).toBe(7)
        expect(JSON.parse(stdout)).toMatchObject({
          error: { code: 'invalid_response', message: expect.stringContaining('more than 64 MB') as string },
        })
      },
      Buffer.alloc(80_000_000, ' '),
      'application/json',
    )
  })

  it('is printed without control characters if it is no JSON', async () => {
    await answering(
      async (place) => {
        const { code, stdout } = await netbox(place, ['api', 'GET', '/usage'])
        expect(code).toBe(0)
        expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
      },
      Buffer.from('a\u001b]0;title\u0007b\u202ec\u009b31m\n'),
      'text/plain',
    )
  })
})

describe('an impossible call', () => {
  it.each([
    ['/../metrics'],
    ['/%2e%2e/metrics'],
    ['/x/..%2f..%2fmetrics'],
    ['//elsewhere.example/usage'],
    ['https://elsewhere.example/usage'],
    ['/\\elsewhere.example'],
    ['/usage#there'],
    ['usage'],
    ['/us age'],
    ['/%zz'],
  ])('a path outside the API is refused: %s', async (path) => {
    const { code, stdout, stderr } = await netbox(home(), ['api', 'GET', path], signed())
    expect(stderr).toMatch(/^The path can't be '/)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  it.each([
    [['api'], "Missing required argument 'method'. Usage: netbox api <method> <path> [--input <FILE>]\n"],
    [['api', 'GET'], "Missing required argument 'path'. Usage: netbox api <method> <path> [--input <FILE>]\n"],
    [['api', 'PUTT', '/x'], "'PUTT' is not a method. Expected one of GET, POST, PATCH, DELETE.\n"],
    [['api', 'GET', '/usage', '--input', 'x'], "GET and --input can't be used together.\n"],
    [['api', 'POST', '/x', '--input', 'missing.json'], "'missing.json' can't be read: it does not exist.\n"],
  ])('%j is refused in one line', async (args, line) => {
    const { code, stderr } = await netbox(home(), args)
    expect(stderr).toBe(line)
    expect(code).toBe(2)
  })

  it('a body that is not JSON is refused before it is sent', async () => {
    const { code, stderr } = await netbox(home(), ['api', 'POST', '/email/verify', '--input', '-'], { input: 'a@b.c' })
    expect(stderr).toBe('stdin is not JSON. The API accepts only JSON bodies.\n')
    expect(code).toBe(2)
  })
})
