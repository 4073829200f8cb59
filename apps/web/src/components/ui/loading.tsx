import { labels } from '@netbox/product'

/** Stands for a page until it is known who asks for it. The heading is for who hears the page. */
export const Loading = () => (
  <>
    <h1 className="vh">{labels.dashboard}</h1>
    <p role="status">{labels.loading}</p>
  </>
)
