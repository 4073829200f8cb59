import type { Figure } from '@netbox/core'

// What a machine would type, or a long name, reads better in the face of machines, and small.
const lookOf = (value: string): string => {
  if (value.length > 22) return 'machine long'
  return value.length > 9 || /[:@]|\d\.\d+\./.test(value) ? 'machine' : ''
}

/** Shows the two to four key figures of a report. */
export const KeyFigures = ({ figures, id }: { readonly figures: readonly Figure[]; readonly id: string }) => (
  <dl className={`figs n${figures.length}`} id={id}>
    {figures.map(({ label, value, unit, note }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={lookOf(value)}>
          {value}
          {unit === undefined ? null : (
            <>
              {' '}
              <small>{unit}</small>
            </>
          )}
        </dd>
        {note === undefined ? null : <dd className="note">{note}</dd>}
      </div>
    ))}
  </dl>
)
