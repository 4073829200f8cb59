// Mail servers for bench/verifier.mjs, in a separate process, so that they use no processor time of the measured process: one for each
// address, all on one port. Each takes 50 ms for a reply, accepts every name that begins with `person`, and counts the recipients.
import { createServer } from 'node:net'

const [, , count = '0', delay = '50'] = process.argv
const asked = new Map()

const answer = (address, line) => {
  const verb = line.slice(0, 4)
  if (verb === 'EHLO') return '250 mx.test'
  if (verb === 'QUIT') return '221 2.0.0 Bye'
  if (verb !== 'RCPT') return '250 2.0.0 Ok'
  asked.set(address, (asked.get(address) ?? 0) + 1)
  return line.includes('<person') ? '250 2.1.5 Ok' : '550 5.1.1 No such user'
}

const serve = (socket) => {
  const { localAddress } = socket
  let unread = ''
  const say = (text, isLast) =>
    setTimeout(() => {
      if (socket.destroyed) return
      socket.write(`${text}\r\n`)
      if (isLast) socket.end()
    }, Number(delay))
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes) => {
    unread += bytes.toString('latin1')
    const lines = unread.split('\r\n')
    unread = lines.pop()
    for (const line of lines) say(answer(localAddress, line), line.startsWith('QUIT'))
  })
  say('220 mx.test ESMTP', false)
}

const listen = (host, port) =>
  new Promise((resolve, reject) => {
    const server = createServer(serve)
    server.once('error', reject)
    server.listen({ host, port, backlog: 1024 }, () => resolve(server.address().port))
  })

const addresses = Array.from({ length: Number(count) }, (_, index) => `127.3.${index >> 8}.${(index & 255) + 1}`)
const port = await listen(addresses[0], 0)
await Promise.all(addresses.slice(1).map((address) => listen(address, port)))
process.send({ port, addresses })
process.on('message', () => process.send({ asked: [...asked.values()] }))
process.on('disconnect', () => process.exit())
