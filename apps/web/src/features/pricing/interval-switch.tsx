import { type BillingInterval, pricing } from '@netbox/core'
import { pricingLabels } from '@netbox/product'
import { useId } from 'react'
import { pricingTexts } from '../../texts/pricing.ts'
import * as chipStyles from '../../components/ui/chip.module.css'
import * as styles from './interval-switch.module.css'

interface SwitchProps {
  readonly interval: BillingInterval
  readonly onChange: (interval: BillingInterval) => void
}

/** Chooses between monthly and yearly payment. */
export const IntervalSwitch = ({ interval, onChange }: SwitchProps) => {
  const name = useId()
  return (
    <div className={styles.interval}>
      <fieldset>
        <legend className="vh">{pricingTexts.interval}</legend>
        {pricing.intervals.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={one === interval} onChange={() => onChange(one)} />
            <span>{pricingLabels[one]}</span>
          </label>
        ))}
      </fieldset>
      <span className={`${chipStyles.chip} ${chipStyles.sig}`}>{pricing.annualBadge}</span>
    </div>
  )
}
