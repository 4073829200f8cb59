import { pageTexts } from '../texts/pages.ts'

/** The page at `/terms`. */
export const Page = () => (
  <section className="wrap page-head">
    <h1>{pageTexts.terms.title}</h1>
  </section>
)
