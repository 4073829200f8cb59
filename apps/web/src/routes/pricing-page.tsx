import { Pricing } from '../features/pricing/pricing.tsx'

/** The page at `/pricing`. */
export const Page = () => <Pricing />
