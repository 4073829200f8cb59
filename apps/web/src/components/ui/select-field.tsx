import { type ComponentProps, useId } from 'react'
import * as styles from './field.module.css'

interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'children'> {
  readonly label: string
  /** The choices, each with its value and its label. */
  readonly options: readonly (readonly [value: string, name: string])[]
}

/** A field to choose one of a few values, with its label. */
export const SelectField = ({ label, options, ...select }: SelectFieldProps) => {
  const id = useId()
  return (
    <div className={`${styles.field} ${styles.words}`}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.choice}>
        <select {...select} className={styles.input} id={id}>
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}
