import { TextPage } from '../features/information/info-page.tsx'
import { contactText } from '../texts/contact.ts'

/** The page at `/contact`. */
export const Page = () => <TextPage text={contactText} />
