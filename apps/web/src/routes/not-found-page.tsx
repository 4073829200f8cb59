import { NotFound } from '../features/information/not-found.tsx'

/** The page for paths that don't exist. */
export const Page = () => <NotFound />
