import { pageTexts } from '../texts/pages.ts'

/** The page at `/register`. */
export const Page = () => (
  <section className="wrap page-head">
    <h1>{pageTexts.register.title}</h1>
  </section>
)
