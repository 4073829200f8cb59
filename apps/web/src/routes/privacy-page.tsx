import { pageTexts } from '../texts/pages.ts'

/** The page at `/privacy`. */
export const Page = () => (
  <section className="wrap page-head">
    <h1>{pageTexts.privacy.title}</h1>
  </section>
)
