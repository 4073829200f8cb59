import type { BodyOf, ConnectionTest, Migration, Page, PageQuery } from '@netbox/contract'
import { dailyLimitReached, findTool, type PlanId } from '@netbox/core'
import { testConnection } from '@netbox/product'
import { consumeUsage } from '../database/consume-usage.ts'
import { insertRow } from '../database/dialects.ts'
import type { DatabaseAndClock } from '../database/database.ts'
import type { EmailMigrationTable } from '../schema.ts'
import type { CallerUser } from '../caller.ts'
import { serializeMigration } from '../serialize-entities.ts'
import { newId } from '../random.ts'
import type { Encryption } from '../encryption/encryption.ts'
import { nextUtcDay, utcDay } from '../clock.ts'
import { countMigrations, listMigrations } from './repository.ts'
import { Refusal } from '../refusal.ts'

export interface MigrationsOptions extends DatabaseAndClock {
  readonly encryption: Encryption
  /** Generates a number from 0 (inclusive) to 1 (exclusive), which decides a simulated connection test. */
  readonly drawFraction: () => number
}

type MigrationRequest = BodyOf<'migrations.create'>

const TOOL = 'email-migration'

// Recorded requests have the tool's limit, but a counter of their own.
const COUNTER = 'mailbox-migration'

// Throws core's error for a run at its limit, because a request to move a mailbox has the limit of the tool.
const refuseAtLimit = (plan: PlanId, limit: number, now: number): never => {
  const name = findTool(TOOL)?.name ?? TOOL
  throw new Refusal('daily_limit_reached', {
    message: dailyLimitReached(name, plan, limit).message,
    retryAfter: Math.ceil((nextUtcDay(now) - now) / 1000),
  })
}

/** Creates the row of a request. netbox moves no mailboxes yet, so it stays pending. */
const rowOf = async (
  user: CallerUser,
  request: MigrationRequest,
  now: number,
  encryption: Encryption,
): Promise<EmailMigrationTable> => {
  const id = newId()
  const { source_password, destination_password, ...mailboxes } = request
  const encrypted = (column: keyof EmailMigrationTable, password: string) =>
    encryption.encrypt(password, { row: id, column })
  return {
    id,
    user_id: user.id,
    ...mailboxes,
    source_password_encrypted: await encrypted('source_password_encrypted', source_password),
    destination_password_encrypted: await encrypted('destination_password_encrypted', destination_password),
    status: 'pending',
    progress_percentage: 0,
    error_message: null,
    created_at: now,
    completed_at: null,
  }
}

/** Creates the service of requests to move mailboxes. */
export const createMigrations = ({ database, clock, encryption, drawFraction }: MigrationsOptions) => ({
  list: async (userId: string, { page, limit }: PageQuery): Promise<Page<Migration>> => {
    const rows = await listMigrations(database.queries, userId, { limit, offset: (page - 1) * limit })
    return { items: rows.map(serializeMigration), page, limit, total: await countMigrations(database.queries, userId) }
  },

  /** Records a request. Throws `not_available` and `daily_limit_reached`. */
  create: async (user: CallerUser, request: MigrationRequest): Promise<Migration> => {
    const limit = findTool(TOOL)?.limits[user.plan] ?? 0
    if (limit === 0) throw new Refusal('not_available')
    const now = clock.now()
    const row = await rowOf(user, request, now, encryption)
    const usage = { userId: user.id, tool: COUNTER, day: utcDay(now), limit }
    const isGranted = await database.transaction(async (queries) => {
      const { granted } = await consumeUsage(queries, usage)
      if (granted) await insertRow(queries, 'email_migrations', row)
      return granted
    })
    return isGranted ? serializeMigration(row) : refuseAtLimit(user.plan, limit, now)
  },

  /** Simulates a test: no server is contacted, and the input is not stored. */
  test: ({ host, port, email, password }: BodyOf<'migrations.test'>): ConnectionTest => {
    const mailbox = { provider: 'custom', host, port: String(port), email, password } as const
    return { simulated: true, ...testConnection(mailbox, { fraction: drawFraction() }) }
  },
})

export type Migrations = ReturnType<typeof createMigrations>
