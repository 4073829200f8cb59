import { type FaultGroup, scenarios } from '@netbox/core'
import { worldTexts as texts } from '../../texts/world.ts'
import { type ReactNode, useId, useState } from 'react'
import { IconButton } from '../../components/ui/button.tsx'
import { Card, Subhead } from '../../components/ui/card.tsx'
import { Input, SearchField, Select } from '../../components/ui/field.tsx'
import { CloseGlyph } from '../../components/ui/glyphs/line-glyphs.tsx'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import type { CheckedWorld, WorldDraft } from './check-world.ts'
import { domainsOf, type FaultRow, type FaultRows, MOST_SCENARIO } from './fault-rows.ts'

/** Returns every fault in its group, in the order of core. */
const faultGroups = () => {
  // The cast is safe: the texts have no other keys.
  return (Object.keys(texts.groups) as FaultGroup[]).map((group) => ({
    name: texts.groups[group],
    faults: scenarios.filter((scenario) => scenario.group === group),
  }))
}

interface OptionProps {
  readonly name: string
  readonly title: string
  readonly note: ReactNode
  readonly isChosen: boolean
  readonly onChoose: () => void
}

const CHOICE = [
  'grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 border-0 border-r border-b border-solid border-rule bg-sheet px-3 py-2 text-ui',
  'has-checked:bg-signal-wash has-checked:outline-2 has-checked:-outline-offset-1 has-checked:outline-signal',
  'holds-focus',
].join(' ')
const BOX = 'm-0 mt-1 size-4 accent-signal outline-0'

/** One of two choices, with a note. */
export const Option = ({ name, title, note, isChosen, onChoose }: OptionProps) => (
  <label className={CHOICE}>
    <input className={BOX} type="radio" name={name} checked={isChosen} onChange={onChoose} />
    <span>
      <b className="block font-semibold">{title}</b>
      <span className="text-sm text-ink-2">{note}</span>
    </span>
  </label>
)

/** Two choices side by side. */
export const Pair = ({ legend, children }: { readonly legend: string; readonly children: ReactNode }) => (
  <fieldset className="mb-3.5">
    <legend className="mb-1.5 p-0 text-sm font-semibold">{legend}</legend>
    <div className="inline-grid grid-cols-[auto_auto] border-0 border-t border-l border-solid border-rule max-md:grid max-md:grid-cols-1">
      {children}
    </div>
  </fieldset>
)

/** What every part of the page gets. */
export interface DraftProps {
  readonly draft: WorldDraft
  readonly checked: CheckedWorld
  readonly onChange: (change: Partial<WorldDraft>) => void
}

const noRows: FaultRows = { base: 'healthy', rows: [] }

/** Returns the faults of a draft as rows; none if rows can't show them. */
export const rowsOf = ({ faults }: WorldDraft): FaultRows => (typeof faults === 'string' ? noRows : faults)

interface WhereProps {
  readonly row: FaultRow
  /** The domains of the world document and of the other rows. */
  readonly domains: readonly string[]
  readonly onChange: (where: string) => void
}

const TYPED = '?'

