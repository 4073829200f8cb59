import { statfs } from 'node:fs/promises'
import type { Clock } from '@netbox/core'
import { HOUR } from '../clock.ts'
import { adminCommand } from '../config/settings.ts'
import type { Database } from '../database/database.ts'
import { findLastBackup, listServices } from '../database/shared.ts'
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
import { type ComparedProcess, examineProcesses } from './examine-processes.ts'
import {
  examineMailServer,
  examinePublicUrl,
  examineStore,
  type FileStore,
  type MailSettings,
  type PublicSettings,
  storeRemedy,
} from './examine-service.ts'
import { countUndeliverable, countWithoutProfile, listAdmins, readFailedMail, writeProbe } from './repository.ts'
import { listReplaced, type Replaced } from './restore-switch.ts'
import { reasonOf } from '../system-errors.ts'

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
  readonly clock: Pick<Clock, 'now'>
  readonly config: Omit<PublicSettings, 'isTrusted'> &
    MailSettings &
    Replaced & {
      readonly isProduction: boolean
      readonly metricsToken: string | undefined
      /** The warnings of the start. */
      readonly warnings: readonly string[]
    }
  readonly isTrusted: PublicSettings['isTrusted']
  /** Lists the running processes, compared with this command. */
  readonly processes: () => Promise<readonly ComparedProcess[]>
  readonly verifier: VerifierSettings
  /** Counts objects, objects whose file is missing, and old files without an object. */
  readonly compareFiles: () => Promise<{
    readonly objects: number
    readonly missing: number
    readonly orphans: number
  }>
  /** The comparison with the payment provider; undefined if none is configured. */
  readonly payments: { compare(): Promise<readonly { readonly unknownPrice?: string }[]> } | undefined
  /** Used only if the verifier contacts real mail servers. */
  readonly network: Network
}

type Examination = (installation: Installation) => Promise<Finding>

const database: Examination = async (installation) => {
  await installation.database.ping()
  try {
    await writeProbe(installation.database.writer)
  } catch (error) {
    return fail(
      `The database can be read but not written: ${reasonOf(error)}. Let the user in DATABASE_URL write all tables, and check that the server is not read-only and its disk not full.`,
    )
  }
  return ok(`The database answers (${installation.database.engine}), and its tables are up to date.`)
}

const admins: Examination = async ({ database: { queries } }) => {
  const all = await listAdmins(queries)
  const active = all.filter(({ state }) => state === 'active').length
  if (active > 0) return ok(`Active admins: ${active}.`)
  const others = all.map(({ email, state }) => ` ${email} is ${state}.`).join('')
  return fail(
    `There is no active admin.${others} Create one with '${adminCommand('user create <email> --admin')}', or add one with '${adminCommand('grant <email>')}'.`,
  )
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
    return fail(
      `Encrypted values that use a key that is not in ENCRYPTION_KEYS: ${lost}. Put that key back, from keys.env of a backup if it is lost.`,
    )
  if (old > 0) return note(`Encrypted values that use an old key: ${old}. Run '${adminCommand('rotate-keys')}'.`)
  return ok(`Encrypted values that use the current key (${encryption.current}): ${all}.`)
}

const files: Examination = async ({ compareFiles, store }) => {
  try {
    const { objects, missing, orphans } = await compareFiles()
    const move = 'If STORAGE_URL was changed, set it back or copy the files'
    if (missing > 0 && missing === objects)
      return fail(
        `None of the ${objects} stored objects has its file in ${store.place}. ${move}; otherwise restore the files from a backup.`,
      )
    if (missing > 0)
      return fail(
        `Objects whose file is missing in ${store.place}: ${missing} of ${objects}. ${move}; otherwise restore the files from a backup.`,
      )
    if (orphans > 0) return note(`Files without an object: ${orphans}. The service removes them within an hour.`)
    return ok('Every object has its file.')
  } catch (error) {
    return fail(`The files in ${store.place} (STORAGE_URL) can't be listed: ${reasonOf(error)}. ${storeRemedy(store)}`)
  }
}

