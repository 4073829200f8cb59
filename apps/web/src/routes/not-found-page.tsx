import { NotFound } from '../features/information/not-found.tsx'

/** Where nothing is. */
export const Page = () => <NotFound />
