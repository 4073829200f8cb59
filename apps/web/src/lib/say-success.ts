import type { Notice } from '@netbox/product'
import type * as successWords from './success-words.ts'
import { toast } from './toasts.ts'

/** Shows a success message of the spec in a toast. Toasts are never the only place of a message. */
export const saySuccess = (choose: (words: typeof successWords) => Notice): void => {
  import('./success-words.ts').then((words) => toast('pass', choose(words))).catch(() => undefined)
}
