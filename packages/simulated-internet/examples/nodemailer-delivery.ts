import { resolveMx } from 'node:dns/promises'
import { replaceNodeDns, startMailServers } from '@netbox/simulated-internet'
import { createTransport } from 'nodemailer'

// The program under test: it delivers mail with nodemailer, to the first mail server that accepts it.
const deliver = async (to: string, port: number): Promise<void> => {
  const records = await resolveMx(to.slice(to.indexOf('@') + 1))
  for (const { exchange: host } of records.toSorted((a, b) => a.priority - b.priority)) {
    const transport = createTransport({ host, port })
    try {
      await transport.sendMail({ from: 'ben@client.example', to, subject: 'Hello', text: 'Good morning' })
      console.log(`${host}  delivered`)
      return
    } catch (error) {
      console.log(`${host}  ${error instanceof Error ? error.message.split(' ', 2).join(' ') : 'failed'}`)
    }
  }
}

// The first mail server is down. All mail servers listen on one port, and their names resolve to their addresses, in nodemailer too.
const world = { seed: 'k3f9', scenario: 'mx-down' } as const
const mail = await startMailServers('mail.example', world)
const dns = replaceNodeDns({ ...world, addresses: mail.addresses })

await deliver('postmaster@mail.example', mail.port)
for (const { exchange, messages } of mail.servers) console.log(`${exchange} has ${messages.length}`)

dns.restore()
await mail.close()
