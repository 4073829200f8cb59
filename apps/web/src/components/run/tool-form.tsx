import type { Access, PlanId, Tool, ToolDefinition } from '@netbox/core'
import { accessNotices } from '@netbox/product'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Link, useSearch } from 'wouter'
import { bulkPath } from '../../lib/runs/run-links.ts'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { Button, TextButton } from '../ui/button.tsx'
import { TextArea, TextField } from '../ui/field.tsx'
import { isEdited, restoreTyped, writeField } from '../../lib/page/typed-text.ts'
import { chooseLinked, drawWorld, linkIsRead, useWorld } from '../../lib/world/visit.ts'
import { isOwn as isOwnEntry } from '../../lib/world/world.ts'
import { linkProblem, notLoaded, type Problem } from './problem.tsx'

/** The element of a tool's input field. */
export type InputElement = HTMLInputElement | HTMLTextAreaElement

/** The text of an uncontrolled field. */
export interface TypedText {
  readonly field: RefObject<InputElement | null>
  readonly initial: string
  readonly text: string
  /** Writes text that the user chose. */
  readonly write: (text: string) => void
  /** Reads the text after the user edited it. */
  readonly read: () => void
  /**
   * Returns a function that fills in text later, unless the user edits the field before. The text of a page's first address, and text without
   * an address, also yield to earlier edits; the input of a later address replaces them. This function is the same in every render.
   */
  readonly fillLater: (search?: string) => (text: string) => void
}

/** Reads and writes an uncontrolled field, so that input from before hydration, or while code loads, is not lost. A reload keeps it. */
export const useTypedText = (start = ''): TypedText => {
  const [initial] = useState(start)
  const [text, setText] = useState(start)
  const field = useRef<InputElement>(null)
  const edits = useRef(0)
  const isNew = useRef(true)
  useLayoutEffect(() => {
    if (field.current === null) return
    restoreTyped(field.current)
    if (isEdited(field.current)) edits.current += 1
    setText(field.current.value)
  }, [])
  const put = useCallback((next: string, isOwn: boolean): void => {
    if (field.current !== null) writeField(field.current, next, isOwn)
    setText(next)
  }, [])
  const fillLater = useCallback(
    (search?: string) => {
      const before = isNew.current || search === undefined ? 0 : edits.current
      // During hydration, there is no query yet.
      if (search === location.search) isNew.current = false
      return (next: string): void => {
        if (edits.current === before) put(next, false)
      }
    },
    [put],
  )
  return {
    field,
    initial,
    text,
    write: (next) => {
      edits.current += 1
      put(next, true)
    },
    read: () => {
      edits.current += 1
      setText(field.current?.value ?? '')
    },
    fillLater,
  }
}

/**
 * Chooses the world of a link, for a page whose address names no run, fills in the input of the named parameter, and passes on what is wrong
 * with the link.
 */
export const useLinkedWorld = (
  typed: TypedText,
  onRead: (problem: Problem | undefined) => void,
  inputName = 'input',
): void => {
  const search = useSearch()
  const latest = useRef(onRead)
  const { fillLater } = typed
  useEffect(() => {
    latest.current = onRead
  })
  useEffect(() => {
    let isWanted = search !== ''
    const setText = fillLater(search)
    const query = new URLSearchParams(search)
    const named = query.get(inputName)
    if (named !== null) query.set('input', named)
    const read = async (): Promise<void> => {
      const { readShareLink } = await import('./read-share-link.ts')
      const { input, problems = [], remark, ...world } = (await readShareLink(query.toString())) ?? {}
      if (!isWanted) return
      // The visitor's own check runs in the world of the visit, whose clock goes on.
      if (Object.keys(world).length > 0 && !isOwnEntry(history.state)) chooseLinked(world)
      if (input !== undefined) setText(input)
      latest.current(linkProblem(problems, remark))
    }
    if (isWanted)
      read()
        .catch(() => isWanted && latest.current(notLoaded))
        .finally(linkIsRead)
    return () => {
      isWanted = false
    }
  }, [search, inputName, fillLater])
}

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
