import type { Notice } from '@netbox/product'
import type * as successWords from './success-words.ts'
import { toast } from './toasts.ts'

/** Says in core's words that something went well. They come when it has; a toast is never the only place that tells. */
export const saySuccess = (choose: (words: typeof successWords) => Notice): void => {
  import('./success-words.ts').then((words) => toast('pass', choose(words))).catch(() => undefined)
}
