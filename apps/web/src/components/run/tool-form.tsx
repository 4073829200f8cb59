import type { Access, PlanId, Tool, ToolDefinition } from '@netbox/core'
import { accessNotices } from '@netbox/product'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { Link } from 'wouter'
import { bulkPath } from '../../lib/runs/run-links.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { drawWorld, useWorld } from '../../lib/world/visit.ts'
import type { TypedText } from './use-typed-text.ts'

/** Runs a tool from its field: with Enter, or with Ctrl Enter in a multi-line field. */
export const runByKey =
  (isMultiline: boolean, onRun: () => void) =>
  (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (isMultiline && !(event.ctrlKey || event.metaKey)) return
    // The form can't be submitted while its button is disabled, but the user still needs to know why.
    event.preventDefault()
    onRun()
  }

interface ToolFormProps {
  readonly tool: Tool & ToolDefinition
  readonly placeholder: string
  readonly typed: TypedText
  /** The id of the message about a refused input. */
  readonly refusedBy: string | undefined
  /** The security check. */
  readonly captcha?: ReactNode
  readonly action: string
  readonly canRun: boolean
  /** Whether a run takes place. Meanwhile, the button keeps the focus. */
  readonly isRunning: boolean
  /** Called when the user edits the text. */
  readonly onEdit: () => void
  readonly onRun: () => void
  /** The problem of the last run, below the field. */
  readonly children: ReactNode
}

/** The form of a tool: its input, the button that runs it, and the problem of the last run. */
export const ToolForm = (props: ToolFormProps) => {
  const { tool, placeholder, typed, refusedBy, captcha, action, canRun, isRunning, onEdit, onRun, children } = props
  const { field, initial } = typed
  const isMultiline = tool.input.multiline === true
  const shared = {
    id: 'tool-input',
    label: tool.input.type,
    isMono: true,
    placeholder,
    defaultValue: initial,
    blamedBy: refusedBy,
    autoCapitalize: 'none',
    spellCheck: false,
    onKeyDown: runByKey(isMultiline, onRun),
    onChange: () => {
      typed.read()
      onEdit()
    },
  } as const
  const columns = captcha === undefined ? 'md:grid-cols-[minmax(0,1fr)_auto]' : 'xl:grid-cols-[minmax(0,1fr)_auto_auto]'
  return (
    <form
      className={`mt-4 grid grid-cols-[minmax(0,1fr)] items-end gap-3 ${columns}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onRun()
      }}
    >
      {/* The casts are needed because the reference is to whichever of the two is rendered. */}
      {isMultiline ? (
        <TextArea
          {...shared}
          ref={field as RefObject<HTMLTextAreaElement | null>}
          aside={<span className="text-sm text-ink-3">{toolRunTexts.manyLines}</span>}
          rows={6}
        />
      ) : (
        <TextField
          {...shared}
          ref={field as RefObject<HTMLInputElement | null>}
          aside={<Link href={bulkPath(tool)}>{toolRunTexts.runList}</Link>}
          autoComplete="off"
        />
      )}
      {captcha}
      <Button
        variant="primary"
        type="submit"
        className="min-w-[7rem] max-xl:order-2"
        disabled={!canRun}
        aria-disabled={isRunning}
      >
        {action}
      </Button>
      {/* Below its input at every width; takes no space while it is empty. */}
      <div className="col-span-full text-sm max-xl:order-1 has-[>:empty]:-mt-3">{children}</div>
    </form>
  )
}

/** Leads to the paid plans. */
export const UpgradeLink = () => (
  <Link href={accessNotices.upgrade_required.href}>{accessNotices.upgrade_required.link}</Link>
)

/** A line below the panel of a tool. */
export const PanelNote = ({ children }: { readonly children: ReactNode }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border border-t-0 border-rule px-6 py-3 text-ui max-md:px-4">
    {children}
  </p>
)

/** Shows below the panel why a tool can't run, and how to change that. The form itself asks for the security check. */
export const AccessNotice = ({ access, plan }: { readonly access: Access; readonly plan: PlanId }) => {
  if (access.allowed || access.code === 'captcha_required') return null
  const { login_required: login } = accessNotices
  return (
    <PanelNote>
      {access.message}
      {access.code === 'login_required' ? (
        <Link href={login.href}>{login.link}</Link>
      ) : plan === 'enterprise' ? null : (
        <UpgradeLink />
      )}
    </PanelNote>
  )
}

/** Shows the world of the visit, with a button that draws another and a link to the page that changes it. */
export const WorldLine = () => {
  const { seed } = useWorld()
  return (
    <div className="mt-4 flex flex-wrap gap-x-6 gap-y-2 border-t border-rule pt-3 text-sm text-ink-2 max-[380px]:[&>span]:min-h-[2lh] [&_.mono]:text-ink">
      {seed === undefined ? (
        <span>{toolRunTexts.worldToCome}</span>
      ) : (
        <span>
          {toolRunTexts.world} <span className="mono">{seed}</span> · {toolRunTexts.kept} ·{' '}
          <TextButton onClick={drawWorld}>{toolRunTexts.newWorld}</TextButton>
        </span>
      )}
      <Link className="md:ml-auto" href="/world">
        {toolRunTexts.changeWorld}
      </Link>
    </div>
  )
}
