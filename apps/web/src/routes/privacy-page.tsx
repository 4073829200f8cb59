import { TextPage } from '../features/information/info-page.tsx'
import { privacyText } from '../texts/privacy.ts'

/** The page at `/privacy`. */
export const Page = () => <TextPage text={privacyText} />
