import { EntryLayout } from '../components/layouts/entry-layout.tsx'
import { Confirmation } from '../features/auth/confirmation.tsx'

export { EntryLayout as Layout }

/** The page at `/confirm`. */
export const Page = () => <Confirmation />
