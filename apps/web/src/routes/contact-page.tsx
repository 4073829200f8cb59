import { pageTexts } from '../texts/pages.ts'

/** The page at `/contact`. */
export const Page = () => (
  <section className="wrap page-head">
    <h1>{pageTexts.contact.title}</h1>
  </section>
)
