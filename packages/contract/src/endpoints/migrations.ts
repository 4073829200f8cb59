import { IMAP_PORT, parsePort } from '@netbox/product'
import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { fields, line, secret, textOrNumber } from '../entities/fields.ts'
import { connectionTest, migration } from '../entities/migration.ts'
import { pageOf, pageQuery } from '../entities/page.ts'

// A port. Text that is not a number becomes 993 (spec §5); an invalid port number is refused.
const port = v.pipe(
  v.optional(textOrNumber(), IMAP_PORT),
  v.metadata({ type: 'integer', minimum: 1, maximum: 65_535 }),
  v.transform((value) => parsePort(String(value))),
  v.number('Must be a port from 1 to 65535.'),
)

const host = line(253)
const mailbox = line(320)
// A password. The limit is longer than any mailbox password; the service stores the password encrypted.
const password = v.pipe(secret(), v.maxLength(1024, 'Must have at most 1024 characters.'))

/** The endpoints of mailbox migrations. */
export const migrationEndpoints = [
  endpoint({
    id: 'migrations.list',
    method: 'GET',
    path: '/migrations',
    access: 'session',
    query: pageQuery,
    response: v.object({ data: pageOf(migration) }),
    errors: [],
    summary: 'Lists your migrations, newest first',
  }),
  endpoint({
    id: 'migrations.create',
    method: 'POST',
    path: '/migrations',
    access: 'session',
    feature: 'email_migration',
    body: fields({
      source_host: host,
      source_port: port,
      source_email: mailbox,
      source_password: password,
      destination_host: host,
      destination_port: port,
      destination_email: mailbox,
      destination_password: password,
    }),
    example: {
      source_host: 'imap.gmail.com',
      source_email: 'ana@old.example',
      source_password: 'correct horse',
      destination_host: 'imap.mail.me.com',
      destination_email: 'ana@new.example',
      destination_password: 'battery staple',
    },
    response: v.object({ migration }),
    status: 201,
    errors: ['not_available', 'daily_limit_reached', 'service_off'],
    summary: 'Records the request to move a mailbox',
    description:
      'Nothing is transferred yet: the record is pending. Passwords are encrypted, and no response contains them.',
  }),
  endpoint({
    id: 'migrations.test',
    method: 'POST',
    path: '/migrations/test-connection',
    access: 'session',
    feature: 'email_migration',
    body: fields({ host, port, email: mailbox, password }),
    example: { host: 'imap.gmail.com', port: 993, email: 'ana@mail.example', password: 'correct horse' },
    response: v.object({ data: connectionTest }),
    simulated: true,
    errors: ['service_off'],
    summary: 'Simulates a connection test',
    description: 'No server is contacted. Hosts of known providers always answer, other hosts in 7 of 10 cases.',
  }),
] as const
