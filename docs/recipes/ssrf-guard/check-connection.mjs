import { lookup } from 'node:dns'
import { request } from 'node:http'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { text } from 'node:stream/consumers'

// Add the other special-purpose blocks (RFC 6890). A BlockList finds IPv4 addresses in mapped ones, too.
const inward = new BlockList()
for (const block of ['0.0.0.0/8', '10.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.168.0.0/16'])
  inward.addSubnet(block.split('/')[0], Number(block.split('/')[1]))
for (const block of ['::/127', 'fc00::/7', 'fe80::/10'])
  inward.addSubnet(block.split('/')[0], Number(block.split('/')[1]), 'ipv6')

const isInward = (address) => inward.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/** Looks a name up for a connection, which uses the addresses that are checked here and no others. */
const checkedLookup = (name, options, done) =>
  lookup(name, { ...options, all: true }, (error, addresses = []) => {
    if (addresses.some(({ address }) => isInward(address))) return done(new Error('refused'))
    return options.all ? done(error, addresses) : done(error, addresses[0]?.address, addresses[0]?.family)
  })

/** Checks each address when it connects, so also after redirects. */
export const fetchText = async (url, redirects = 5) => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  // Addresses need no lookup.
  if (isIP(host) && isInward(host)) throw new Error('refused')
  const response = await new Promise((resolve, reject) =>
    request(url, { lookup: checkedLookup }, resolve).on('error', reject).end(),
  )
  const { location } = response.headers
  if (location === undefined || redirects === 0) return text(response)
  response.resume()
  return fetchText(new URL(location, url), redirects - 1)
}
