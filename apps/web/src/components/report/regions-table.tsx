import type { PlacesPlot } from '@netbox/core'
import { StatusGlyph, severityClass } from '../ui/glyphs/status-glyph.tsx'
import { reportTexts } from '../../texts/report.ts'
import * as reportStyles from './report.module.css'
import * as styles from './regions-table.module.css'

const isServer = (value: unknown): value is { readonly location: string; readonly resolver: string } =>
  typeof value === 'object' &&
  value !== null &&
  'location' in value &&
  typeof value.location === 'string' &&
  'resolver' in value &&
  typeof value.resolver === 'string'

/** Finds the resolver at each place, if the result names them. */
const resolversOf = (result: unknown): ReadonlyMap<string, string> => {
  const servers: unknown = typeof result === 'object' && result !== null && 'servers' in result ? result.servers : []
  const known: readonly unknown[] = Array.isArray(servers) ? servers : []
  return new Map(known.filter(isServer).map(({ location, resolver }) => [location, resolver]))
}

type Place = PlacesPlot['places'][number]

const Answer = ({ place, resolver }: { place: Place; resolver: string | undefined }) => (
  <li className={`${styles.rr} ${place.severity === 'pass' ? '' : `${styles.old} ${severityClass[place.severity]}`}`}>
    {place.severity === 'pass' ? <i className={styles.kd} /> : <StatusGlyph severity={place.severity} />}
    <div>
      <b>{place.location}</b>
      {resolver === undefined ? null : <code>{resolver}</code>}
    </div>
    <div className={styles.ans}>
      <code>{place.value}</code>
      <span>{place.note}</span>
    </div>
  </li>
)

interface RegionsTableProps {
  readonly places: readonly Place[]
  readonly result: unknown
  readonly number: number
}

/** Shows the answers of all places, by region. */
export const RegionsTable = ({ places, result, number }: RegionsTableProps) => {
  const resolvers = resolversOf(result)
  const regions = [...new Set(places.map(({ region }) => region))]
  return (
    <section className={reportStyles.sec}>
      <p className={reportStyles.cap}>
        <b>{reportTexts.table(number)}</b> {reportTexts.regions}
      </p>
      <div className={styles.regs}>
        {regions.map((region) => {
          const here = places.filter((place) => place.region === region)
          const well = here.filter(({ severity }) => severity === 'pass').length
          return (
            <section key={region}>
              <h3>
                {region}
                <span>{reportTexts.regionWell(well, here.length)}</span>
              </h3>
              <ul>
                {here.map((place) => (
                  <Answer key={place.location} place={place} resolver={resolvers.get(place.location)} />
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </section>
  )
}
