import { chmodSync, chownSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { WorldDocument } from '@netbox/core'
import { OWN_ADDRESSES } from '@netbox/core/network'
import type { InternetServer, ProgramNetwork, ServerContext } from '../internet/internet-server.ts'
import { replaceFile } from '../internet/replace-file.ts'
import { runNft } from './nft-queue.ts'
import { hasPacketFilter } from './packet-filter.ts'
import { runProgram, SERVERS_ADDRESS } from './set-up-network.ts'
import { shifted, tlsServerOf } from '../tls/server-contexts.ts'

/** Returns the names of the hosts that the user's own servers serve, according to a world document. */
const ownHostsOf = ({ hosts = {} }: WorldDocument = {}): string[] =>
  Object.entries(hosts).flatMap(([name, { servedBy }]) => (servedBy === undefined ? [] : [name]))

/** Returns the name of the files of a host. The asterisk of a wildcard has a meaning in shells. */
const fileOf = (name: string): string => name.replace('*', '_')

/**
 * Leads connections from the servers to the loopback of the program, where most servers listen. Other hosts of the world, and the programs
 * themselves, have other addresses.
 */
const leadToLoopback = async (enter: readonly string[]): Promise<void> => {
  const [program, ...given] = [...enter, 'sh', '-c', 'echo 1 > /proc/sys/net/ipv4/conf/eth0/route_localnet']
  runProgram(program, given)
  const rule = `ip saddr ${SERVERS_ADDRESS} ip daddr ${OWN_ADDRESSES[0]} meta l4proto tcp dnat to 127.0.0.1`
  await runNft(
    `table ip own_servers {\nchain arriving {\ntype nat hook prerouting priority -100\n${rule}\n}\n}\n`,
    enter,
  )
}

/** Makes a folder that only the user of the command can read. */
export const makeCertificateFolder = (path: string, uid: number, gid: number): void => {
  mkdirSync(path)
  chownSync(path, uid, gid)
  chmodSync(path, 0o700)
}

/**
 * Prepares the network of the programs for the hosts of the world that the user's own servers serve (`servedBy` in the world document), at
 * the start and after each change of the world: writes the certificate and key of each host into the folder, as `NAME.crt` and `NAME.key`.
 */
export const startOwnServers = async (
  { live, authority }: ServerContext,
  { certificates, enter }: ProgramNetwork,
): Promise<InternetServer> => {
  const written = new Map<string, string>()
  let isLed = false
  const write = async (name: string): Promise<void> => {
    const certificate = shifted(tlsServerOf(live.now(), name).certificate, live.distance())
    if (written.get(name) === JSON.stringify(certificate)) return
    written.set(name, JSON.stringify(certificate))
    const { cert, key } = await authority.issue(certificate)
    const owner = statSync(certificates)
    replaceFile(join(certificates, `${fileOf(name)}.crt`), cert, 0o644, owner)
    replaceFile(join(certificates, `${fileOf(name)}.key`), key.export({ type: 'pkcs8', format: 'pem' }), 0o600, owner)
  }
  const update = async (): Promise<void> => {
    const names = ownHostsOf(live.document())
    for (const name of written.keys())
      if (!names.includes(name)) {
        written.delete(name)
        for (const ending of ['crt', 'key']) rmSync(join(certificates, `${fileOf(name)}.${ending}`), { force: true })
      }
    await Promise.all(names.map(write))
    if (names.length > 0 && !isLed && hasPacketFilter()) {
      isLed = true
      await leadToLoopback(enter)
    }
  }
  await update()
  return { endpoints: [], refresh: update, close: async () => undefined }
}
