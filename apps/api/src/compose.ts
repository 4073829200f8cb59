import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import type { Clock } from '@netbox/core'
import type { Verifier } from '@netbox/email-verifier'
import type { TimeLimits } from './billing/payment-provider.ts'
import { createAccountMessages } from './accounts/codes/account-messages.ts'
import { createAccounts } from './accounts/accounts.ts'
import { createApiTokens } from './accounts/api-tokens/api-tokens.ts'
import { createCodes } from './accounts/codes/codes.ts'
import { parseEmailAddress } from './accounts/users/email-address.ts'
import { createLoginLimiter } from './accounts/login-limiter.ts'
import { createPasswords, type PasswordOptions } from './accounts/passwords/passwords.ts'
import { purgeAccounts } from './accounts/purge.ts'
import { createSecondFactors } from './accounts/second-factor/second-factors.ts'
import { createSessions } from './accounts/sessions/sessions.ts'
import { createSigningKeys } from './accounts/sessions/signing-keys.ts'
import { createApp } from './app.ts'
import { systemClock } from './clock.ts'
import { createAuthenticator } from './compose/authenticator.ts'
import { composeBilling } from './compose/billing.ts'
import { createLog, type Log } from './compose/log.ts'
import { createMail } from './compose/mail.ts'
import type { VerifierPorts } from './compose/choose-verifier.ts'
import { composeRoutes } from './compose/routes.ts'
import { composeStorage } from './compose/storage.ts'
import { composeSupabaseAuth } from './compose/supabase-auth.ts'
import { type ComposedVerifier, composeVerifier } from './compose/verifier.ts'
import type { Config } from './config/config.ts'
import { makePrivateFolder } from './config/secrets.ts'
import type { Queries } from './database/database.ts'
import { createEncryption } from './encryption/encryption.ts'
import { insertIgnore } from './database/dialects.ts'
import { openDatabase } from './database/open-database.ts'
import { captchaKeys, createCaptcha } from './http/captcha.ts'
import { purgeBilling } from './billing/events.ts'
import { purgeVerifications } from './email-verification/purge.ts'
import { createHousekeeping } from './jobs/housekeeping.ts'
import { functionsApi } from './supabase/functions/routes.ts'
import { restApi } from './supabase/rest/routes.ts'
import { keepSite } from './site/kept-site.ts'
import { serveSite } from './site/site.ts'
import { systemPages } from './service/pages.ts'
import { createSwitches } from './service/switches.ts'
import { createClientAddresses, limiterKey } from './http/client-address.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createRateLimits, memoryCountStore, noRateLimits, type RateLimits } from './rate-limits.ts'
import { databaseCountStore } from './rate-limits-repository.ts'
import { connectionLimits, openFileLimit, openFilesWarning } from './http/connections.ts'
import { patienceFor, startServer } from './http/server.ts'

/** The version of the OpenAPI document. */
const VERSION = '1.0.0'

/** The replacements for system dependencies in tests. */
export interface Adapters {
  readonly clock?: Clock
  readonly log?: Log
  /** The folder of the built web site; without it, only the API is served. */
  readonly siteFolder?: string
  /** The cost of a password hash. */
  readonly passwordCost?: PasswordOptions['cost']
  /** The iterations of each derivation in a captcha. */
  readonly captchaIterations?: number
  /** The time limits for the payment provider. */
  readonly billingTimeLimits?: TimeLimits
  /** A factor for the timeouts of a database server. */
  readonly databasePatience?: number
  /** Creates the verifier of mail servers. */
  readonly verifier?: (ports: VerifierPorts) => Verifier
}

/** Opens the database and creates the parts that the server and the admin command share. */
export const composeCore = async (config: Config, adapters: Adapters = {}) => {
  const { clock = systemClock(config.testClock), log = createLog(config.logLevel) } = adapters
  for (const warning of config.warnings) log.logger.warn(warning)
  if (config.databaseUrl.startsWith(`sqlite:${config.dataDir}`)) makePrivateFolder(config.dataDir)
  const database = await openDatabase(config.databaseUrl, {
    clock,
    log: log.logger,
    ...(adapters.databasePatience === undefined ? {} : { patience: adapters.databasePatience }),
  })
  const keys = await createSigningKeys({
    keys: config.jwtKeys,
    issuer: config.publicUrl,
    audience: config.publicUrl,
    clock,
  })
  const limiter = createLoginLimiter({ database, clock, addressKey: limiterKey, isOff: config.rateLimitsOff })
  const codes = createCodes({ database, clock, limiter })
  const sessions = createSessions({ database, keys, clock })
  const apiTokens = createApiTokens({ database, clock })
  const passwords = createPasswords({
    minLength: config.passwordMinLength,
    ...(adapters.passwordCost === undefined ? {} : { cost: adapters.passwordCost }),
  })
  const captcha = createCaptcha({
    keys: captchaKeys(config.encryptionKeys),
    clock,
    // Maintenance deletes the row after `until`.
    noteUse: (key, until) =>
      database.transaction((queries) =>
        insertIgnore(queries, database.engine, 'used_captchas', { key, expires_at: until }),
      ),
    ...(adapters.captchaIterations === undefined ? {} : { iterations: adapters.captchaIterations }),
  })
  const mail = createMail({
    settings: config.mail,
    database,
    clock,
    addressMessage: createAccountMessages({ database, codes, publicUrl: config.publicUrl }),
    take: (to) => limiter.take('mailsTo', parseEmailAddress(to)?.key ?? to),
    log: log.logger,
  })
  const accounts = createAccounts({
    database,
    passwords,
    sessions,
    codes,
    limiter,
    useCaptcha: (given) => captcha.use('auth.login', given),
    clock,
    outbox: mail?.outbox,
  })
  const secondFactors = createSecondFactors({
    database,
    clock,
    sessions,
    limiter,
    passwords,
    encryption: createEncryption(config.encryptionKeys),
    outbox: mail?.outbox,
    issuer: new URL(config.publicUrl).hostname,
  })
  return {
    config,
    clock,
    log,
    database,
    keys,
    codes,
    sessions,
    secondFactors,
    apiTokens,
    passwords,
    captcha,
    accounts,
    mail,
  }
}

