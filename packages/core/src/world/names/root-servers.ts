/** The zone of the root servers' names. */
export const ROOT_SERVERS_ZONE = 'root-servers.net'

const server = (letter: string, ...addresses: [v4: string, v6: string]) =>
  [`${letter}.${ROOT_SERVERS_ZONE}`, addresses] as const

/**
 * The root servers with their IPv4 and IPv6 addresses (https://www.iana.org/domains/root/servers). Resolvers have them built in, so every
 * world has the same ones. They are the only hosts of a world with addresses of the real internet.
 */
export const rootServers: ReadonlyMap<string, readonly [v4: string, v6: string]> = new Map([
  server('a', '198.41.0.4', '2001:503:ba3e::2:30'),
  server('b', '170.247.170.2', '2801:1b8:10::b'),
  server('c', '192.33.4.12', '2001:500:2::c'),
  server('d', '199.7.91.13', '2001:500:2d::d'),
  server('e', '192.203.230.10', '2001:500:a8::e'),
  server('f', '192.5.5.241', '2001:500:2f::f'),
  server('g', '192.112.36.4', '2001:500:12::d0d'),
  server('h', '198.97.190.53', '2001:500:1::53'),
  server('i', '192.36.148.17', '2001:7fe::53'),
  server('j', '192.58.128.30', '2001:503:c27::2:30'),
  server('k', '193.0.14.129', '2001:7fd::1'),
  server('l', '199.7.83.42', '2001:500:9f::42'),
  server('m', '202.12.27.33', '2001:dc3::35'),
])

const names = new Map([...rootServers].flatMap(([name, addresses]) => addresses.map((address) => [address, name])))

/** Returns the name of the root server at an address; undefined for any other address. */
export const rootServerAt = (address: string): string | undefined => names.get(address)
