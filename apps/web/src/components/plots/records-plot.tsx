import type { RecordsPlot as Records } from '@netbox/core'
import * as tableStyles from '../ui/table.module.css'
import * as styles from './records-plot.module.css'

/** Shows records as in a zone file: the figure is the table itself. */
export const RecordsPlot = ({ plot: { caption, records } }: { readonly plot: Records }) => {
  const hasTtl = records.some(({ ttl }) => ttl !== null)
  return (
    <table className={`${tableStyles.tbl} ${styles.records}`}>
      <caption className="vh">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          {hasTtl ? (
            <th scope="col" className={`${tableStyles.r} ${styles.r}`}>
              TTL, s
            </th>
          ) : null}
          <th scope="col">Type</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {records.map(({ name, ttl, type, value }, index) => (
          // Two records may be identical.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index}>
            <th scope="row">{name}</th>
            {hasTtl ? (
              <td className={`${tableStyles.r} ${styles.r}`} data-head="TTL, s">
                {ttl ?? '—'}
              </td>
            ) : null}
            <td data-head="Type">
              <span className={styles.rtype}>{type}</span>
            </td>
            <td data-head="Value" className={styles.rval}>
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
