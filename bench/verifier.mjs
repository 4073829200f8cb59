// Measures how close verification comes to the rate that its limits allow: 10,000 addresses in 200 domains, each with its own mail server
// that takes 50 ms for a reply. The limits are set so that the run takes less than a minute; they have the same form as the real ones
// (recipient checks in a period, two connections), and the result is the ratio of the two rates.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createConnector, createVerifier, memoryLimits } from '@netbox/email-verifier'
import { table } from './statistics.mjs'

const DOMAINS = 200
const ADDRESSES = 10_000
const REPLY = 50
const QUESTIONS = 10
const PERIOD = 5000

const servers = fork(fileURLToPath(new URL('verifier/servers.mjs', import.meta.url)), [String(DOMAINS), String(REPLY)])
const [{ port, addresses: machines }] = await once(servers, 'message')

const domains = machines.map((_, index) => `mail${index}.test`)
const addresses = function* () {
  for (let index = 0; index < ADDRESSES; index++) yield `person${index}@${domains[index % DOMAINS]}`
}

let firstReply
/** Records the time of the first byte from any server. */
const noting = (connector) => ({
  connect: async (to) => {
    const connection = await connector.connect(to)
    const read = async function* () {
      for await (const bytes of connection.read()) {
        firstReply ??= performance.now()
        yield bytes
      }
    }
    return { ...connection, read }
  },
})

const isOurs = (address) => address.startsWith('127.3.')
const verifier = createVerifier({
  helo: 'probe.netbox.test',
  mailFrom: 'bounces@netbox.test',
  port,
  allow: isOurs,
  connector: noting(createConnector({ allow: isOurs })),
  limits: memoryLimits({ questions: QUESTIONS, period: PERIOD }),
  resolver: {
    exchanges: async (domain) => ({ exists: true, records: [{ host: `mx.${domain}`, preference: 10 }] }),
    addresses: async (host) => ({ exists: true, records: [machines[domains.indexOf(host.slice(3))]] }),
  },
})

const started = performance.now()
let firstResult
let count = 0
let mostMemory = 0
const reasons = new Map()
for await (const { reason } of verifier.verifyMany(addresses(), { concurrency: 2 * DOMAINS })) {
  firstResult ??= performance.now()
  reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  if (++count % 500 === 0) mostMemory = Math.max(mostMemory, process.memoryUsage().rss)
}
const took = performance.now() - started

servers.send('asked')
const [{ asked }] = await once(servers, 'message')
servers.disconnect()
const questions = asked.reduce((sum, number) => sum + number, 0)
// The earliest possible time of a server's last recipient check: a number of whole periods after its first.
const least = Math.max(...asked.map((number) => Math.floor((number - 1) / QUESTIONS) * PERIOD))

console.log(
  `Email verification on Node ${process.version}: ${ADDRESSES} addresses, ${DOMAINS} servers, ${REPLY} ms for a reply,`,
)
console.log(`${QUESTIONS} questions to a server in ${PERIOD / 1000} s\n`)
console.log(
  table(
    ['', 'figure', 'target'],
    [
      ['results', `${count} (${[...reasons].map(([reason, number]) => `${number} ${reason}`).join(', ')})`, ''],
      ['questions to the servers', questions, ''],
      ['time', `${(took / 1000).toFixed(2)} s`, ''],
      ['least time within the limits', `${(least / 1000).toFixed(2)} s`, ''],
      ['rate ÷ rate that the limits allow', (least / took).toFixed(3), '≥ 0.9'],
      ['first result after the first reply', `${(firstResult - firstReply).toFixed(0)} ms`, '≤ 1000 ms'],
      ['most memory (rss)', `${(mostMemory / 1e6).toFixed(0)} MB`, ''],
    ],
  ),
)
