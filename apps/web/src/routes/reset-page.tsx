import { EntryLayout } from '../components/layouts/entry-layout.tsx'
import { Recovery } from '../features/auth/recovery.tsx'

export { EntryLayout as Layout }

/** The page at `/reset`. */
export const Page = () => <Recovery />
