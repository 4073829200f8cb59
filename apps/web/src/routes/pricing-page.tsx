import { pageTexts } from '../texts/pages.ts'

/** The page at `/pricing`. */
export const Page = () => (
  <section className="wrap page-head">
    <h1>{pageTexts.pricing.title}</h1>
  </section>
)
