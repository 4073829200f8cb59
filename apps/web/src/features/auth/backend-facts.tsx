import { authTexts } from '../../texts/auth.ts'
import { type BackendStatus, directUrl, isReachable, type Probe, RELATIVE_URL } from './backend-status.ts'
import * as styles from './auth.module.css'

const { banner } = authTexts
const { facts } = banner

const factsOf = (status: BackendStatus): readonly (readonly [name: string, value: string])[] => {
  if (status.kind === 'checking') return Object.values(facts).map((name) => [name, banner.unknown])
  const { relative, direct } = status.probes
  const answer = (probe: Probe | undefined) => {
    if (probe === undefined) return banner.unknown
    return isReachable(probe) ? banner.yes : banner.no
  }
  return [
    [facts.url, new URL(RELATIVE_URL, location.origin).href],
    [facts.environment, import.meta.env.MODE],
    [facts.timestamp, new Date(status.at).toISOString()],
    [facts.proxyWorks, answer(relative)],
    [facts.directWorks, answer(direct)],
    [facts.directUrl, directUrl(location)],
  ]
}

/** Details for operators if a visitor can't connect (spec §3), folded. */
export const BackendFacts = ({ status }: { readonly status: BackendStatus }) => (
  <details className={styles.backendFacts}>
    <summary>{banner.diagnostics}</summary>
    <dl>
      {factsOf(status).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </details>
)
