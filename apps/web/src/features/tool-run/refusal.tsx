import type { Refusal as RefusalData, Severity } from '@netbox/core'
import { Status } from '../../components/ui/glyphs/status-glyph.tsx'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { type CaptchaState, useCaptcha } from './captcha-state.ts'

/** What is in the way of a run, for the one who asked for it. */
export interface Problem {
  readonly message: string
  readonly details: readonly string[]
  /** Whether it is the input that was refused. */
  readonly isOfInput: boolean
}

// 'Invalid input' and 'Input required'; a wrong seed or time has a title of its own.
const ofInput: ReadonlySet<string> = new Set(['Input required', 'Invalid input'])

/** Tells what a refusal says in the panel; one that has a sheet of its own says nothing there. */
export const problemOf = ({ code, title, message }: RefusalData): Problem | undefined => {
  if (code === 'aborted' || code === 'failed' || code === 'daily_limit_reached') return undefined
  return { message, details: [], isOfInput: ofInput.has(title) }
}

/** Tells what of a link could not be used. */
export const linkProblem = (problems: readonly string[]): Problem | undefined =>
  problems.length === 0 ? undefined : { message: toolRunTexts.linkRefused, details: problems, isOfInput: false }

/** Says that a file of the page is missing: after an update of the site, or without a connection. */
export const notLoaded: Problem = { message: toolRunTexts.notLoaded, details: [], isOfInput: false }

/** Gives the tone of a refusal: a fault of ours, a wish of the visitor's, or something to put right. */
export const severityOf = ({ code }: RefusalData): Severity => {
  if (code === 'failed') return 'critical'
  return code === 'aborted' ? 'info' : 'warning'
}

const captchaProblem = (state: CaptchaState): Problem | undefined => {
  if (state === 'unverified' || state === 'verified') return undefined
  const message = state === 'expired' ? toolRunTexts.captchaExpired : toolRunTexts.captchaFailed
  return { message, details: [], isOfInput: false }
}

/** Says in the panel what is in the way: a toast alone goes away. */
export const Refusal = ({ id, problem }: { readonly id: string; readonly problem: Problem | undefined }) => {
  const captcha = captchaProblem(useCaptcha())
  const shown = problem ?? captcha
  return (
    <div id={id} role="alert">
      {shown === undefined ? null : (
        <div className="refusal">
          <Status severity={shown === captcha ? 'warning' : 'critical'}>{shown.message}</Status>
          {shown.details.length === 0 ? null : (
            <ul>
              {shown.details.map((detail) => (
                <li key={detail}>{detail}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  )
}
