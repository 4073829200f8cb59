import { Bulk } from '../features/bulk/bulk.tsx'
import { AskProblem } from '../features/tool-run/ask-problem.tsx'
import { Captcha } from '../features/tool-run/captcha.tsx'
import { useCaptcha } from '../features/tool-run/captcha-state.ts'

/** The page at `/bulk`. The page shares the security check with single runs, so passing it once is enough for both. */
export const Page = () => {
  const isVerified = useCaptcha() === 'verified'
  return <Bulk isVerified={isVerified} Captcha={Captcha} Problem={AskProblem} />
}
