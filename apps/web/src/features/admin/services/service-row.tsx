import type { ServiceControl } from '@netbox/contract'
import { adminLabels } from '@netbox/product'
import { useId } from 'react'
import { Timestamp } from '../../../components/ui/timestamp.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { adminTexts, serviceName } from '../../../texts/admin.ts'
import * as styles from './service-row.module.css'

interface ServiceRowProps {
  readonly service: ServiceControl
  readonly isBusy: boolean
  readonly onSwitch: (service: ServiceControl, isOn: boolean) => void
}

/** A service with its switch. */
export const ServiceRow = ({ service, isBusy, onSwitch }: ServiceRowProps) => {
  const id = useId()
  const { service_name: name, description, is_enabled: isOn, updated_at: changed } = service
  return (
    <li className={styles.admService}>
      <div>
        <h3>{serviceName(name)}</h3>
        <p id={id} className="muted">
          {description === '' ? adminLabels.noDescription : description}
        </p>
        <p className="sm quiet">
          <code>{name}</code> · {adminTexts.services.changed} <Timestamp at={changed} />
        </p>
      </div>
      <Switch
        isOn={isOn}
        isBusy={isBusy}
        label={serviceName(name)}
        describedBy={id}
        onSwitch={(on) => onSwitch(service, on)}
      />
    </li>
  )
}
