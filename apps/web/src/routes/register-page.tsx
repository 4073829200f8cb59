import { EntryLayout } from '../components/layouts/entry-layout.tsx'
import { RegisterForm } from '../features/auth/register-form.tsx'
import { useEntry } from '../features/auth/use-entry.ts'

export { EntryLayout as Layout }

/** The page at `/register`. */
export const Page = () => {
  useEntry()
  return <RegisterForm />
}
