/** The properties of a tab that matter for moving between tabs. */
export interface TabStop {
  readonly id: string
  readonly disabled?: boolean | undefined
}

const step = (length: number, from: number, key: string): number[] => {
  const forward = (start: number) => Array.from({ length }, (_, at) => (start + at) % length)
  switch (key) {
    case 'ArrowRight':
      return forward(from + 1)
    case 'ArrowLeft':
      return forward(from).toReversed()
    case 'Home':
      return forward(0)
    case 'End':
      return forward(0).toReversed()
    default:
      return []
  }
}

/** Returns the tab that a key selects, wrapping at both ends and skipping disabled tabs; undefined for any other key. */
export const nextTab = (tabs: readonly TabStop[], current: string, key: string): string | undefined => {
  const from = tabs.findIndex(({ id }) => id === current)
  const order = step(tabs.length, from, key)
  return order.map((at) => tabs[at]).find((tab) => tab !== undefined && tab.disabled !== true)?.id
}
