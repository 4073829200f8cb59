import { TextPage } from '../features/information/info-page.tsx'
import { termsText } from '../texts/terms.ts'

/** The page at `/terms`. */
export const Page = () => <TextPage text={termsText} />
