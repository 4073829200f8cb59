import type { ServiceName } from '@netbox/contract'
import { serviceOffMessages } from '@netbox/product'
import type { ReactNode } from 'react'
import { RefusedGlyph } from './glyphs/trace-glyphs.tsx'
import * as styles from './form-alert.module.css'

interface ServiceOffProps {
  readonly service: ServiceName
  readonly isOff: boolean
  /** A link to what the user can do instead. */
  readonly children: ReactNode
}

/** Says that a part of the service is switched off. While it is on, the place is empty, so that screen readers announce a later message. */
export const ServiceOff = ({ service, isOff, children }: ServiceOffProps) => (
  <div role="status">
    {isOff ? (
      <div className={`${styles.entryAlert} ${styles.serviceOff} non`}>
        <RefusedGlyph />
        <div>
          <p>{serviceOffMessages[service]}</p>
          <p>{children}</p>
        </div>
      </div>
    ) : null}
  </div>
)
