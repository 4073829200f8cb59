import type { Routes } from '../../http/handler.ts'
import { newSecret } from '../../random.ts'
import { createMigrations, type MigrationsOptions } from './service.ts'

/** What the routes need. */
export type MigrationRoutesOptions = Omit<MigrationsOptions, 'drawFraction'> &
  Partial<Pick<MigrationsOptions, 'drawFraction'>>

const FRACTION_BYTES = 6

const randomFraction = (): number =>
  Buffer.from(newSecret(FRACTION_BYTES), 'base64url').readUIntBE(0, FRACTION_BYTES) / 2 ** (8 * FRACTION_BYTES)

/** Makes the routes of mailbox migrations. */
export const migrationRoutes = ({ drawFraction = randomFraction, ...options }: MigrationRoutesOptions) => {
  const migrations = createMigrations({ ...options, drawFraction })
  return {
    'migrations.list': async ({ caller, query }) => ({ data: await migrations.list(caller.user.id, query) }),
    'migrations.create': async ({ caller, body }) => ({ migration: await migrations.create(caller.user, body) }),
    'migrations.test': async ({ body, setHeader }) => {
      setHeader('X-Netbox-Simulated', 'true')
      return { data: migrations.test(body) }
    },
  } satisfies Routes
}
