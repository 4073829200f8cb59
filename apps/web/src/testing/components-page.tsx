import { findTool, type ToolRun, tools } from '@netbox/core'
import { fixedWorld } from '@netbox/core/testing'
import { type ReactNode, useState } from 'react'
import { SharePanel, useReportActions } from '../components/run/report-actions.tsx'
import { RunWords } from '../components/run/run-line.tsx'
import { preloadPlot } from '../components/plots/drawings.ts'
import { PlotFigure } from '../components/plots/plot-figure.tsx'
import { JsonText } from '../components/report/json-view.tsx'
import { Report } from '../components/report/report.tsx'
import { EmptySheet, FailedSheet, RefusedSheet, ReportSkeleton } from '../components/report/state-sheets.tsx'
import { SimulatedMark, Chip, Chips } from '../components/ui/chips.tsx'
import { CodeField } from '../components/ui/code-field.tsx'
import { ConfirmDialog } from '../components/ui/confirm-dialog.tsx'
import { FormAlert } from '../components/ui/form-alert.tsx'
import { Status } from '../components/ui/glyphs/status-glyph.tsx'
import { Pager } from '../components/ui/records.tsx'
import { PartState } from '../components/ui/part-state.tsx'
import { PasswordField, SearchField, SelectField, TextField } from '../components/ui/field.tsx'
import { Button, SubmitButton, TextButton } from '../components/ui/button.tsx'
import { Tabs } from '../components/ui/tabs.tsx'

const severities = ['pass', 'info', 'warning', 'critical'] as const
const ignore = (): void => undefined
const notice = { title: 'The title of a message', message: 'What happened, and what you can do.' }

interface Fixtures {
  readonly runs: readonly ToolRun[]
}

/** Runs every tool in core's fixed world, the first one also with a fault, and loads the drawings of the figures. */
export const loadFixtures = async (): Promise<Fixtures> => {
  const runs = await Promise.all([
    fixedWorld('mx-down').run('mx-record', 'mail.example'),
    ...tools.map(async ({ id, placeholder }) => fixedWorld().run(id, placeholder)),
  ])
  await Promise.all(runs.map(async ({ plot }) => preloadPlot(plot.kind)))
  return { runs }
}

const Part = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <section aria-label={name} style={{ display: 'grid', gap: 16, marginTop: 40 }}>
    <h2>{name}</h2>
    {children}
  </section>
)

const Buttons = () => (
  <Part name="Buttons">
    {(['outline', 'primary', 'paid', 'danger', 'ghost'] as const).map((variant) => (
      <p key={variant}>
        <Button variant={variant}>{variant}</Button>
        <Button variant={variant} isSmall>
          {variant}
        </Button>
        <Button variant={variant} disabled>
          Disabled
        </Button>
      </p>
    ))}
    <p>
      <SubmitButton isBusy={false} label="Send" busyLabel="Sending" />
      <SubmitButton isBusy label="Send" busyLabel="Sending" />
      <TextButton>A button like a link</TextButton>
    </p>
  </Part>
)

const Marks = () => (
  <Part name="Chips, marks and statuses">
    <p>
      <Chips names={['PRO', 'Login']} /> <Chip variant="solid">solid</Chip> <Chip variant="signal">signal</Chip>
    </p>
    <SimulatedMark />
    <p>
      {severities.map((severity) => (
        <Status key={severity} severity={severity}>
          {severity}
        </Status>
      ))}
    </p>
  </Part>
)

const Fields = () => (
  <Part name="Fields">
    <TextField label="A field" placeholder="shop.example" />
    <TextField label="A field with a hint" hint="Six characters or more." />
    <TextField label="A refused field" error="This is not an email address." defaultValue="ana@" />
    <PasswordField label="Password" />
    <SearchField label="Search" value="" onSearch={ignore} />
    <SelectField
      label="A choice"
      options={[
        ['a', 'First'],
        ['b', 'Second'],
      ]}
    />
    <CodeField label="Code" />
  </Part>
)

const failure = { code: 'failed', message: 'The service did not answer.' }

const States = () => {
  const [isAsking, ask] = useState(false)
  return (
    <Part name="States and messages">
      {severities.map((severity) => (
        <FormAlert key={severity} severity={severity} notice={notice} />
      ))}
      <PartState of={{ value: undefined, isLoading: true, failure: undefined, reload: ignore }} failed="" />
      <PartState of={{ value: undefined, isLoading: false, failure, reload: ignore }} failed="The list did not load." />
      <Pager label="First page" page={1} limit={20} total={60} onPage={ignore} />
      <Pager label="Last page" page={3} limit={20} total={60} onPage={ignore} />
      <Button onClick={() => ask(true)}>Open a question</Button>
      {isAsking ? (
        <ConfirmDialog
          question={{ title: 'Delete it?', text: 'This cannot be undone.', confirm: 'Delete' }}
          onConfirm={() => ask(false)}
          onCancel={() => ask(false)}
        />
      ) : null}
      <Tabs label="Filled tabs" tabs={tabs} />
    </Part>
  )
}

const tabs = [
  { id: 'one', label: 'One', content: <p>The first panel.</p> },
  { id: 'two', label: 'Two', content: <p>The second panel.</p> },
  { id: 'three', label: 'Not yet', content: null, disabled: true },
]

const Reports = ({ run }: { readonly run: ToolRun }) => (
  <Part name="Reports">
    <ReportSkeleton label="A report in the making" />
    <RefusedSheet refusal={{ code: 'daily_limit_reached', ...notice, title: 'A refused run' }} />
    <FailedSheet error={{ code: 'failed', ...notice, title: 'A failed run' }} onRetry={ignore} />
    <EmptySheet {...notice} className={undefined} />
    <Report run={run} />
    <JsonText json={JSON.stringify(run.result, null, 2)} label="A result" />
  </Part>
)

const Runs = ({ run }: { readonly run: ToolRun }) => {
  const { actions } = useReportActions(run, { onAgain: ignore, onNewWorld: ignore })
  return (
    <Part name="Runs">
      <RunWords sentence={run.verdict.sentence} tool={findTool(run.tool)?.id} name="MX Record" input={run.input} />
      {actions}
      <SharePanel run={run} id="share" onClose={ignore} />
    </Part>
  )
}

const Plots = ({ runs }: Fixtures) => (
  <Part name="Figures">
    {runs.map(({ tool, scenario, plot }, at) => (
      <PlotFigure key={`${tool} ${scenario}`} plot={plot} number={at + 1} />
    ))}
  </Part>
)

const schemes = ['light', 'dark'] as const

/** Shows every shared component in its states, in one theme at a time. The data comes from core's fixed world. */
export const ComponentsPage = ({ runs }: Fixtures) => {
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('light')
  const [first] = runs
  return (
    <main className="wrap" style={{ colorScheme: scheme, background: 'var(--color-paper)', color: 'var(--color-ink)' }}>
      <h1>Components</h1>
      <p>
        {schemes.map((one) => (
          <Button key={one} isSmall aria-pressed={one === scheme} onClick={() => setScheme(one)}>
            {one}
          </Button>
        ))}
      </p>
      <Buttons />
      <Marks />
      <Fields />
      <States />
      {first === undefined ? null : <Reports run={first} />}
      {first === undefined ? null : <Runs run={first} />}
      <Plots runs={runs} />
    </main>
  )
}
