import type { TestProject } from 'vitest/node'
import { findMariadb, type Mariadb, startMariadb } from './mariadb.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The port of the MariaDB server of this run; null if none is installed. */
    mariadbPort: number | null
  }
}

let server: Mariadb | undefined

/**
 * Starts one MariaDB server for the whole run, or reports that its tests are skipped. `NETBOX_MARIADB_PORT` is the port of a running
 * server; `off`, like the mode `quick`, skips those tests.
 */
export const setup = async (project: TestProject): Promise<void> => {
  const isQuick = project.vite.config.mode === 'quick'
  const given = isQuick ? 'off' : process.env['NETBOX_MARIADB_PORT']
  if (given !== undefined) return project.provide('mariadbPort', given === 'off' ? null : Number(given))
  if (findMariadb() === undefined) {
    const missing = 'MariaDB is not installed (Debian: apt-get install mariadb-server)'
    if (process.env['NETBOX_REQUIRE_MARIADB'] === '1') throw new Error(missing)
    console.warn(`\n  ${missing}: ALL TESTS ON MYSQL ARE SKIPPED.\n`)
    project.provide('mariadbPort', null)
    return
  }
  // Nothing kills this server, so it need not write each transaction to the disk.
  server = await startMariadb(['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0'])
  project.provide('mariadbPort', server.port)
}

export const teardown = async (): Promise<void> => {
  await server?.stop()
}
