import { pageTexts } from '../texts/pages.ts'

/** The page at `/reset`. */
export const Page = () => (
  <section className="wrap page-head">
    <h1>{pageTexts.reset.title}</h1>
  </section>
)
