import { once } from 'node:events'
import net from 'node:net'
import { createInterface } from 'node:readline'
import { fakeClock } from '@netbox/core/testing'
import { createResolver, loopbackLookup, startMailServer } from '@netbox/simulated-internet'

// The program to demonstrate delivers a message. Its port and its lookup function are parameters.
const say = async (socket: net.Socket, lines: AsyncIterator<string>, text: string): Promise<string> => {
  if (text !== '') socket.write(`${text}\r\n`)
  for (;;) {
    const line = await lines.next()
    if (line.done === true) throw new Error('the connection ended')
    if (/^\d{3} /.test(line.value)) return line.value
  }
}

const deliver = async (
  to: string,
  exchange: string,
  { port, lookup }: { port: number; lookup: net.LookupFunction },
) => {
  const socket = net.connect({ host: exchange, port, lookup })
  try {
    await once(socket, 'connect')
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
    const steps = ['', 'EHLO client.example', 'MAIL FROM:<ben@client.example>', `RCPT TO:<${to}>`, 'DATA']
    for (const step of [...steps, 'Subject: hello\r\n\r\nGood morning\r\n.']) {
      const reply = await say(socket, lines, step)
      if (!/^[23]/.test(reply)) return reply
    }
    return 'delivered'
  } finally {
    socket.destroy()
  }
}

// The setup: the first mail server is down from 10:00 to 10:30. The second one stays up.
const clock = fakeClock(Date.parse('2026-01-01T09:55:00Z'))
const world = { seed: 'k3f9', scenario: 'healthy,mx-down@10:00..10:30', clock } as const
const resolver = createResolver(world)
const records = (await resolver.resolveMx('mail.example')).toSorted((a, b) => a.priority - b.priority)
const servers = await Promise.all(
  records.map(async ({ exchange }) => startMailServer({ domain: 'mail.example', exchange, ...world })),
)
const lookup = loopbackLookup(resolver)

for (const time of ['09:55', '10:10', '10:30']) {
  clock.advanceTo(`2026-01-01T${time}:00Z`)
  for (const server of servers) await server.refresh()
  for (const { exchange, port } of servers) {
    const outcome = await deliver('ana@mail.example', exchange, { port, lookup }).catch((error: unknown) =>
      error instanceof Error && 'code' in error ? String(error.code) : 'failed',
    )
    console.log(`${time}  ${exchange}  ${outcome}`)
    if (outcome === 'delivered') break
  }
}

for (const server of servers) {
  console.log(`${server.exchange} took ${server.messages.map(({ at }) => at.slice(11, 16)).join(', ') || 'nothing'}`)
  await server.close()
}