const mail: Examination = async ({ database: { queries }, mailer }) => {
  const undeliverable = await countUndeliverable(queries, MOST_TRIES)
  const { waiting, error } = await readFailedMail(queries)
  if (waiting + undeliverable > 0)
    return fail(
      `Messages that the mail server refused: ${waiting} wait, ${undeliverable} are given up. Last error: ${error}. Remove its cause: then netbox sends those that wait. Users must request the others again.`,
    )
  return mailer === undefined
    ? note('Without SMTP_URL no mail is sent: new users do not need to confirm their address.')
    : ok('No mail is stuck.')
}

const testMail: Examination = async ({ database: { queries }, mailer, mailTo, config }) => {
  const to = mailTo ?? (await listAdmins(queries)).find(({ state }) => state === 'active')?.email
  if (mailer === undefined || to === undefined)
    return note('No test mail was sent. It needs SMTP_URL, and an admin or an address after doctor.')
  return examineMailServer(mailer, to, config)
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
      : fail(
          `Customers whose subscriptions at Stripe are not those here: ${length}. Run '${adminCommand('stripe-sync')}'.`,
        )
  } catch (error) {
    return fail(
      `Stripe refuses or does not answer: ${reasonOf(error)}. Check STRIPE_SECRET_KEY, and that this machine can reach api.stripe.com.`,
    )
  }
}

const services: Examination = async ({ database: { queries } }) => {
  const off = (await listServices(queries)).filter((service) => service.is_enabled === 0)
  return off.length === 0
    ? ok('Every service is on.')
    : note(`Switched off: ${off.map((service) => service.service_name).join(', ')}.`)
}

/** The age from which a backup is old: one was made every night. netbox-rules.yaml has the same. */
const BACKUP_AGE = 26 * HOUR

const backups: Examination = async ({ database: { queries }, clock }) => {
  const last = await findLastBackup(queries)
  const make = `Run '${adminCommand('backup')}'`
  if (last === undefined)
    return note(`No backup was made since this database was created or restored. ${make}, every night.`)
  const hours = Math.floor((clock.now() - last) / HOUR)
  const age = `The last verified backup is ${hours} hours old`
  return clock.now() - last < BACKUP_AGE
    ? ok(`${age}.`)
    : fail(`${age}. ${make}, and see why no newer one was made (journalctl -u netbox-backup).`)
}

const metrics: Examination = async ({ config: { metricsToken, isProduction } }) =>
  metricsToken === undefined && isProduction
    ? note('Without METRICS_TOKEN nobody can read /metrics, so no alert fires. Set it, for Prometheus too.')
    : ok('The metrics can be read.')

const FREE_SPACE = 1e9

const disk: Examination = async ({ config: { dataDir } }) => {
  const { bavail, bsize } = await statfs(dataDir)
  const free = bavail * bsize
  return free < FREE_SPACE
    ? fail(`Only ${Math.floor(free / 1e6)} MB are free on the disk of DATA_DIR (${dataDir}). Free at least 1 GB.`)
    : ok(`Free space on the disk of DATA_DIR: ${Math.floor(free / 1e9)} GB.`)
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
    backups,
    metrics,
    disk,
  ])
    findings.push(await look(installation))
  const { config, isTrusted, store, verifier, network, processes } = installation
  const replaced = await listReplaced(config)
  if (replaced.length > 0)
    findings.push(
      note(
        `The data that the last restore replaced is still there: ${replaced.join(', ')}. If you don't need it, run '${adminCommand('delete-replaced')}'.`,
      ),
    )
  findings.push(
    ...examineProcesses(await processes()),
    await examineStore(store),
    ...(await examinePublicUrl({ ...config, isTrusted })),
  )
  return [...config.warnings.map(note), ...findings, ...(await examineVerifier(verifier, network))]
}
