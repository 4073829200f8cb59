import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createBodyReader } from './json-body.ts'

describe('createBodyReader', () => {
  const MEGABYTE = 1_048_576

  const request = (): IncomingMessage => {
    const message = new IncomingMessage(new Socket())
    message.headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
    return message
  }

  it('reads 64 megabytes together and no more, and others when those are done', async () => {
    const read = createBodyReader()
    const open = Array.from({ length: 64 }, () => {
      const message = request()
      const value = read(message, false)
      message.emit('data', Buffer.alloc(MEGABYTE, ' '))
      return { message, value }
    })
    const late = request()
    const refused = read(late, false)
    late.emit('data', Buffer.from('{'))
    late.emit('end')
    await expect(refused).rejects.toMatchObject({ code: 'busy', retryAfter: 1 })
    for (const { message, value } of open) {
      message.emit('end')
      await expect(value).rejects.toMatchObject({ code: 'bad_request' })
    }
    for (let round = 0; round < 100; round++) {
      const message = request()
      const value = read(message, false)
      message.emit('data', Buffer.from(`"${'x'.repeat(MEGABYTE - 2)}"`))
      message.emit('end')
      expect(await value).toHaveLength(MEGABYTE - 2)
    }
  })
})
