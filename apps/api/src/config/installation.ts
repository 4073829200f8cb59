import { existsSync } from 'node:fs'
import { readLocation } from './config.ts'
import { readIfThere } from './secrets.ts'
import { ConfigError, describeUrl, type Environment } from './settings.ts'

/** The unit of docs/deployment.md, whose installation has its settings in another file. */
const UNIT = '/etc/systemd/system/netbox.service'

/**
 * Returns lines about the installation that a program uses. Throws if the program would start a new installation beside the unit's: an operator
 * who runs `npm run admin` in the folder of the unit's program means the unit's data.
 */
export const describeInstallation = (env: Environment, instead: string, unit = UNIT): readonly string[] => {
  const { dataDir, databaseUrl, file } = readLocation(env)
  const lines = [`Database ${describeUrl(databaseUrl)}, data folder ${dataDir}`]
  const isChosen = ['DATA_DIR', 'DATABASE_URL', 'NETBOX_ADMIN'].some((name) => (env[name] ?? '').trim() !== '')
  if (isChosen || file === undefined || !existsSync(unit)) return lines
  if (!existsSync(file))
    throw new ConfigError(
      'DATA_DIR',
      `is not set, so this would be a new installation in ${dataDir}, beside the installation of ${unit}. Run '${instead}', or set DATA_DIR for another installation`,
    )
  return [...lines, `This is not the installation of ${unit}. For that one, run '${instead}'`]
}

/**
 * Throws if Node could not read a file of settings that its options name. With `--env-file-if-exists`, Node treats such a file as missing;
 * the service would ask for new keys, which don't open the stored data.
 */
export const requireEnvFiles = (options: readonly string[]): void => {
  for (const [index, option] of options.entries()) {
    const [, inline] = /^--env-file(?:-if-exists)?(?:=(.*))?$/.exec(option) ?? []
    const path = inline ?? (/^--env-file(?:-if-exists)?$/.test(option) ? options[index + 1] : undefined)
    if (path !== undefined) readIfThere(path)
  }
}
