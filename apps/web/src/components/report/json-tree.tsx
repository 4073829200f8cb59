import { Fragment, type ReactNode } from 'react'
import * as report from './report.module.css'
import * as styles from './json-tree.module.css'

const colorOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return report.jString
  return typeof value === 'number' ? report.jNumber : report.jWord
}

type Entry = readonly [key: string | undefined, value: unknown]

const entriesOf = (value: object): Entry[] =>
  Array.isArray(value) ? value.map((item): Entry => [undefined, item]) : Object.entries(value)

const Key = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? null : (
    <>
      <span className={report.jKey}>{JSON.stringify(name)}</span>:{' '}
    </>
  )

interface PartProps {
  readonly name?: string | undefined
  readonly value: unknown
  readonly isLast: boolean
}

const Folding = ({ name, value, isLast }: PartProps & { readonly value: object }) => {
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const entries = entriesOf(value)
  const comma = isLast ? '' : ','
  return (
    <details open>
      <summary>
        <Key name={name} />
        {open}
        <span className={styles.folded}>
          {entries.length}
          {close}
          {comma}
        </span>
      </summary>
      <div className={styles.jsonIn}>
        {entries.map(([key, item], at) => (
          <Fragment key={key ?? at}>
            <Part name={key} value={item} isLast={at === entries.length - 1} />
          </Fragment>
        ))}
      </div>
      <div>
        {close}
        {comma}
      </div>
    </details>
  )
}

const Part = ({ name, value, isLast }: PartProps): ReactNode => {
  if (typeof value === 'object' && value !== null && entriesOf(value).length > 0)
    return <Folding name={name} value={value} isLast={isLast} />
  return (
    <div>
      <Key name={name} />
      <span className={colorOf(value)}>{JSON.stringify(value)}</span>
      {isLast ? '' : ','}
    </div>
  )
}

interface JsonTreeProps {
  readonly value: unknown
  /** The summary of a folded value. */
  readonly label: string
}

/** Shows a value as highlighted JSON with foldable objects and lists. Keyboard users can scroll it too. */
export const JsonTree = ({ value, label }: JsonTreeProps) => (
  // A scrolling region must be reachable by keyboard.
  <section className={`${report.plain} ${styles.jsonTree}`} aria-label={label} tabIndex={0}>
    <Part value={value} isLast />
  </section>
)
