import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import type { Clock } from '@netbox/core'
import { createAccountServices } from './accounts/accounts.ts'
import type { PasswordOptions } from './accounts/passwords/passwords.ts'
import { accountRoutes } from './accounts/routes.ts'
import { createAuthenticator } from './accounts/sessions/sessions.ts'
import { adminRoutes } from './admin/routes.ts'
import { createApp } from './app.ts'
import type { TimeLimits } from './billing/payment-provider.ts'
import { billingRecords } from './billing/repository.ts'
import { billingRoutes } from './billing/routes.ts'
import { openBilling } from './billing/service.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config/config.ts'
import { makePrivateFolder } from './config/secrets.ts'
import type { Context } from './context.ts'
import { openDatabase } from './database/open-database.ts'
import { emailVerificationRoutes } from './email-verification/routes.ts'
import { openEmailVerification, type VerifierFactory } from './email-verification/verification.ts'
import { createEncryption, countCiphertexts } from './encryption/encryption.ts'
import { openCaptcha } from './http/captcha.ts'
import { createClientAddresses, limiterKey } from './http/client-address.ts'
import { connectionLimits, openFileLimit, openFilesWarning } from './http/connections.ts'
import type { Routes } from './http/handler.ts'
import { startServer, timeoutsFor } from './http/server.ts'
import { createHousekeeping } from './jobs/housekeeping.ts'
import { createLog, type Log } from './log.ts'
import { createDevMailbox } from './mail/dev-mailbox.ts'
import { openMailer } from './mail/smtp-mailer.ts'
import { migrationRoutes } from './mailbox-migrations/routes.ts'
import { createMetrics } from './metrics.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { newId } from './random.ts'
import { createRateLimits, memoryCountStore } from './rate-limits/rate-limits.ts'
import { databaseRateStore } from './rate-limits/repository.ts'
import { createPresence } from './service/processes.ts'
import { addStateMetrics } from './service/state-metrics.ts'
import { systemPages } from './service/pages.ts'
import { createSwitches, systemRoutes } from './service/routes.ts'
import { keepSite } from './site/kept-site.ts'
import { serveSite } from './site/site.ts'
import { supabaseAuthApi } from './supabase/auth/routes.ts'
import { functionsApi } from './supabase/functions/routes.ts'
import { restApi } from './supabase/rest/routes.ts'
import { openStore, requireStorageFolder, sweepFiles } from './supabase/storage/files.ts'
import { referencedVersions } from './supabase/storage/repository.ts'
import { storageApi } from './supabase/storage/routes.ts'
import { toolRoutes } from './tools/routes.ts'
import { version } from './version.ts'

/** The replacements for system dependencies in tests. */
export interface Adapters {
  readonly clock?: Clock
  readonly log?: Log
  /** The folder of the built web site; without it, only the API is served. */
  readonly siteFolder?: string
  /** The file of the packed command, which the service offers for download. */
  readonly commandFile?: string
  /** The cost of a password hash. */
  readonly passwordCost?: PasswordOptions['cost']
  /** The iterations of each derivation in a captcha. */
  readonly captchaIterations?: number
  /** The time limits for the payment provider. */
  readonly billingTimeLimits?: TimeLimits
  /** Whether to create the data folder and to migrate the tables. Default: true. */
  readonly migrates?: boolean
  /** A factor for the timeouts of a database server. */
  readonly databaseTimeoutFactor?: number
  /** Creates the verifier of mail servers. */
  readonly verifier?: VerifierFactory
}

const openContext = async (config: Config, adapters: Adapters) => {
  const { clock = systemClock(config.testClock), log = createLog(config.logLevel), migrates = true } = adapters
  const { databaseTimeoutFactor } = adapters
  for (const warning of config.warnings) log.logger.warn(warning)
  if (migrates && config.databaseUrl.startsWith(`sqlite:${config.dataDir}`)) makePrivateFolder(config.dataDir)
  const database = await openDatabase(config.databaseUrl, {
    clock,
    log: log.logger,
    migrates,
    ...(databaseTimeoutFactor === undefined ? {} : { timeoutFactor: databaseTimeoutFactor }),
  })
  const metrics = createMetrics()
  metrics.total('netbox_log_lines_dropped_total', 'Log lines dropped since the service started.', () => log.dropped())
  const mailer = openMailer(config.mail)
  const mailbox = config.devMailbox === 'off' ? undefined : createDevMailbox(clock)
  const context: Context = { config, clock, log: log.logger, database, metrics, mailer, mailbox, newId }
  return { context, flush: () => log.flush() }
}

/** Opens the database and creates the parts that the server and the admin command share. */
export const composeCore = async (config: Config, adapters: Adapters = {}) => {
  const { context, flush } = await openContext(config, adapters)
  const captcha = openCaptcha(context, adapters.captchaIterations)
  const encryption = createEncryption(config.encryptionKeys)
  const rateLimits = createRateLimits({
    shared: databaseRateStore(context.database),
    local: memoryCountStore(),
    clock: context.clock,
    isOff: config.rateLimitsOff,
  })
  const services = await createAccountServices(context, {
    encryption,
    rateLimits,
    addressKey: limiterKey,
    useCaptcha: (given) => captcha.use('auth.login', given),
    passwordCost: adapters.passwordCost,
  })
  return { ...context, ...services, rateLimits, captcha, encryption, flush }
}

