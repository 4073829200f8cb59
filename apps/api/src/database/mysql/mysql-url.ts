/** The address of a MySQL or MariaDB server, and the number of connections. */
export interface MysqlAddress {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly database: string
  readonly connections: number
  readonly tls: boolean
}

const CONNECTIONS = 16

const connectionsOf = (text: string | null): number => {
  const connections = Number(text ?? CONNECTIONS)
  if (Number.isInteger(connections) && connections >= 1 && connections <= 1000) return connections
  throw new Error('In DATABASE_URL, pool must be a number from 1 to 1000')
}

/**
 * Parses `mysql://user:password@host:port/name`, with `?pool=16` connections and `?tls=1` for an encrypted connection with a verified
 * certificate. Throws for other text, without revealing the password.
 */
export const parseMysqlUrl = (text: string): MysqlAddress => {
  const url = URL.parse(text)
  if (url === null || url.protocol !== 'mysql:')
    throw new Error('DATABASE_URL is not a URL like mysql://user@host/name')
  const database = decodeURIComponent(url.pathname.slice(1))
  if (database === '' || database.includes('/')) throw new Error('DATABASE_URL must name a database after the host')
  for (const name of url.searchParams.keys()) {
    if (name !== 'pool' && name !== 'tls') throw new Error(`DATABASE_URL has an unknown option: ${name}`)
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 3306 : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
    connections: connectionsOf(url.searchParams.get('pool')),
    tls: url.searchParams.get('tls') === '1',
  }
}
