import type { Notice } from '@netbox/product'
import type * as successWords from './success-words.ts'
import { toast } from './toasts.ts'

/** Shows a success message of the spec in a toast. A failure is ignored, because the page shows the success too. */
export const saySuccess = (choose: (words: typeof successWords) => Notice): void => {
  import('./success-words.ts').then((words) => toast('pass', choose(words))).catch(() => undefined)
}
