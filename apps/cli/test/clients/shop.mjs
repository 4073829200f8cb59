// A shop that checks its visitors and its own page. BUG names a planted bug.
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { connect } from 'node:net'

const { BUG } = process.env
const resolver = new Resolver({ timeout: 1000, tries: 2 })
const fail = (reason) => {
  console.log(reason)
  process.exit(1)
}

const LISTS = ['open-spam-register.example', 'relay-census.example']
const codesOf = async (address, list) => resolver.resolve4(`${address}.${list}`).catch(() => [])
// Codes in 127.255.255.0/24 are no listing.
const isListing = (code) => BUG === 'list-code' || !code.startsWith('127.255.255.')

/** Returns whether a block list has the address of a visitor. A list that has 127.0.0.1 is shut down (RFC 5782, section 5). */
const isListed = async () => {
  for (const list of LISTS) {
    const isDead =
      BUG !== 'dead-list' && (await codesOf('1.0.0.127', list)).some((code) => !code.startsWith('127.255.'))
    if (!isDead && (await codesOf('7.100.51.198', list)).some(isListing)) return true
  }
  return false
}

/** Returns whether a customer's domain is gone. A resolver that fails does not say so. */
const isGone = async () => {
  try {
    await resolver.resolveNs('mail.example')
    return false
  } catch (error) {
    return BUG === 'servfail' ? true : error.code === 'ENOTFOUND'
  }
}

/** Returns whether the shop answers over IPv6. */
const answersOverSix = async () => {
  const socket = connect({ host: 'www.shop.example', port: 80, family: 6 })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(5000) })
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const readPage = async () => {
  const hosts = BUG === 'dangling' ? ['www.shop.example'] : ['www.shop.example', 'shop.example']
  for (const host of hosts)
    try {
      const response = await fetch(`http://${host}/`, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
      await response.arrayBuffer().catch(() => undefined)
      if (BUG === 'rate' && response.status === 429) fail('The page was taken for an order.')
      return
    } catch (error) {
      if (BUG === 'dangling' && String(error.cause).includes('ENOTFOUND')) fail('The shop is closed.')
    }
}

if ((await isListed()) && /list/.test(BUG)) fail('The visitor was sent away.')
if (await isGone()) fail('The customer was deleted.')
if (BUG === 'six-only' && !(await answersOverSix())) fail('The shop is closed.')
await readPage()
process.exit()
