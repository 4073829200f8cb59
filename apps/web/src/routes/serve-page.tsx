import { Serve } from '../features/serve/serve.tsx'

/** The page at `/serve`. */
export const Page = () => <Serve />
