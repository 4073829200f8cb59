import { Help } from '../features/information/help.tsx'

/** The page at `/help`. */
export const Page = () => <Help />
