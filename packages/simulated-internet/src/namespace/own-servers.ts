import { chmodSync, chownSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { WorldDocument } from '@netbox/core'
import type { InternetServer, ProgramNetwork, ServerContext } from '../internet/internet-server.ts'
import { replaceFile } from '../internet/replace-file.ts'
import { shifted, tlsServerOf } from '../tls/server-contexts.ts'
import { runNft } from './nft-queue.ts'
import { OWN_ADDRESSES } from './set-up-network.ts'

const TABLE = 'ip own_servers'

/** Returns the names of the hosts that the user's own servers serve, according to a world document. */
export const ownHostsOf = ({ hosts = {} }: WorldDocument = {}): string[] =>
  Object.entries(hosts).flatMap(([name, { servedBy }]) => (servedBy === undefined ? [] : [name]))

/** Returns the port of the user's own server for connections to port 80; undefined if it is port 80. */
const httpPortOf = ({ hosts = {} }: WorldDocument = {}): string | undefined =>
  Object.values(hosts).flatMap(({ servedBy }) => servedBy?.split(':')[1] ?? [])[0]

/** Leads connections to port 80 of the user's machine to another port, for clients there and in the world. */
const redirect = async (port: string | undefined, enter: readonly string[]): Promise<void> => {
  const rule = `ip daddr ${OWN_ADDRESSES[0]} tcp dport 80 redirect to :${port}`
  const chain = (name: string, hook: string) => `chain ${name} {\ntype nat hook ${hook} priority -100\n${rule}\n}\n`
  const table = `table ${TABLE} {\n${chain('from_program', 'output')}${chain('from_world', 'prerouting')}}\n`
  await runNft(`add table ${TABLE}\ndelete table ${TABLE}\n${port === undefined ? '' : table}`, enter)
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
  let port: string | undefined
  const write = async (name: string): Promise<void> => {
    const certificate = shifted(tlsServerOf(live.now(), name).certificate, live.distance())
    if (written.get(name) === JSON.stringify(certificate)) return
    written.set(name, JSON.stringify(certificate))
    const { cert, key } = await authority.issue(certificate)
    const owner = statSync(certificates)
    replaceFile(join(certificates, `${name}.crt`), cert, 0o644, owner)
    replaceFile(join(certificates, `${name}.key`), key.export({ type: 'pkcs8', format: 'pem' }), 0o600, owner)
  }
  const update = async (): Promise<void> => {
    const document = live.document()
    const names = ownHostsOf(document)
    for (const name of written.keys())
      if (!names.includes(name)) {
        written.delete(name)
        for (const ending of ['crt', 'key']) rmSync(join(certificates, `${name}.${ending}`), { force: true })
      }
    await Promise.all(names.map(write))
    const wanted = httpPortOf(document)
    if (wanted !== port) await redirect(wanted, enter)
    port = wanted
  }
  await update()
  return { endpoints: [], refresh: update, close: async () => undefined }
}
