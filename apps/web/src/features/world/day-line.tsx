import { useId } from 'react'
import { Input } from '../../components/ui/field.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { Caption } from '../../components/report/sheet.tsx'
import { worldTexts as texts } from '../../texts/world.ts'
import {
  changesOf,
  DAY_MINUTES,
  type FaultRow,
  holdsAt,
  isAllDay,
  isTime,
  minuteOf,
  timeOfMinute,
} from './fault-rows.ts'

const percent = (minute: number): string => `${((minute / DAY_MINUTES) * 100).toFixed(3)}%`

const ROW = [
  'grid grid-cols-[180px_minmax(0,1fr)_92px_92px] items-center gap-x-4 border-t border-rule py-1.5',
  'max-xl:grid-cols-[132px_minmax(0,1fr)_84px_84px] max-xl:gap-x-3 max-lg:grid-cols-2 max-lg:gap-y-1.5 max-lg:py-2.5',
  'max-lg:[&>:first-child]:col-span-full max-lg:[&>:nth-child(2)]:col-span-full',
].join(' ')

// The input moves the square that the figure draws below it. Its ends lie outside of the line by half of its thumb.
const END = [
  'pointer-events-none absolute -left-3 top-2 m-0 h-6 w-[calc(100%+24px)] appearance-none bg-transparent focus-visible:outline-0',
  '[&::-webkit-slider-thumb]:pointer-events-auto [&::-webkit-slider-thumb]:size-6 [&::-webkit-slider-thumb]:cursor-ew-resize',
  '[&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-sm [&::-webkit-slider-thumb]:border-0',
  '[&::-webkit-slider-thumb]:bg-transparent focus-visible:[&::-webkit-slider-thumb]:outline-2 focus-visible:[&::-webkit-slider-thumb]:outline-signal',
  '[&::-moz-range-thumb]:pointer-events-auto [&::-moz-range-thumb]:size-6 [&::-moz-range-thumb]:cursor-ew-resize',
  '[&::-moz-range-thumb]:rounded-sm [&::-moz-range-thumb]:border-0 [&::-moz-range-thumb]:bg-transparent',
  'focus-visible:[&::-moz-range-thumb]:outline-2 focus-visible:[&::-moz-range-thumb]:outline-signal',
].join(' ')

/** Returns the parts of the day in which a row holds, in minutes. */
const spansOf = (row: FaultRow): readonly (readonly [from: number, until: number])[] => {
  if (isAllDay(row)) return [[0, DAY_MINUTES]]
  const [from, until] = [minuteOf(row.from, 0), minuteOf(row.until, 0) || DAY_MINUTES]
  return from < until
    ? [[from, until]]
    : [
        [0, until],
        [from, DAY_MINUTES],
      ]
}

const timesOf = (row: FaultRow): string =>
  isAllDay(row) ? texts.allDay : `${timeOfMinute(minuteOf(row.from, 0))}–${timeOfMinute(minuteOf(row.until, 0))}`

const NowLine = ({ now, from, to }: { readonly now: number; readonly from: number; readonly to: number }) => (
  <line className="stroke-ink" x1={percent(now)} x2={percent(now)} y1={from} y2={to} strokeWidth="2" />
)

const Line = ({ row, now }: { readonly row: FaultRow; readonly now: number }) => (
  <svg className="block h-10 w-full overflow-visible" role="img" aria-label={`${row.name}, ${timesOf(row)}`}>
    <line className="stroke-control" x1="0" x2="100%" y1="20" y2="20" strokeWidth="1.5" strokeDasharray="3 5" />
    {spansOf(row).map(([from, until]) => (
      <line
        className="stroke-sim-edge"
        key={from}
        x1={percent(from)}
        x2={percent(until)}
        y1="20"
        y2="20"
        strokeWidth="5"
      />
    ))}
    {isAllDay(row)
      ? null
      : (['from', 'until'] as const).map((end) => (
          <rect
            className="fill-sheet stroke-sim"
            key={end}
            x={percent(minuteOf(row[end], 0) || (end === 'from' ? 0 : DAY_MINUTES))}
            y="13"
            width="14"
            height="14"
            transform="translate(-7 0)"
            strokeWidth="2"
          />
        ))}
    <NowLine now={now} from={-9} to={49} />
  </svg>
)

interface RowProps {
  readonly row: FaultRow
  /** The minute of the world's clock. */
  readonly now: number
  readonly onChange: (row: FaultRow) => void
}

/** Writes a minute into a field: the ends of the day are empty. */
const written = (minute: number): string => (minute % DAY_MINUTES === 0 ? '' : timeOfMinute(minute))

