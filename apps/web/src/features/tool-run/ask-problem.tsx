import { type Problem, problemSaying } from '../../components/run/problem.ts'
import { ProblemLines } from '../../components/run/problem-lines.tsx'
import { toolRunTexts } from '../../texts/tool-run.ts'
import { type CaptchaState, useCaptcha } from './captcha-state.ts'

const captchaProblem = (state: CaptchaState): Problem | undefined => {
  if (state === 'unverified' || state === 'verified') return undefined
  return problemSaying(state === 'expired' ? toolRunTexts.captchaExpired : toolRunTexts.captchaFailed)
}

/** Shows the problem of a run in the panel, or else the outcome of the security check. */
export const AskProblem = ({ id, problem }: { readonly id: string; readonly problem: Problem | undefined }) => {
  const ofCaptcha = captchaProblem(useCaptcha())
  return (
    <ProblemLines id={id} problem={problem ?? ofCaptcha} severity={problem === undefined ? 'warning' : 'critical'} />
  )
}
