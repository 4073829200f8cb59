import type { Endpoint, InternetServer } from '../internet/internet-server.ts'

const WORLD_PORTS: Readonly<Partial<Record<Endpoint['protocol'], readonly number[]>>> = {
  dns: [53],
  http: [80],
  https: [443],
  whois: [43],
  smtp: [25],
  smtps: [465],
  submission: [587, 2525],
  imap: [143],
  imaps: [993],
  pop3: [110],
  pop3s: [995],
}

/** Returns the port on loopback of each port of the world that has a server. */
export const worldPortsOf = (servers: readonly InternetServer[]): ReadonlyMap<number, number> => {
  const endpoints = servers.flatMap((server) => server.endpoints)
  return new Map([
    ...Object.entries(WORLD_PORTS).flatMap(([protocol, numbers]) =>
      endpoints
        .filter((endpoint) => endpoint.protocol === protocol && endpoint.transport === 'tcp')
        .flatMap(({ port }, index) => (numbers[index] === undefined ? [] : [[numbers[index], port] as const])),
    ),
    ...servers.flatMap(({ worldPorts = new Map<number, number>() }) => [...worldPorts]),
  ])
}
