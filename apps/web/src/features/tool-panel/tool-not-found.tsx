import { labels, notices } from '@netbox/core'
import { Link } from 'wouter'
import './category.css'

/** Says that there is no such tool. */
export const ToolNotFound = () => (
  <section className="cat-h">
    <h1>{notices.toolNotFound.title}</h1>
    <p className="muted">{notices.toolNotFound.message}</p>
    <svg className="gone" viewBox="0 0 260 40" fill="none" stroke="var(--signal)" strokeWidth="2.5" aria-hidden="true">
      <circle cx="12" cy="20" r="8" fill="var(--signal)" stroke="none" />
      <path d="M12 20h80" />
      <path d="M100 20h128" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="2 6" />
      <circle cx="236" cy="20" r="8" stroke="var(--control)" strokeWidth="1.5" strokeDasharray="3 2.5" />
    </svg>
    <Link className="btn" href="/dashboard">
      {labels.backToDashboard}
    </Link>
  </section>
)
