import type { Migration } from '@netbox/contract'
import { pageOf } from './admin-answers.ts'
import { callerOf, type MockAnswers, MockRefusal } from './endpoint-handler.ts'
import { isSwitchedOn, MOCK_TIME, nextId } from './mock-data.ts'

/** Makes a mailbox migration request that was just recorded. */
export const mockMigration = (known: Partial<Migration> = {}): Migration => ({
  id: nextId(),
  user_id: nextId(),
  source_host: 'imap.old.example',
  source_port: 993,
  source_email: 'ana@old.example',
  destination_host: 'imap.new.example',
  destination_port: 993,
  destination_email: 'ana@new.example',
  status: 'pending',
  progress_percentage: 0,
  error_message: null,
  created_at: MOCK_TIME,
  completed_at: null,
  ...known,
})

/** Mocks the endpoints of mailbox migrations. */
export const migrationAnswers: MockAnswers = {
  'migrations.list': (call) => ({ data: pageOf(callerOf(call).migrations, call.query) }),
  'migrations.create': (call) => {
    const { profile, migrations } = callerOf(call)
    if (!isSwitchedOn(call.data, 'email_migration')) throw new MockRefusal('service_off')
    if (profile.plan === 'free') throw new MockRefusal('not_available')
    const { source_password: _, destination_password: __, ...asked } = call.body
    const migration = mockMigration({ ...asked, user_id: profile.id, created_at: new Date().toISOString() })
    migrations.unshift(migration)
    return { migration }
  },
}
