import { createServer, isIP } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { statedNetworksOf } from '@netbox/core/network'
import type { InternetServer, ServerContext } from '../internet/internet-server.ts'
import { noteRequests } from '../internet/request-log.ts'
import { askConnection } from '../tcp/ask-connection.ts'
import { lossTo } from '../tcp/port-state.ts'
import { NETWORKS } from './set-up-network.ts'
import { hasPacketFilter, installPacketFilter, type PacketFilter } from './packet-filter.ts'
import { createRulesOfAddresses } from './rules-of-addresses.ts'

const REFRESH_TIME = 1000
const MOST_CONNECTIONS = 1000
const IDLE_TIME = 60_000

/** Starts a server for open ports that have no service. It accepts connections and sends nothing. */
const startMuteServer = async () => {
  const server = createServer((socket) => {
    socket.setTimeout(IDLE_TIME, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.resume()
  })
  server.maxConnections = MOST_CONNECTIONS
  server.listen(0, '::')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port, // The cast is safe: a server on a port has an address of this type.
    close: () => void server.close(),
  }
}

/** Records in the log what the kernel refuses, drops and answers by itself. */
const logPackets = (filter: PacketFilter, context: ServerContext, nameOf: (address: string) => string): void => {
  const { log, addressBook, ask } = context
  filter.onRefused((address, port, verdict) => {
    askConnection(context, { address, names: addressBook.namesAt(address) }, port)
    const note = noteRequests(log, { protocol: 'tcp', server: address, port })
    const question = `connection to ${nameOf(address)}:${port}`
    if (verdict === 'refuse') note(question, 'connection refused', 'refused')
    else note(question, 'no answer', 'lost')
  })
  filter.onEcho((address, isLost) => {
    const names = addressBook.namesAt(address)
    ask?.({
      key: `echo ${address} ${names.join(' ')}`,
      at: `${nameOf(address)} ping`,
      answer: (world) => {
        const lost = lossTo(world, names, address)
        return lost.length === 0 ? 'echo reply' : `${lost.length} of 10 lost\n${lost.join(' ')}`
      },
    })
    log.add({
      protocol: 'icmp',
      transport: 'icmp',
      server: address,
      port: 0,
      question: `echo request to ${nameOf(address)}`,
      answer: isLost ? 'no answer' : 'echo reply',
      outcome: isLost ? 'lost' : 'answered',
    })
  })
}

/** Calls a function each second, until the returned function is called. Reports each failure once. */
const repeat = (refresh: () => Promise<void>): (() => void) => {
  let failure = ''
  const refreshOrReport = async (): Promise<void> => {
    try {
      await refresh()
      failure = ''
    } catch (error) {
      const text = String(error)
      if (text !== failure)
        process.stderr.write(`The packet filter differs from the world, and netbox tries again: ${text}\n`)
      failure = text
    }
  }
  const timer = setInterval(() => void refreshOrReport(), REFRESH_TIME)
  return () => clearInterval(timer)
}

/**
 * Configures the kernel of a namespace so that it refuses and drops the same TCP connections and echo requests as the hosts of the world.
 * The rules of an address exist before a DNS answer with this address is sent. Returns undefined if the system has no nftables.
 */
export const filterPorts = async (
  context: ServerContext,
  servers: readonly InternetServer[],
): Promise<InternetServer | undefined> => {
  const { live, addressBook, programs } = context
  if (!hasPacketFilter()) return undefined
  const mute = await startMuteServer()
  const endpoints = servers.flatMap((server) => server.endpoints).filter(({ transport }) => transport === 'tcp')
  const stated = new Set(statedNetworksOf(live.now()))
  const filter = await installPacketFilter({
    networks: [...NETWORKS, ...stated],
    served: [...new Set(endpoints.map(({ port }) => port))],
    otherwise: mute.port,
    device: programs?.device,
    isDelayed: programs?.isDelayed === true,
  })
  const rules = createRulesOfAddresses(context, filter)
  const addLasting = async (): Promise<void> => rules.addLasting(servers.flatMap((server) => server.lasting?.() ?? []))
  let world = live.now()
  let isActive = true

  const refresh = async (): Promise<void> => {
    const now = live.now()
    if (now === world && isActive) return
    world = now
    isActive = false
    const fresh = statedNetworksOf(world).filter((network) => !stated.has(network))
    await filter.cover(fresh)
    for (const network of fresh) stated.add(network)
    await Promise.all([rules.update(), addLasting()])
    isActive = true
  }

  await addLasting()
  addressBook.listen({ prepare: rules.addAnswered })
  filter.onUnknown((address, port) => {
    if (isIP(address) === 0) return
    addressBook.recordConnection()
    rules.addCalled(address, port).catch(() => undefined)
  })
  logPackets(filter, context, rules.nameOf)
  const stop = repeat(refresh)
  return {
    endpoints: [],
    refresh,
    close: async () => {
      stop()
      filter.close()
      mute.close()
    },
  }
}
