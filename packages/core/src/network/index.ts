// Hosts
export { addressesOf, type ReverseDns, reverseDnsOf } from './hosts.ts'

// Ports
export { portOf, type TcpPort } from './ports.ts'
