import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Control, startControl } from '../control/start-control.ts'
import { namespaceAddressing } from '../internet/addressing.ts'
import { type FileOwner, replaceFile } from '../internet/replace-file.ts'
import type { InternetWorld } from '../internet/scenario-for.ts'
import type { Internet } from '../internet/internet.ts'
import { startInternetWith } from '../start-internet.ts'
import { writeWorldVariables } from './world-variables.ts'
import { writeTrustBundle } from '../tls/trust-bundle.ts'
import { checkResolverFile, useResolver } from './resolver-file.ts'
import { addOwnAddresses, setUpAddresses } from './set-up-network.ts'

/** The internet of a container. It is served until you call `close`. */
export interface ContainerInternet {
  readonly internet: Internet
  readonly control: Control
  /** The path of the file with the certificates. */
  readonly authority: string
  readonly close: () => Promise<void>
}

/** The name of the file with the environment variables for programs in other containers. */
const VARIABLES_FILE = 'env'

/** Returns the lines that set variables in a shell. The path of Python's modules keeps the folders of the program's container. */
const exportLines = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(
      ([name, value]) => `export ${name}='${value}'${name === 'PYTHONPATH' ? '"${PYTHONPATH:+:$PYTHONPATH}"' : ''}\n`,
    )
    .join('')

/**
 * Serves the internet at the world's addresses to all programs in this network, such as a container's network that other containers join.
 * The network must have only the interface `lo`. Writes two files into the folder, which the other containers mount: the certificates
 * (`authorities.pem`) and the environment variables for their programs (`env`). The variables contain the token of the control API, so only
 * `owner` and the group of the folder can read them. Sets the resolver of the container, and restores it at the end.
 */
export const serveContainer = async (
  world: InternetWorld,
  folder: string,
  { uid, gid = statSync(folder).gid }: FileOwner = {},
): Promise<ContainerInternet> => {
  checkResolverFile()
  const file = join(folder, VARIABLES_FILE)
  // Removes the file of an earlier run, because it is for another authority. Other containers wait until the new file exists.
  rmSync(file, { force: true })
  setUpAddresses()
  addOwnAddresses(true)
  const internet = await startInternetWith(world, namespaceAddressing)
  const control = await startControl(internet)
  let restore: (() => void) | undefined
  const close = async (): Promise<void> => {
    restore?.()
    await control.close()
    await internet.close()
  }
  try {
    const bundle = writeTrustBundle(internet.authority.pem, folder)
    const variables = { ...bundle.variables, ...control.variables, ...writeWorldVariables(internet, world, folder) }
    restore = useResolver(folder)
    // Last, because other containers wait for this file.
    replaceFile(file, exportLines(variables), 0o640, { uid, gid })
    return { internet, control, authority: bundle.path, close }
  } catch (error) {
    await close()
    throw error
  }
}
