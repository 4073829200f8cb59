import { scenarios, findScenario, findTool, type ScenarioName, severityWords } from '@netbox/core'
import { Link } from 'wouter'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { faultTexts } from '../../texts/faults.ts'
import { FaultMatrix } from './fault-matrix.tsx'
import { Terminal } from './terminal.tsx'
import * as bandStyles from '../../components/ui/band.module.css'
import * as styles from './fault-matrix.module.css'

// Example scenarios, each with the tool that shows it best; the help page lists all scenarios.
const shown: readonly (readonly [scenario: ScenarioName, tool: string])[] = [
  ['mx-down', 'mx'],
  ['dnssec-bogus', 'dnssec'],
  ['cert-expiring', 'https'],
  ['ptr-mismatch', 'ptr'],
  ['packet-loss', 'trace'],
  ['propagation-partial', 'propagation'],
]

/** Returns links to the pages of tools with a chosen scenario. */
export const faultLinks = (): { name: ScenarioName; title: string; href: string }[] =>
  shown.flatMap(([name, wanted]) => {
    const [scenario, tool] = [findScenario(name), findTool(wanted)]
    if (scenario === undefined || tool === undefined) return []
    return [{ name, title: scenario.title, href: `/${tool.path}?scenario=${name}` }]
  })

// Shows the effect of each fault on each tool.
const FaultSection = () => (
  <section className={`${styles.faults} wrap`} data-faults aria-labelledby="faults-title">
    <h2 id="faults-title">{faultTexts.title}</h2>
    <p>
      {faultTexts.lede} <Status severity="critical">{severityWords.critical.label}</Status>{' '}
      <Status severity="warning">{severityWords.warning.label}</Status>
    </p>
    <FaultMatrix />
  </section>
)

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
            {/* `random` has no fault. */}
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

/** Introduces faults by name: their effects on the tools, and a run with one fault. */
export const FaultBand = () => (
  <>
    <FaultSection />
    <Band />
  </>
)
