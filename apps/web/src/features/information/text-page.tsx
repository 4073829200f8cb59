import { contactText, termsText, privacyText } from '../../texts/text-pages.ts'
import { TextPage } from './info-page.tsx'

/** The page at `/contact`. */
export const Contact = () => <TextPage text={contactText} />

/** The page at `/privacy`. */
export const Privacy = () => <TextPage text={privacyText} />

/** The page at `/terms`. */
export const Terms = () => <TextPage text={termsText} />