/** Where a fault holds: everywhere, at a domain that the world already names, or at domains that the visitor types. */
const Where = ({ row, domains, onChange }: WhereProps) => {
  const [isTyped, type] = useState(false)
  const where = row.where.trim()
  const known = [...new Set([...(isTyped || where === '' ? [] : [where]), ...domains])]
  return (
    <div className="grid gap-1.5">
      <Select
        aria-label={texts.whereOf(row.name)}
        options={[
          ['', texts.everywhere],
          ...known.map((domain) => [domain, texts.only(domain)] as const),
          [TYPED, texts.typed],
        ]}
        value={isTyped ? TYPED : where}
        onChange={({ currentTarget: { value } }) => {
          type(value === TYPED)
          if (value !== TYPED) onChange(value)
        }}
      />
      {isTyped ? (
        <Input
          autoFocus
          aria-label={texts.domainsOf(row.name)}
          placeholder={texts.domainsLike}
          autoComplete="off"
          autoCapitalize="none"
          value={row.where}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : null}
    </div>
  )
}

interface ChosenProps {
  readonly faults: FaultRows
  /** The domains of the world document. */
  readonly domains: readonly string[]
  readonly onChange: (faults: FaultRows) => void
}

const Chosen = ({ faults, domains, onChange }: ChosenProps) => {
  const change = (row: FaultRow, changed: FaultRow[]) =>
    onChange({ ...faults, rows: faults.rows.flatMap((one) => (one === row ? changed : [one])) })
  return (
    <div className="mt-4">
      <Subhead>{texts.rows}</Subhead>
      <ul className="mt-1.5 border-t-2 border-ink p-0">
        {faults.rows.map((row, at) => (
          // Two rows may have the same fault, and typing must not renew a row.
          <li
            // oxlint-disable-next-line react/no-array-index-key
            key={`${row.name} ${at}`}
            className="grid grid-cols-[minmax(0,1fr)_240px_36px] items-center gap-x-4 gap-y-1.5 border-b border-rule py-2 max-md:grid-cols-[minmax(0,1fr)_36px]"
          >
            <span>
              <code className="text-sm font-medium">{row.name}</code>
              <span className="block text-sm text-ink-2">{titles.get(row.name)}</span>
            </span>
            <div className="max-md:col-span-full max-md:row-start-2">
              <Where
                row={row}
                domains={[...domains, ...faults.rows.flatMap((one) => (one === row ? [] : domainsOf(one.where)))]}
                onChange={(where) => change(row, [{ ...row, where }])}
              />
            </div>
            <IconButton
              className="max-md:col-start-2 max-md:row-start-1"
              aria-label={texts.remove(row.name)}
              onClick={() => {
                change(row, [])
                document.getElementById(`fault-${row.name}`)?.focus()
              }}
            >
              <CloseGlyph />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Returns the domains of a world document that can have faults: no wildcards, service names or reverse zones. */
const domainsIn = (facts: WorldDraft['facts']): string[] =>
  Object.keys(facts?.domains ?? {}).filter((name) => !/[*_]|\.arpa$/.test(name))

const groups = faultGroups()
const titles: ReadonlyMap<string, string> = new Map(
  groups.flatMap(({ faults }) => faults.map(({ name, title }) => [name, title])),
)

/** Returns the groups with the faults that match a search: each word is in the name, in the title or in the name of the group. */
const groupsWith = (search: string) => {
  const words = search.toLowerCase().split(/\s+/)
  return groups.flatMap((group) => {
    const faults = group.faults.filter(({ name, title }) => {
      const text = `${group.name} ${name} ${title}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    return faults.length === 0 ? [] : [{ ...group, faults }]
  })
}

interface GroupProps {
  readonly name: string
  readonly count: number
  /** Whether the group is open because a search found its faults. */
  readonly isFound: boolean
  readonly isFirst: boolean
  readonly children: ReactNode
}

/** The faults of a group below one line, which opens them. */
const Group = ({ name, count, isFound, isFirst, children }: GroupProps) => {
  const [isOpened, open] = useState(isFirst)
  return (
    <details
      className="mt-3"
      open={isFound || isOpened}
      onToggle={({ currentTarget }) => isFound || open(currentTarget.open)}
    >
      <summary className="w-max cursor-pointer py-1 text-sm font-semibold">
        {name} <span className="font-mono font-normal text-ink-2">{count}</span>
      </summary>
      {children}
    </details>
  )
}

/** The faults of a draft, and where each chosen one holds. */
export const Faults = ({ draft, checked, onChange }: DraftProps) => {
  const name = useId()
  const [search, find] = useState('')
  const found = groupsWith(search.trim())
  const faults = rowsOf(draft)
  const isOther = typeof draft.faults === 'string'
  const set = (changed: FaultRows) => onChange({ faults: changed })
  const toggle = (fault: string, isChosen: boolean) =>
    set(
      isChosen
        ? // A fault everywhere needs a world that is otherwise healthy.
          { base: 'healthy', rows: [...faults.rows, { name: fault, where: '', from: '', until: '' }] }
        : { ...faults, rows: faults.rows.filter((row) => row.name !== fault) },
    )
  return (
    <Card title={texts.title}>
      {isOther ? (
        <p className="mb-3.5">
          <code className="block wrap-anywhere">{draft.faults}</code>
          <span className="sm muted">{texts.notInRows}</span>
        </p>
      ) : null}
      <Pair legend={texts.base}>
        {(['random', 'healthy'] as const).map((base) => (
          <Option
            key={base}
            name={name}
            title={texts.bases[base][0]}
            note={
              <>
                <code>{base}</code> {texts.bases[base][1]}
              </>
            }
            isChosen={!isOther && faults.base === base}
            onChoose={() => set({ ...faults, base })}
          />
        ))}
      </Pair>
      <SearchField label={texts.find(titles.size)} placeholder={texts.findLike} value={search} onSearch={find} />
      {found.length === 0 ? <p className="sm muted mt-3">{texts.noneFound(search.trim())}</p> : null}
      {found.map((group) => (
        <Group
          key={group.name}
          name={group.name}
          count={group.faults.length}
          isFound={search.trim() !== ''}
          isFirst={group.name === texts.groups.mail}
        >
          <div className="mt-1.5 grid grid-cols-2 hatched border-0 border-t border-l border-solid border-rule max-md:grid-cols-1">
            {group.faults.map((fault) => (
              <label key={fault.name} className={CHOICE}>
                <input
                  className={BOX}
                  id={`fault-${fault.name}`}
                  type="checkbox"
                  checked={faults.rows.some((row) => row.name === fault.name)}
                  onChange={({ currentTarget }) => toggle(fault.name, currentTarget.checked)}
                />
                <span>
                  <b className="block font-semibold">{fault.title}</b>
                  <code className="text-sm text-ink-2">{fault.name}</code>
                </span>
              </label>
            ))}
          </div>
        </Group>
      ))}
      {faults.rows.length === 0 ? null : <Chosen faults={faults} domains={domainsIn(draft.facts)} onChange={set} />}
      <Refusal>{checked.problems.faults}</Refusal>
      {checked.isInDocument ? <p className="sm mt-3">{texts.inDocument(MOST_SCENARIO)}</p> : null}
    </Card>
  )
}

/** The error of a part of the page. */
export const Refusal = ({ children }: { readonly children: string | undefined }) => (
  <div role="alert">
    {children === undefined ? null : (
      <p className="mt-3">
        <Status isSentence severity="critical">
          {children}
        </Status>
      </p>
    )}
  </div>
)
