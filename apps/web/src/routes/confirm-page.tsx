import { pageTexts } from '../texts/pages.ts'

/** The page at `/confirm`. */
export const Page = () => (
  <section className="wrap page-head">
    <h1>{pageTexts.confirm.title}</h1>
  </section>
)
