import type { Tool, ToolId } from '@netbox/core'
import { type Deferred, deferred } from '../lib/deferred.ts'

/** The properties of a screen under the picker. */
export interface ToolScreenProps {
  readonly tool: Tool
}

const toolRun = deferred<ToolScreenProps>('src/routes/tool-run-screen.tsx', async () =>
  import('./tool-run-screen.tsx').then(({ ToolRunScreen }) => ToolRunScreen),
)

/** Preloads the screen of most tools. */
export const warmToolRun = async (): Promise<void> => toolRun.load()

// The tools that have their own screens.
const ownScreens: Readonly<Partial<Record<ToolId, Deferred<ToolScreenProps>>>> = {
  'email-validation': deferred('src/features/email-verification/email-verification.tsx', async () =>
    import('../features/email-verification/email-verification.tsx').then(({ EmailVerification }) => EmailVerification),
  ),
  'email-migration': deferred('src/features/mailbox-migration/mailbox-migration.tsx', async () =>
    import('../features/mailbox-migration/mailbox-migration.tsx').then(({ MailboxMigration }) => MailboxMigration),
  ),
}

/** Returns the screen of a tool on the home page. */
export const toolScreen = (tool: Tool): Deferred<ToolScreenProps> => ownScreens[tool.id] ?? toolRun
