import { pageNotFound } from '@netbox/core'
import { Link } from 'wouter'

/** Where nothing is. */
export const Page = () => (
  <section className="wrap page-head">
    <h1>{pageNotFound.title}</h1>
    <p>
      <Link href="/">{pageNotFound.link}</Link>
    </p>
  </section>
)
