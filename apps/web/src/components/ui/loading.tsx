import { labels } from '@netbox/product'

/** A placeholder for a page until the user is known. The heading is for screen readers. */
export const Loading = () => (
  <>
    <h1 className="vh">{labels.dashboard}</h1>
    <p role="status">{labels.loading}</p>
  </>
)
