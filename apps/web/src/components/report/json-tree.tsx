import { Fragment, type ReactNode } from 'react'
import './json-tree.css'

const colorOf = (value: unknown): string => {
  if (typeof value === 'string') return 'j-string'
  return typeof value === 'number' ? 'j-number' : 'j-word'
}

type Entry = readonly [key: string | undefined, value: unknown]

const entriesOf = (value: object): Entry[] =>
  Array.isArray(value) ? value.map((item): Entry => [undefined, item]) : Object.entries(value)

const Key = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? null : (
    <>
      <span className="j-key">{JSON.stringify(name)}</span>:{' '}
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
        <span className="folded">
          {entries.length}
          {close}
          {comma}
        </span>
      </summary>
      <div className="json-in">
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
  <section className="plain json json-tree" aria-label={label} tabIndex={0}>
    <Part value={value} isLast />
  </section>
)
