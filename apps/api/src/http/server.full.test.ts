import { expect, it } from 'vitest'
import { timeouts } from './server.ts'
import { drainAfterEach, exchange, start } from '../../test/support/start-server.ts'

drainAfterEach()

it('a server times out incomplete headers while it serves other clients', async () => {
  const { port } = await start((_request, response) => response.end('done'), {
    // The timeouts are long enough to serve normal clients on a busy machine.
    timeouts: { ...timeouts, headers: 2000, request: 4000, upload: 4000, silence: 10_000 },
  })
  const slow = Array.from({ length: 1000 }, () => exchange(port, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '))
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('done')
  const answers = await Promise.all(slow)
  expect(answers.every((text) => text === '' || text.startsWith('HTTP/1.1 408 '))).toBe(true)
  expect(answers.filter((text) => text.includes('"code":"request_timeout"')).length).toBeGreaterThan(900)
})

it('a draining server loses no request on keep-alive connections', async () => {
  const server = await start((_request, response) => response.end('ok'))
  const url = `http://127.0.0.1:${server.port}/`
  let isEnding = false
  let served = 0
  let warm: () => void = () => undefined
  const isWarm = new Promise<void>((resolve) => {
    warm = resolve
  })
  const lost: string[] = []
  const client = async (): Promise<void> => {
    for (;;) {
      try {
        await (await fetch(url)).text()
        if (++served === 500) warm()
      } catch (error) {
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined
        const code = cause !== undefined && 'code' in cause ? String(cause.code) : String(error)
        if (code !== 'ECONNREFUSED' || !isEnding) lost.push(code)
        return
      }
    }
  }
  const clients = Array.from({ length: 20 }, client)
  await isWarm
  isEnding = true
  await server.drain()
  await Promise.all(clients)
  expect(lost).toEqual([])
})
