import { Compare } from '../features/compare/compare.tsx'

/** The page at `/compare`. */
export const Page = () => <Compare />
