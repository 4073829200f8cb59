import { EntryLayout } from '../components/layouts/entry-layout.tsx'
import { LoginForm } from '../features/auth/login-form.tsx'
import { useEntry } from '../features/auth/use-entry.ts'

export { EntryLayout as Layout }

/** The page at `/login`. */
export const Page = () => {
  useEntry()
  return <LoginForm />
}
