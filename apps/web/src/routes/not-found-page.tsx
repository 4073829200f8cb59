import { NotFound } from '../features/information/not-found.tsx'

/** The 404 page. */
export const Page = () => <NotFound />
