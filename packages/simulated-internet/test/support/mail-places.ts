import { Resolver } from 'node:dns/promises'
import net from 'node:net'
import { queryDns } from '@netbox/core/dns'
import type { Internet } from '../../src/internet/internet.ts'

const SMTP = { 25: 'smtp', 465: 'smtps', 587: 'submission' } as const

type Port = keyof typeof SMTP

/** Looks up the address of a host. Returns the address and the loopback port of the service. */
export const placeOf = async (internet: Internet, host: string, port: Port = 25) => {
  // Some scenarios lose packets, so a query is repeated soon.
  const resolver = new Resolver({ timeout: 300, tries: 30 })
  resolver.setServers([`${internet.dns.host}:${internet.dns.port}`])
  const [address = ''] = await resolver.resolve4(host)
  const found = internet.endpoints.find(({ protocol }) => protocol === SMTP[port])
  return { host: address, port: found?.port ?? 0, implicit: port === 465 }
}

/** Returns the mail servers of a domain. */
export const mailServersOf = ({ world }: Internet, domain: string): string[] =>
  queryDns(world, domain, 'MX', { validates: false, tries: 1000 }).records.map(({ exchange }) => exchange)

/** Returns why a connection fails: the code of the error, or 'silent'; the greeting if it doesn't. */
export const failureAt = async ({ host, port }: { host: string; port: number }): Promise<unknown> => {
  const socket = net.connect(port, host)
  return new Promise((resolve) => {
    socket.once('error', (error) => resolve('code' in error ? error.code : error))
    socket.once('data', (data) => {
      socket.destroy()
      resolve(String(data))
    })
    socket.setTimeout(700, () => {
      socket.destroy()
      resolve('silent')
    })
  })
}
