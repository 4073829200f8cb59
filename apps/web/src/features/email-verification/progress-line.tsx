import * as progressStyles from '../../components/run/progress.module.css'

const MOST = 10

interface ProgressLineProps {
  readonly percent: number
  readonly total: number
  readonly known: number
  /** The text for screen readers. */
  readonly words: string
}

/** Draws the line from the first address to the last: a hop for each address, or for each tenth of the list. */
export const ProgressLine = ({ percent, total, known, words }: ProgressLineProps) => {
  const hops = Math.max(1, Math.min(MOST, total))
  const reached = percent === 100 ? hops : Math.floor((known / Math.max(1, total)) * hops)
  const way = Array.from({ length: hops }, (_, at) => (at < reached ? '' : progressStyles.todo))
  return (
    <div
      className={progressStyles.hops}
      role="progressbar"
      aria-labelledby="progress-title"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={words}
    >
      <i />
      {way.flatMap((state, at) => [
        // The hops have no key except their order.
        // oxlint-disable-next-line react/no-array-index-key
        <s key={`line ${at}`} className={state} />,
        // oxlint-disable-next-line react/no-array-index-key
        <i key={`hop ${at}`} className={state} />,
      ])}
    </div>
  )
}
