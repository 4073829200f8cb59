import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import type { Clock } from '@netbox/core'
import { createAccountServices } from './accounts/accounts.ts'
import type { PasswordOptions } from './accounts/passwords/passwords.ts'
import { accountRoutes } from './accounts/routes.ts'
import { createAuthenticator } from './accounts/sessions/sessions.ts'
import { adminRoutes } from './admin/routes.ts'
import { createPlatformAdmin, createUserAdmin } from './admin/service.ts'
import { createApp } from './app.ts'
import type { TimeLimits } from './billing/payment-provider.ts'
import { billingRecords } from './billing/repository.ts'
import { billingRoutes } from './billing/routes.ts'
import { openBilling, startCheckout } from './billing/service.ts'
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
import type { SupabaseApi } from './http/supabase.ts'
import type { BackgroundJob } from './jobs/background-job.ts'
import { createHousekeeping } from './jobs/housekeeping.ts'
import { createLog, type Log } from './log.ts'
import { createDevMailbox } from './mail/dev-mailbox.ts'
import { openMailer } from './mail/smtp-mailer.ts'
import { migrationRoutes } from './mailbox-migrations/routes.ts'
import { createMigrations } from './mailbox-migrations/service.ts'
import { createMetrics } from './metrics.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { drawFraction, newId } from './random.ts'
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

/** Opens the services of the server, besides those that the admin command uses too. */
export const openServices = async (core: Core, { billingTimeLimits, verifier }: Adapters = {}) => {
  const switches = createSwitches(core)
  const isOn = () => switches.isOn('email_verification')
  const billing = openBilling(core, billingTimeLimits)
  const verification = openEmailVerification(core, { rateLimits: core.rateLimits, isOn }, verifier)
  const store = openStore(core)
  await requireStorageFolder(core.config.storage.folder)
  await warnOfLostKeys(core)
  return {
    ...core,
    switches,
    billing,
    verification,
    store,
    users: createUserAdmin(core),
    platform: createPlatformAdmin(core),
    migrations: createMigrations({ ...core, drawFraction }),
  }
}

type Services = Awaited<ReturnType<typeof openServices>>

/** Creates the handlers of all endpoints. */
const endpointRoutes = (services: Services): Routes => {
  const { captcha, config, database, keys, switches, billing, verification, rateLimits } = services
  return {
    'captcha.challenge': ({ state: { query } }) => captcha.challenge(query.purpose),
    ...accountRoutes({ ...services, billingOf: (id) => billingRecords(database.queries, id) }),
    ...notificationRoutes(services),
    ...migrationRoutes(services),
    ...adminRoutes(services),
    ...systemRoutes({ switches, publishedKeys: keys.published, config }),
    ...toolRoutes(services, { rateLimits, monthOf: (user) => verification.allowance.month(user) }),
    ...billingRoutes({ database, billing: billing?.service, isLive: billing?.isLive ?? true }),
    ...emailVerificationRoutes({ ...services, ...verification }),
  }
}

/** Creates the APIs that supabase-js calls. */
export const supabaseApis = (services: Services): readonly SupabaseApi[] => {
  const { config, database, clock, switches, users, platform, migrations, billing, store } = services
  return [
    supabaseAuthApi({ ...services, redirects: config, isOpenToRegister: () => switches.isOn('registration') }),
    restApi({
      database,
      clock,
      notify: platform.notify,
      createMigration: migrations.create,
      updateProfile: users.update,
      switchService: platform.switchService,
    }),
    functionsApi({
      checkout: (user, order) => startCheckout(billing?.service, user, order),
      createUser: users.create,
      syncProfiles: users.sync,
    }),
    storageApi(services, store),
  ]
}

/** The way of a server to its end: it drains its connections, then stops the requests that are left. */
interface Shutdown {
  isDraining: boolean
  readonly stopping: AbortController
}

/** Starts the server of an app, with the limits on its connections. */
const listen = (app: ReturnType<typeof createApp>, { config, clock, log }: Core, shutdown: Shutdown) => {
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
  return startServer(serve, {
    port: config.port,
    host: config.host,
    clock,
    onDrain: () => void (shutdown.isDraining = true),
    onStop: () => shutdown.stopping.abort(),
    timeouts: timeoutsFor(config.storage.limits.file),
    connections: connectionLimits(openFiles),
    clientOf: (address) => (isTrusted(address) ? undefined : limiterKey(address)),
  })
}

/** Starts all background work, and returns the function that stops it. */
const startJobs = (services: Services, upkeep: BackgroundJob): (() => Promise<void>) => {
  const { clock, database, mail, billing, verification, store } = services
  const presence = createPresence(services)
  const housekeeping = createHousekeeping({
    ...services,
    announce: presence.note,
    purge: async (signal) => {
      await verification.allowance.releaseOver(signal)
      await sweepFiles(store, (versions) => referencedVersions(database.queries, versions), clock.now(), signal)
    },
  })
  const jobs = [housekeeping, upkeep, mail, billing?.closing, verification.jobs].filter((job) => job !== undefined)
  for (const job of jobs) job.start()
  return async () => {
    await Promise.all(jobs.map((job) => job.stop()))
    // A database that is away must not keep the process from stopping.
    await presence.forget().catch(() => undefined)
  }
}

/** Composes the service and starts it. */
export const compose = async (config: Config, adapters: Adapters = {}): Promise<RunningApi> => {
  const core = await composeCore(config, adapters)
  const { clock, log, database, mailbox, keys, captcha, sessions, flush } = core
  const services = await openServices(core, adapters)
  const built = adapters.siteFolder
  const kept = keepSite({ built, folder: join(config.dataDir, 'site'), clock, log })
  const shutdown: Shutdown = { isDraining: false, stopping: new AbortController() }
  const app = createApp({
    ...core,
    routes: endpointRoutes(services),
    supabase: supabaseApis(services),
    pages: systemPages({
      ...config,
      ...core,
      publishedKeys: keys.published,
      ping: () => database.ping(),
      isDraining: () => shutdown.isDraining,
      commandFile: adapters.commandFile,
    }),
    site: serveSite({ built, kept, publicUrl: config.publicUrl }),
    authenticator: createAuthenticator(core),
    explainRefusal: sessions.explain,
    useCaptcha: captcha.use,
    isOn: services.switches.isOn,
    settings: { ...config, isSecure: config.publicUrl.startsWith('https:') },
    stopping: shutdown.stopping.signal,
  })
  const server = await listen(app, core, shutdown)
  const stopJobs = startJobs(services, kept.upkeep)
  addStateMetrics(core)
  log.info({ version, engine: database.engine, port: server.port }, 'netbox started')
  let ended: Promise<void> | undefined
  const end = async () => {
    await server.drain()
    await stopJobs()
    await database.close()
    log.info('netbox stopped')
    flush()
  }
  const mailboxUrl = mailbox && `http://localhost:${server.port}/dev/mailbox?token=${mailbox.token}`
  return { port: server.port, core, mailboxUrl, stop: () => (ended ??= end()) }
}