const FaultDay = ({ row, now, onChange }: RowProps) => {
  const id = useId()
  const { name, where, from, until } = row
  const isWrong = !isTime(from) || !isTime(until)
  const ends = [
    { part: 'from', label: texts.fromOf(name), text: from, minute: minuteOf(from, 0), head: texts.from },
    {
      part: 'until',
      label: texts.untilOf(name),
      text: until,
      minute: minuteOf(until, 0) || DAY_MINUTES,
      head: texts.until,
    },
  ] as const
  return (
    <div className={ROW}>
      <div>
        <b className="block font-mono text-sm font-medium wrap-anywhere">{name}</b>
        <span className="text-xs text-ink-2 wrap-anywhere">{where.trim() === '' ? texts.everywhere : where}</span>
      </div>
      <div className="relative">
        <Line row={row} now={now} />
        {ends.map(({ part, label, minute }) => (
          <input
            key={part}
            className={END}
            type="range"
            min="0"
            max={DAY_MINUTES}
            step="1"
            value={minute}
            aria-label={label}
            aria-valuetext={timeOfMinute(minute)}
            onChange={({ currentTarget: { value } }) => onChange({ ...row, [part]: written(Number(value)) })}
          />
        ))}
      </div>
      {ends.map(({ part, label, text, head }) => (
        <div key={part} className="items-center gap-2 max-lg:flex">
          <span className="text-sm text-ink-2 lg:hidden" aria-hidden="true">
            {head}
          </span>
          <Input
            aria-label={`${label}, UTC`}
            aria-invalid={isTime(text) ? undefined : true}
            aria-describedby={isWrong ? id : undefined}
            placeholder={texts.always}
            autoComplete="off"
            value={text}
            onChange={({ currentTarget: { value } }) => onChange({ ...row, [part]: value })}
          />
        </div>
      ))}
      {isWrong ? (
        <p className="col-span-full pb-2 text-sm" id={id} role="alert">
          <Status isSentence severity="critical">
            {texts.notATime}
          </Status>
        </p>
      ) : null}
    </div>
  )
}

const HOURS = [0, 4, 8, 12, 16, 20, 24]

const Axis = ({ now }: { readonly now: number }) => (
  <div className={`${ROW} max-lg:py-0`} aria-hidden="true">
    <span className="max-lg:hidden" />
    <svg className="block h-7 w-full overflow-visible fill-ink-2 font-mono text-xs">
      <NowLine now={now} from={-12} to={4} />
      {HOURS.map((hour) => (
        <text
          key={hour}
          x={percent(hour * 60)}
          y="20"
          textAnchor={hour === 0 ? 'start' : hour === 24 ? 'end' : 'middle'}
        >
          {hour % 24 === 0 ? `${String(hour).padStart(2, '0')}:00` : String(hour).padStart(2, '0')}
        </text>
      ))}
    </svg>
  </div>
)

/** Says which faults hold now, and when that changes. */
const Words = ({ rows, now }: { readonly rows: readonly FaultRow[]; readonly now: number }) => {
  const held = rows.filter((row) => holdsAt(row, now)).map(({ name }) => name)
  const changes = changesOf(rows)
  const next = changes.find((minute) => minute > now) ?? changes[0]
  return (
    <p className="sm muted mt-1.5">
      {texts.holds(timeOfMinute(now), [...new Set(held)])}{' '}
      {next === undefined ? null : texts.changes(timeOfMinute(next))}
    </p>
  )
}

interface DayLineProps {
  readonly rows: readonly FaultRow[]
  readonly now: number
  readonly onChange: (rows: readonly FaultRow[]) => void
}

/** The day of the world: a line for each chosen fault, whose ends move by pointer, by arrow keys and by typing. */
export const DayLine = ({ rows, now, onChange }: DayLineProps) => (
  <>
    <Caption name="Fig. 1" aside={texts.arrows}>
      {texts.figure}
    </Caption>
    <div className="mt-2 border-b border-rule-2">
      <div className={`${ROW} min-h-7 border-t-0 text-sm font-semibold text-ink-2 max-lg:hidden`} aria-hidden="true">
        <span>{texts.fault}</span>
        <svg className="block h-6 w-full overflow-visible fill-ink font-sans text-xs">
          <text
            x={percent(now)}
            y="15"
            dx={now > DAY_MINUTES * 0.85 ? -8 : 8}
            textAnchor={now > DAY_MINUTES * 0.85 ? 'end' : 'start'}
          >
            {texts.now(timeOfMinute(now))}
          </text>
          <NowLine now={now} from={6} to={26} />
        </svg>
        <span>{texts.from}</span>
        <span>{texts.until}</span>
      </div>
      {rows.map((row, at) => (
        // Two rows may have the same fault, and typing must not renew a row.
        <FaultDay
          // oxlint-disable-next-line react/no-array-index-key
          key={`${row.name} ${at}`}
          row={row}
          now={now}
          onChange={(changed) => onChange(rows.map((one) => (one === row ? changed : one)))}
        />
      ))}
      <Axis now={now} />
    </div>
    <Words rows={rows} now={now} />
  </>
)
