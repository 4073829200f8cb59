import type { Database } from '../database/database.ts'
import { listServices } from '../database/shared.ts'
import { MOST_TRIES } from '../mail/outbox.ts'
import type { Mailer } from '../mail/smtp-mailer.ts'
import { countCiphertexts, type Encryption } from '../encryption/encryption.ts'
import {
  examineVerifier,
  type Network,
  type VerifierSettings,
  fail,
  type Finding,
  note,
  ok,
} from './examine-verifier.ts'
import {
  examineMailServer,
  examinePublicUrl,
  examineStore,
  type FileStore,
  type PublicSettings,
} from './examine-service.ts'
import { countUndeliverable, countWithoutProfile, listAdmins, readFailedMail } from './repository.ts'
import { contractError, Refusal } from '../refusal.ts'

/** An installation to examine. */
export interface Installation {
  readonly database: Database
  readonly encryption: Encryption
  /** Undefined if no mail server is configured. */
  readonly mailer: Mailer | undefined
  /** The recipient of the test mail; default: the first active admin. */
  readonly mailTo?: string | undefined
  /** The store of uploaded files. */
  readonly store: FileStore
  readonly config: Omit<PublicSettings, 'isTrusted'> & {
    /** The warnings of the start. */
    readonly warnings: readonly string[]
  }
  readonly isTrusted: PublicSettings['isTrusted']
  /** Lists the running processes, each with the settings that differ from those of this command. */
  readonly processes: () => Promise<readonly { readonly name: string; readonly differs: readonly string[] }[]>
  readonly verifier: VerifierSettings
  /** Counts objects whose file is missing, and old files without an object. */
  readonly compareFiles: () => Promise<{ readonly missing: number; readonly orphans: number }>
  /** The comparison with the payment provider; undefined if none is configured. */
  readonly payments: { compare(): Promise<readonly { readonly unknownPrice?: string }[]> } | undefined
  /** Used only if the verifier contacts real mail servers. */
  readonly network: Network
}

type Examination = (installation: Installation) => Promise<Finding>

const database: Examination = async (installation) => {
  await installation.database.ping()
  return ok(`The database answers (${installation.database.engine}), and its tables are up to date.`)
}

const admins: Examination = async ({ database: { queries } }) => {
  const active = (await listAdmins(queries)).filter(({ status }) => status === 'active').length
  return active === 0
    ? fail("There is no active admin. Add one with 'npm run admin -- grant <email>'.")
    : ok(`Active admins: ${active}.`)
}

const profiles: Examination = async ({ database: { queries } }) => {
  const missing = await countWithoutProfile(queries)
  return missing === 0
    ? ok('Every user has a profile.')
    : fail(`Users without a profile: ${missing}. Sync the profiles in the admin panel.`)
}

const encryptedValues: Examination = async ({ database: { queries }, encryption }) => {
  const { all, old, lost } = await countCiphertexts(queries, encryption)
  if (lost > 0)
    return fail(`Encrypted values that use a key that is not in ENCRYPTION_KEYS: ${lost}. Put that key back.`)
  if (old > 0) return note(`Encrypted values that use an old key: ${old}. Run 'npm run admin -- rotate-keys'.`)
  return ok(`Encrypted values that use the current key (${encryption.current}): ${all}.`)
}

const files: Examination = async ({ compareFiles }) => {
  try {
    const { missing, orphans } = await compareFiles()
    if (missing > 0) return fail(`Objects whose file is missing: ${missing}. Restore the files from a backup.`)
    if (orphans > 0) return note(`Files without an object: ${orphans}. The service removes them within an hour.`)
    return ok('Every object has its file.')
  } catch (error) {
    if (error instanceof Refusal) return fail(contractError(error).message)
    throw error
  }
}

const mail: Examination = async ({ database: { queries }, mailer }) => {
  const undeliverable = await countUndeliverable(queries, MOST_TRIES)
  const { waiting, error } = await readFailedMail(queries)
  if (waiting + undeliverable > 0)
    return fail(
      `Messages that the mail server refused: ${waiting} wait, ${undeliverable} are given up. Last error: ${error}`,
    )
  return mailer === undefined
    ? note('Without SMTP_URL no mail is sent: new users do not need to confirm their address.')
    : ok('No mail is stuck.')
}

const testMail: Examination = async ({ database: { queries }, mailer, mailTo, config }) => {
  const to = mailTo ?? (await listAdmins(queries)).find(({ status }) => status === 'active')?.email
  if (mailer === undefined || to === undefined)
    return note('No test mail was sent. It needs SMTP_URL, and an admin or an address after doctor.')
  return examineMailServer(mailer, to, config.publicUrl)
}

const payments: Examination = async ({ payments: provider }) => {
  if (provider === undefined) return note('Without STRIPE_SECRET_KEY no plan can be bought.')
  try {
    const differences = await provider.compare()
    const unknown = new Set(differences.flatMap(({ unknownPrice }) => unknownPrice ?? []))
    if (unknown.size > 0)
      return fail(
        `Customers pay with a price that no STRIPE_PRICE_… names: ${[...unknown].join(', ')}. Correct these settings first.`,
      )
    const { length } = differences
    return length === 0
      ? ok('Stripe answers, and every paid plan is known here.')
      : fail(`Customers whose subscriptions at Stripe are not those here: ${length}. Run 'npm run stripe:sync'.`)
  } catch (error) {
    return fail(`Stripe refuses or does not answer: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const processes: Examination = async ({ processes: list }) => {
  const running = await list()
  const different = running.filter(({ differs }) => differs.length > 0)
  if (different.length > 0) {
    const each = different.map(({ name, differs }) => `${name} (${differs.join(', ')})`)
    return fail(
      `Processes that differ from this command's settings: ${each.join('; ')}. Restart them with the same ones.`,
    )
  }
  return running.length === 0
    ? note('No process of the service is running.')
    : ok(`Running processes, with the same settings: ${running.length}.`)
}

const services: Examination = async ({ database: { queries } }) => {
  const off = (await listServices(queries)).filter((service) => service.is_enabled === 0)
  return off.length === 0
    ? ok('Every service is on.')
    : note(`Switched off: ${off.map((service) => service.service_name).join(', ')}.`)
}

/** Checks an installation for common problems. */
export const examine = async (installation: Installation): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const look of [
    database,
    admins,
    profiles,
    encryptedValues,
    files,
    mail,
    testMail,
    payments,
    services,
    processes,
  ])
    findings.push(await look(installation))
  const { config, isTrusted, store, verifier, network } = installation
  findings.push(await examineStore(store), ...(await examinePublicUrl({ ...config, isTrusted })))
  return [...config.warnings.map(note), ...findings, ...(await examineVerifier(verifier, network))]
}
