import { pageTexts } from '../texts/pages.ts'

/** The page at `/login`. */
export const Page = () => (
  <section className="wrap page-head">
    <h1>{pageTexts.login.title}</h1>
  </section>
)
