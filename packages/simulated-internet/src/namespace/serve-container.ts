import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Control, startControl } from '../control/start-control.ts'
import { namespaceAddressing } from '../internet/addressing.ts'
import type { InternetWorld } from '../internet/scenario-for.ts'
import { type Internet, startInternetWith } from '../internet/start-internet.ts'
import { writeTrustBundle } from '../tls/trust-bundle.ts'
import { setUpAddresses, writeResolver } from './set-up-network.ts'

/** The internet of a container, until it is closed. */
export interface ContainerInternet {
  readonly internet: Internet
  readonly control: Control
  readonly close: () => Promise<void>
}

/** The file with the environment variables for programs of other containers. */
const VARIABLES_FILE = 'env'

const exportLines = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `export ${name}='${value}'\n`)
    .join('')

/**
 * Serves the internet at its real addresses to all programs of this network, which must have only the interface `lo`: a container's network
 * that other containers join. Writes the certificates (`authorities.pem`) and the variables of a wrapped command (`env`) into the folder,
 * which those containers mount.
 */
export const serveContainer = async (world: InternetWorld, folder: string): Promise<ContainerInternet> => {
  const file = join(folder, VARIABLES_FILE)
  // Other containers wait for this file. A file of an earlier run would name another authority.
  rmSync(file, { force: true })
  setUpAddresses(true)
  writeResolver()
  const internet = await startInternetWith(world, namespaceAddressing)
  const control = await startControl(internet)
  const bundle = writeTrustBundle(internet.authority.pem, folder)
  const variables = { ...bundle.variables, ...control.variables, NETBOX_SEED: internet.seed }
  writeFileSync(file, exportLines(variables))
  return {
    internet,
    control,
    close: async () => {
      await control.close()
      await internet.close()
    },
  }
}