/** The parts that the server and the admin command share. */
export type Core = Awaited<ReturnType<typeof composeCore>>

/** A running service. */
export interface RunningApi {
  readonly port: number
  readonly core: Core
  /** Finishes the active requests, closes the database and flushes the log. */
  stop(): Promise<void>
}

const rateLimitsOf = ({ config, database, clock }: Core): RateLimits =>
  config.rateLimitsOff
    ? noRateLimits
    : createRateLimits({ shared: databaseCountStore(database), local: memoryCountStore(), clock })

const purgeWith =
  ({ allowance }: Pick<ComposedVerifier, 'allowance'>, { sweep }: Pick<ReturnType<typeof composeStorage>, 'sweep'>) =>
  async (queries: Queries, now: number, signal: AbortSignal): Promise<void> => {
    await purgeAccounts(queries, now, signal)
    await purgeBilling(queries, now, signal)
    await purgeVerifications(queries, now, signal)
    await allowance.releaseOver(signal)
    await sweep(signal)
  }

const showCore = (metrics: Metrics, { passwords, secondFactors, log }: Core): void => {
  const { tries } = secondFactors
  metrics.gauge('netbox_password_hashes_running', 'Password hashes in progress.', () => passwords.load().running)
  metrics.gauge(
    'netbox_password_hashes_waiting',
    'Password hashes that are waiting for a free slot.',
    () => passwords.load().waiting,
  )
  metrics.gauge(
    'netbox_second_factor_codes_right',
    'Correct second-factor codes since the service started.',
    () => tries().right,
  )
  metrics.gauge(
    'netbox_second_factor_codes_wrong',
    'Wrong second-factor codes since the service started.',
    () => tries().wrong,
  )
  metrics.gauge('netbox_log_lines_dropped', 'Log lines dropped since the service started.', () => log.dropped())
}

/** Composes the service and starts it. */
export const compose = async (config: Config, adapters: Adapters = {}): Promise<RunningApi> => {
  const core = await composeCore(config, adapters)
  const { clock, log, database, keys, sessions, apiTokens, captcha, mail } = core
  const metrics = createMetrics()
  showCore(metrics, core)
  const switches = createSwitches({ database, clock })
  const verifier = composeVerifier(core, { metrics, switches }, adapters.verifier)
  const storage = composeStorage(core, metrics)
  const housekeeping = createHousekeeping({ database, clock, log: log.logger, purge: purgeWith(verifier, storage) })
  const built = adapters.siteFolder
  const kept = keepSite({ built, folder: join(config.dataDir, 'site'), clock, log: log.logger })
  const stopping = new AbortController()
  let isDraining = false
  const publishedKeys = () => keys.published()
  const rateLimits = rateLimitsOf(core)
  const billing = composeBilling(core, metrics, adapters.billingTimeLimits)
  const app = createApp({
    routes: composeRoutes(core, {
      switches,
      metrics,
      publishedKeys,
      billing,
      verifier,
      rateLimits,
    }),
    supabase: [
      composeSupabaseAuth(core, () => switches.isOn('registration')),
      restApi({ database, clock }),
      functionsApi,
      storage.api,
    ],
    pages: systemPages({
      publishedKeys,
      metrics,
      metricsToken: config.metricsToken,
      isProduction: config.isProduction,
      ping: () => database.ping(),
      isDraining: () => isDraining,
      version: VERSION,
      publicUrl: config.publicUrl,
    }),
    site: serveSite({ built, kept, publicUrl: config.publicUrl }),
    authenticator: createAuthenticator({ sessions, apiTokens }),
    explainRefusal: (bearer) => sessions.explain(bearer),
    rateLimits,
    useCaptcha: (purpose, given) => captcha.use(purpose, given),
    isOn: (service) => switches.isOn(service),
    log: log.logger,
    metrics,
    settings: { ...config, isSecure: config.publicUrl.startsWith('https:') },
    stopping: stopping.signal,
  })
  const handle = app.callback()
  const serve: RequestListener = (request, response) => void handle(request, response)
  const openFiles = openFileLimit()
  const warning = openFilesWarning(openFiles)
  if (warning !== undefined) log.logger.warn(warning)
  const { isTrusted } = createClientAddresses(config.trustedProxies)
  const server = await startServer(serve, {
    port: config.port,
    host: config.host,
    clock,
    onDrain: () => {
      isDraining = true
    },
    onStop: () => stopping.abort(),
    patience: patienceFor(config.storage.limits.file),
    connections: connectionLimits(openFiles),
    clientOf: (address) => (isTrusted(address) ? undefined : limiterKey(address)),
  })
  const beside = [housekeeping, kept.upkeep, mail, billing?.closing, verifier.jobs].filter((work) => work !== undefined)
  for (const work of beside) work.start()
  let ended: Promise<void> | undefined
  const end = async () => {
    await server.drain()
    await Promise.all(beside.map((work) => work.stop()))
    await database.close()
    log.flush()
  }
  return { port: server.port, core, stop: () => (ended ??= end()) }
}
