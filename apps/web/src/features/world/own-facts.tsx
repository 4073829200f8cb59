import type { WorldDocument } from '@netbox/core'
import { type FormEvent, useRef, useState } from 'react'
import { Button, TextButton } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { SelectField, TextField } from '../../components/ui/field.tsx'
import { Records } from '../../components/ui/records.tsx'
import { toast } from '../../lib/page/toasts.ts'
import { type FactLine, factLines, withoutFact } from '../../texts/fact-lines.ts'
import { worldTexts as texts } from '../../texts/world.ts'
import type { Preview } from './preview.ts'
import { WorldFile } from './world-file.tsx'

/** An example of a value, by the type of the record. */
const VALUES: Readonly<Record<string, string>> = {
  MX: '10 mx.mine.example',
  TXT: 'v=spf1 mx -all',
  A: '198.51.100.7',
  AAAA: '2001:db8::7',
  CNAME: 'www.mine.example',
  NS: 'ns1.mine.example',
  CAA: '0 issue "ca.mine.example"',
  SRV: '0 5 993 imap.mine.example',
}

interface FactsProps {
  readonly facts: WorldDocument | undefined
  readonly onChange: (facts: WorldDocument | undefined) => void
}

/** The fields of one record. */
const RecordForm = ({ facts, domain, onChange }: FactsProps & { readonly domain: string }) => {
  const [name, setName] = useState<string>()
  const [type, setType] = useState('MX')
  const [value, setValue] = useState('')
  const [problem, setProblem] = useState<string>()
  const state = async (): Promise<void> => {
    try {
      const { addRecord } = await import('./read-world-files.ts')
      const answer = addRecord(facts, { name: name ?? domain, type, value })
      setProblem('problem' in answer ? answer.problem : undefined)
      if ('problem' in answer) return
      setValue('')
      onChange(answer.world)
    } catch {
      toast('warning', texts.notLoaded)
    }
  }
  return (
    <form
      className="grid grid-cols-[minmax(0,4fr)_104px_minmax(0,6fr)_auto] items-start gap-x-3 gap-y-3 max-md:grid-cols-[minmax(0,1fr)_104px]"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void state()
      }}
    >
      <TextField
        isMono
        label={texts.name}
        value={name ?? domain}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <SelectField
        isMono
        label={texts.type}
        options={Object.keys(VALUES).map((one) => [one, one] as const)}
        value={type}
        onChange={({ currentTarget }) => setType(currentTarget.value)}
      />
      <div className="max-md:col-span-full">
        <TextField
          isMono
          id="stated-value"
          label={texts.value}
          value={value}
          placeholder={VALUES[type]}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={problem}
          onChange={({ currentTarget }) => {
            setValue(currentTarget.value)
            setProblem(undefined)
          }}
        />
      </div>
      <Button type="submit" className="mt-label max-md:col-span-full max-md:mt-0" disabled={value.trim() === ''}>
        {texts.state}
      </Button>
    </form>
  )
}

const Lines = ({ values, isOld = false }: { readonly values: readonly string[]; readonly isOld?: boolean }) =>
  values.length === 0
    ? texts.none
    : values.map((value) =>
        isOld ? (
          <del key={value} className="block text-ink-2">
            {value}
          </del>
        ) : (
          <span key={value} className="block font-medium">
            {value}
          </span>
        ),
      )

interface LineProps {
  readonly line: FactLine
  /** The records that the world has without the facts; undefined while they aren't known, or for another kind of fact. */
  readonly before: readonly string[] | undefined
  readonly onRemove: () => void
}

const Line = ({ line: { name, what, values }, before, onRemove }: LineProps) => (
  // The records of the world follow a moment later, and have their place.
  <tr className="h-[76px]">
    <th scope="row">
      {name} {what}
    </th>
    <td className="mono" data-head={before === undefined ? undefined : texts.was}>
      {before === undefined ? null : <Lines isOld values={before} />}
    </td>
    <td className="mono" data-head={texts.is}>
      <Lines values={values} />
    </td>
    <td>
      <TextButton
        aria-label={texts.remove(`${name} ${what}`.trim())}
        onClick={() => {
          onRemove()
          document.getElementById('stated-value')?.focus()
        }}
      >
        {texts.removeFact}
      </TextButton>
    </td>
  </tr>
)

interface OwnFactsProps extends FactsProps {
  readonly domain: string
  /** The effect of the facts, once it is known. */
  readonly preview: Preview | undefined
}

/** The visitor's own facts: one record after the other, a zone, a world file, and all of them in a table. */
export const OwnFacts = ({ facts, domain, preview, onChange }: OwnFactsProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card title={texts.factsTitle} lead={texts.factsLead} headingRef={heading}>
      <RecordForm facts={facts} domain={domain} onChange={onChange} />
      {facts === undefined ? null : (
        <div className="mt-4">
          <Records
            aria-label={texts.facts}
            className="table-fixed"
            columns={[
              texts.fact,
              texts.wasIn(preview?.world.seed),
              texts.is,
              <span key="remove" className="vh">
                {texts.removeFact}
              </span>,
            ]}
          >
            {factLines(facts).map((line) => (
              <Line
                key={line.path.join(' ')}
                line={line}
                before={preview?.records.get(`${line.name} ${line.what}`)}
                onRemove={() => onChange(withoutFact(facts, line.path))}
              />
            ))}
          </Records>
        </div>
      )}
      <WorldFile
        facts={facts}
        domain={domain}
        onChange={(read) => {
          onChange(read)
          if (read === undefined) heading.current?.focus()
        }}
      />
    </Card>
  )
}
