import type { Figure } from '@netbox/core'

import { Breakable } from './breakable.tsx'
import { figureLook } from './figure-look.ts'

/** Shows the two to four key figures of a report. */
export const KeyFigures = ({ figures, id }: { readonly figures: readonly Figure[]; readonly id: string }) => (
  <dl className={`figs n${figures.length}`} id={id}>
    {figures.map(({ label, value, unit, note }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className={figureLook(value)}>
          <Breakable text={value} />
          {unit === undefined ? null : <small> {unit}</small>}
        </dd>
        {note === undefined ? null : (
          <dd className="note">
            <Breakable text={note} />
          </dd>
        )}
      </div>
    ))}
  </dl>
)