export type Core = Awaited<ReturnType<typeof composeCore>>

export interface RunningApi {
  readonly port: number
  readonly core: Core
  /** The URL of the mailbox of development, if it is on. */
  readonly mailboxUrl: string | undefined
  /** Finishes the active requests, closes the database and flushes the log. */
  stop(): Promise<void>
}

/** Warns if stored secrets can't be decrypted: users would notice it only when they need them. */
const warnOfLostKeys = async ({ database, encryption, log }: Core): Promise<void> => {
  const { lost } = await countCiphertexts(database.queries, encryption)
  if (lost > 0)
    log.error(
      { lost },
      'Stored passwords or app secrets use a key that is not in ENCRYPTION_KEYS: put that key back, from a backup if it is lost',
    )
}

/** Composes the service and starts it. */
export const compose = async (config: Config, adapters: Adapters = {}): Promise<RunningApi> => {
  const core = await composeCore(config, adapters)
  const { clock, log, database, metrics, rateLimits, keys, sessions, captcha, mail, flush } = core
  const publishedKeys = () => keys.published()
  const switches = createSwitches(core)
  const billing = openBilling(core, adapters.billingTimeLimits)
  const verification = openEmailVerification(
    core,
    { rateLimits, isOn: () => switches.isOn('email_verification') },
    adapters.verifier,
  )
  const store = openStore(core)
  await requireStorageFolder(config.storage.folder)
  await warnOfLostKeys(core)
  const routes: Routes = {
    'captcha.challenge': ({ state: { query } }) => captcha.challenge(query.purpose),
    ...accountRoutes({ ...core, billingOf: (id) => billingRecords(database.queries, id) }),
    ...notificationRoutes(core),
    ...migrationRoutes(core),
    ...adminRoutes(core),
    ...systemRoutes({ switches, publishedKeys, config }),
    ...toolRoutes(core, { rateLimits, monthOf: (user) => verification.allowance.month(user) }),
    ...billingRoutes({ database, billing: billing?.service, isLive: billing?.isLive ?? true }),
    ...emailVerificationRoutes({ ...core, ...verification }),
  }
  const built = adapters.siteFolder
  const kept = keepSite({ built, folder: join(config.dataDir, 'site'), clock, log })
  const stopping = new AbortController()
  let isDraining = false
  const app = createApp({
    routes,
    supabase: [
      supabaseAuthApi({
        ...core,
        redirects: config,
        confirmsAddresses: core.confirmsAddresses,
        isOpenToRegister: () => switches.isOn('registration'),
      }),
      restApi(core),
      functionsApi,
      storageApi(core, store),
    ],
    pages: systemPages({
      ...config,
      mailbox: core.mailbox,
      publishedKeys,
      metrics,
      ping: () => database.ping(),
      isDraining: () => isDraining,
      commandFile: adapters.commandFile,
      rateLimits,
    }),
    site: serveSite({ built, kept, publicUrl: config.publicUrl }),
    authenticator: createAuthenticator(core),
    explainRefusal: (bearer) => sessions.explain(bearer),
    rateLimits,
    useCaptcha: (purpose, given) => captcha.use(purpose, given),
    isOn: switches.isOn,
    log,
    metrics,
    settings: { ...config, isSecure: config.publicUrl.startsWith('https:') },
    stopping: stopping.signal,
  })
  const handle = app.callback()
  const openFiles = openFileLimit()
  const warning = openFilesWarning(openFiles)
  if (warning !== undefined) log.warn(warning)
  const { isTrusted } = createClientAddresses(config.trustedProxies)
  const serve: RequestListener = (request, response) => {
    // Koa has handled all errors of the request. An unexpected one must not end the process.
    handle(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'failed')
      response.destroy()
    })
  }
  const server = await startServer(serve, {
    port: config.port,
    host: config.host,
    clock,
    onDrain: () => void (isDraining = true),
    onStop: () => stopping.abort(),
    timeouts: timeoutsFor(config.storage.limits.file),
    connections: connectionLimits(openFiles),
    clientOf: (address) => (isTrusted(address) ? undefined : limiterKey(address)),
  })
  const presence = createPresence(core)
  const housekeeping = createHousekeeping({
    ...core,
    announce: presence.note,
    purge: async (signal) => {
      await verification.allowance.releaseOver(signal)
      await sweepFiles(store, (versions) => referencedVersions(database.queries, versions), clock.now(), signal)
    },
  })
  addStateMetrics(core)
  const jobs = [housekeeping, kept.upkeep, mail, billing?.closing, verification.jobs].filter((job) => job !== undefined)
  for (const job of jobs) job.start()
  log.info({ version, engine: database.engine, port: server.port }, 'netbox started')
  let ended: Promise<void> | undefined
  const end = async () => {
    await server.drain()
    await Promise.all(jobs.map((job) => job.stop()))
    // A database that is away must not keep the process from stopping.
    await presence.forget().catch(() => undefined)
    await database.close()
    log.info('netbox stopped')
    flush()
  }
  const mailboxUrl = core.mailbox && `http://localhost:${server.port}/dev/mailbox?token=${core.mailbox.token}`
  return { port: server.port, core, mailboxUrl, stop: () => (ended ??= end()) }
}
