import type { PlacesPlot } from '@netbox/core'
import { StatusGlyph, severityClass } from '../ui/glyphs/status-glyph.tsx'
import { resolversOf } from './resolvers.ts'
import { reportTexts } from '../../texts/report.ts'
import './regions-table.css'

type Place = PlacesPlot['places'][number]

const Answer = ({ place, resolver }: { place: Place; resolver: string | undefined }) => (
  <li className={`rr ${place.severity === 'pass' ? '' : `old ${severityClass[place.severity]}`}`}>
    {place.severity === 'pass' ? <i className="kd" /> : <StatusGlyph severity={place.severity} />}
    <div>
      <b>{place.location}</b>
      {resolver === undefined ? null : <code>{resolver}</code>}
    </div>
    <div className="ans">
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
    <section className="sec">
      <p className="cap">
        <b>{reportTexts.table(number)}</b> {reportTexts.regions}
      </p>
      <div className="regs">
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
