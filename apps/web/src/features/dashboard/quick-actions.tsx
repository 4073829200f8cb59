import { dashboardEntries } from '@netbox/product'
import { Link } from 'wouter'
import { OnGlyph, SectionGlyph } from '../../components/ui/glyphs/section-glyphs.tsx'
import { overviewTexts } from '../../texts/overview.ts'
import './quick-actions.css'

const actions = ['network', 'dns', 'email', 'security'] as const

/** The four ways from the overview to the tools. */
export const QuickActions = () => (
  <section className="qa" aria-labelledby="quick-actions">
    <h2 id="quick-actions">{overviewTexts.quickActions}</h2>
    <div>
      {actions.map((id) => (
        <Link key={id} href={`/dashboard/${id}`}>
          <SectionGlyph section={id} />
          <b>{dashboardEntries[id]}</b>
          <span>{overviewTexts.quick[id]}</span>
          <span className="go2">
            <OnGlyph />
          </span>
        </Link>
      ))}
    </div>
  </section>
)
