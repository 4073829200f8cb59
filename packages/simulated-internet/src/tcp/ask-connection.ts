import type { World } from '@netbox/core/dns'
import type { ServerContext } from '../internet/internet-server.ts'
import { lossTo, portStatesAt } from './port-state.ts'

const CAME = { open: 'connected', refused: 'connection refused', silent: 'no answer' } as const

/** Describes the connection to a port of the world: its state, and the lost packets on the path if programs have a path. */
const connectionIn = (
  world: World,
  { address, names }: { readonly address: string; readonly names: readonly string[] },
  port: number,
  hasPaths: boolean,
): string => {
  const [state = 'silent'] = portStatesAt(world, names, address, [port])
  const lost = hasPaths ? lossTo(world, names, address) : []
  // An address that answers no echo request at all may have open ports.
  if (state !== 'open' || lost.length === 0 || lost.length === 10) return CAME[state]
  return `${lost.length} of 10 packets lost\n${lost.join(' ')}`
}

/** Asks for the connection of a program to a port of the world. */
export const askConnection = (
  { ask, programs }: Pick<ServerContext, 'ask' | 'programs'>,
  host: { readonly address: string; readonly names: readonly string[] },
  port: number,
): void => {
  ask?.({
    key: `connect ${host.address} ${port} ${host.names.join(' ')}`,
    at: `${host.names[0] ?? host.address}:${port}`,
    answer: (world) => connectionIn(world, host, port, programs !== undefined),
  })
}
