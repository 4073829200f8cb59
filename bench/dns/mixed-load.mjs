/*
 * A program that `netbox serve` wraps: one client of each protocol, each session after the last, every second one with a name that no
 * client has used. Prints the number of sessions of each protocol, and the most memory of the process of the servers, in MB.
 *
 *     netbox serve -- node mixed-load.mjs SECONDS PROCESS
 */
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

const [seconds, server = process.ppid] = process.argv.slice(2)
const proxy = process.env.NETBOX_PROXY
const end = performance.now() + Number(seconds) * 1000
const PATIENCE = 5000

const PORTS = {
  http: 80,
  https: 443,
  smtp: 25,
  smtps: 465,
  submission: 587,
  imap: 143,
  imaps: 993,
  pop3: 110,
  pop3s: 995,
}
const portOf = (protocol) => Number(process.env[`NETBOX_${protocol.toUpperCase()}`]?.split(':')[1] ?? PORTS[protocol])
const [dnsHost, dnsPort] = (process.env.NETBOX_DNS ?? '192.0.2.53:53').split(':')
const resolver = new Resolver({ timeout: PATIENCE, tries: 1 })
resolver.setServers([`${dnsHost}:${dnsPort}`])

let count = 0
/** Returns a name: in turn a new one and one of a hundred. */
const nextName = () => {
  count += 1
  return count % 2 === 0 ? `shop${count}.example` : `mail${count % 200}.example`
}
const addressOf = async (host) => (await resolver.resolve4(host))[0]

/** Sends each text after the reply that matches, and reads until the server closes the connection. */
const talk = async (socket, turns) => {
  socket.setTimeout(PATIENCE, () => socket.destroy())
  let heard = ''
  let turn = 0
  const next = () => {
    if (turn >= turns.length) return
    const [expected, text] = turns[turn]
    if (!expected.test(heard)) return
    heard = ''
    turn += 1
    socket.write(text)
    next()
  }
  socket.on('data', (data) => {
    heard += data.toString('latin1')
    next()
  })
  socket.on('error', () => {})
  next()
  if (!socket.closed) await once(socket, 'close')
}
const open = async (protocol, host) => connect(portOf(protocol), await addressOf(host))
const openTls = async (protocol, host) =>
  connectTls({ port: portOf(protocol), host: await addressOf(host), servername: host, rejectUnauthorized: false })

const now = /^/
const request = (host) => [[now, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`]]
const text = `Subject: load\r\n\r\n${'The quick brown fox.\r\n'.repeat(200)}.\r\n`
const mail = (host) => [
  [/^220 /m, 'EHLO client.example\r\n'],
  [/^250 /m, `MAIL FROM:<ana@client.example>\r\nRCPT TO:<postmaster@${host}>\r\nDATA\r\n`],
  [/^(354|4..|5..) /m, text],
  [/^250 /m, 'QUIT\r\n'],
]
const exchangeOf = async (host) => (await resolver.resolveMx(host))[0].exchange

const sessions = {
  'dns, udp': async () => {
    const name = nextName()
    for (const type of ['A', 'MX', 'TXT', 'NS']) await resolver.resolve(name, type).catch(() => undefined)
  },
  http: async () => {
    const host = nextName()
    await talk(await open('http', host), request(host))
  },
  https: async () => {
    const host = nextName()
    await talk(await openTls('https', host), request(host))
  },
  smtp: async () => {
    const host = nextName()
    await talk(await open('smtp', await exchangeOf(host)), mail(host))
  },
  smtps: async () => {
    const host = nextName()
    await talk(await openTls('smtps', await exchangeOf(host)), mail(host))
  },
  imaps: async () => {
    const host = nextName()
    const turns = [
      [/^\* OK/m, `a LOGIN ana@${host} x\r\n`],
      [/^a /m, 'b EXAMINE INBOX\r\n'],
      [/^b /m, 'c FETCH 1:10 (FLAGS BODY.PEEK[])\r\n'],
      [/^c /m, 'd LOGOUT\r\n'],
    ]
    await talk(await openTls('imaps', `imap.${host}`), turns)
  },
  pop3s: async () => {
    const host = nextName()
    const turns = [
      [/^\+OK/m, `USER ana@${host}\r\n`],
      [/^\+OK/m, 'PASS x\r\n'],
      [/^\+OK/m, 'UIDL\r\n'],
      [/^\.\r$/m, 'RETR 1\r\n'],
      [/^(\.|-ERR.*)\r$/m, 'QUIT\r\n'],
    ]
    await talk(await openTls('pop3s', `pop.${host}`), turns)
  },
  whois: async () => {
    const host = nextName()
    const place = process.env.NETBOX_WHOIS?.split(':') ?? [await addressOf('whois.iana.org'), 43]
    await talk(connect(Number(place[1]), place[0]), [[now, `${host}\r\n`]])
  },
  proxy: async () => {
    const host = nextName()
    const [address, port] = proxy.split(':')
    const head = `CONNECT ${host}:80 HTTP/1.1\r\nHost: ${host}:80\r\n\r\n`
    await talk(connect(Number(port), address), [
      [now, head],
      [/\r\n\r\n/, request(host)[0][1]],
    ])
  },
}

const done = {}
const failed = {}
const repeat = async (protocol) => {
  done[protocol] = failed[protocol] = 0
  while (performance.now() < end) {
    await sessions[protocol]().then(
      () => (done[protocol] += 1),
      () => (failed[protocol] += 1),
    )
  }
}
// A network of its own has no proxy.
const protocols = Object.keys(sessions).filter((protocol) => protocol !== 'proxy' || proxy !== undefined)
await Promise.all(protocols.map(repeat))
const memory = Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${server}/status`, 'utf8'))[1]) / 1024
console.log(JSON.stringify({ done, failed, memory }))
