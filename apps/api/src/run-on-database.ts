import { text } from 'node:stream/consumers'
import { openBilling } from './billing/service.ts'
import { composeCore } from './compose.ts'
import type { Config } from './config/config.ts'
import { createClientAddresses } from './http/client-address.ts'
import { createLog } from './log.ts'
import { compareProcesses } from './service/processes.ts'
import { compareFiles, openStore } from './supabase/storage/files.ts'
import { type CommandOutcome, runCommand } from './admin/commands.ts'
import { createNetwork } from './admin/network.ts'

/** Runs a command on the database of a configuration. */
export const runOnDatabase = async (
  config: Config,
  verb: string,
  words: readonly string[],
): Promise<CommandOutcome> => {
  const core = await composeCore(config, { log: createLog('silent'), migrates: false })
  try {
    const { verifier } = config
    const { isTrusted } = createClientAddresses(config.trustedProxies)
    const store = openStore(core)
    const payments = openBilling(core)?.service.reconciliation
    const parts = {
      verifier,
      payments,
      processes: () => compareProcesses(core),
      store,
      isTrusted,
      readInput: () => text(process.stdin),
      network: createNetwork(verifier),
    }
    return await runCommand(
      { ...core, ...parts, compareFiles: () => compareFiles(store, core.database.queries, core.clock.now()) },
      verb,
      words,
    )
  } finally {
    await core.mail?.stop()
    await core.database.close()
  }
}
