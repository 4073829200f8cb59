import { scenarios } from '@netbox/core'
import { Link } from 'wouter'
import { faultTexts } from '../../texts/faults.ts'
import { faultLinks } from './fault-links.ts'
import { FaultSection } from './fault-section.tsx'
import { Terminal } from './terminal.tsx'
import * as bandStyles from '../../components/ui/band.module.css'

const Band = () => (
  <section className={bandStyles.band} data-band>
    <div className="wrap">
      <div>
        <h2>{faultTexts.band.title}</h2>
        <p>{faultTexts.band.text}</p>
        <ul className={bandStyles.scn}>
          {faultLinks().map(({ name, title, href }) => (
            <li key={name}>
              <Link href={href} title={title}>
                {name}
              </Link>
            </li>
          ))}
          <li>
            {/* `none` has no fault. */}
            <Link href="/help#scenarios">{faultTexts.band.all(scenarios.length - 1)}</Link>
          </li>
        </ul>
        <p className={bandStyles.scn}>
          <Link href="/serve">{faultTexts.band.serve}</Link>
        </p>
      </div>
      <Terminal />
    </div>
  </section>
)

/** Introduces faults by name: their effects on the tools, and a run of one. */
export const FaultBand = () => (
  <>
    <FaultSection />
    <Band />
  </>
)
