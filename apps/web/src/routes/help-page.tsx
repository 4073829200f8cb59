import { pageTexts } from '../texts/pages.ts'

/** The page at `/help`. */
export const Page = () => (
  <section className="wrap page-head">
    <h1>{pageTexts.help.title}</h1>
  </section>
)
