// Development without a service (`npm run dev:mock -w apps/web`): a service worker responds to API requests from memory.
import { SESSION_KEY } from '@netbox/contract'
import { setupWorker } from 'msw/browser'
import { createMockApi } from './mock-api/create-mock-api.ts'
import { MOCK_PASSWORD, userByEmail } from './mock-api/mock-data.ts'

interface KeptSession {
  readonly token: string
  readonly user?: { readonly email: string }
}

const api = createMockApi()
api.addUser({ email: 'admin@mail.example', is_admin: true, plan: 'enterprise' })
api.addUser({ email: 'free@mail.example' })
api.addUser({ email: 'pro@mail.example', plan: 'pro' })
api.addUser({ email: 'disabled@mail.example', status: 'disabled' })

// A reload empties the mock API, but not the browser's storage. Adding the stored token keeps the user signed in.
const kept = JSON.parse(localStorage.getItem(SESSION_KEY) ?? 'null') as KeptSession | null // Only the site writes this value.
if (kept?.user !== undefined) userByEmail(api.data, kept.user.email)?.tokens.push(kept.token)

await setupWorker(...api.handlers).start({ onUnhandledFrame: 'bypass', quiet: true })
console.info(
  `Sign in as admin@mail.example, free@mail.example or pro@mail.example with the password '${MOCK_PASSWORD}'.`,
)
await import('../main.ts')
