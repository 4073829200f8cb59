import { Bulk } from '../features/bulk/bulk.tsx'
import { AskProblem } from '../features/tool-run/ask-problem.tsx'
import { Captcha } from '../features/tool-run/captcha.tsx'
import { useCaptcha } from '../features/tool-run/captcha-state.ts'

/** The page at `/bulk`. The security check is that of single runs: one passed check covers both. */
export const Page = () => {
  const isVerified = useCaptcha() === 'verified'
  return <Bulk isVerified={isVerified} Captcha={Captcha} Problem={AskProblem} />
}
