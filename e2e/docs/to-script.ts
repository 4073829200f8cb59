/** The output that a page claims for the commands after the previous claim. */
export interface Claim {
  readonly text: string
  /** Whether the text is the whole output, as in a `text` block, and not only its end, as in a comment. */
  readonly isWhole: boolean
}

/** The character that separates the outputs of two claims. No command of a page prints it. */
export const SEPARATOR = '\u001E'

const separate = `printf '\\036'`

const isComment = (line: string): boolean => line.startsWith('# ')

/** Combines the commands of a page into one script, which prints a separator at each claim. */
export const toScript = (blocks: readonly { readonly text: string; readonly prints?: string }[]) => {
  const claims: Claim[] = []
  const script: string[] = ['set -eo pipefail']
  for (const { text, prints } of blocks) {
    const lines = text.split('\n')
    let said: string[] | undefined
    lines.forEach((line, index) => {
      // A comment above a command is prose. A comment directly below a command is its expected output.
      const before = lines[index - 1] ?? ''
      if (isComment(line) && (said !== undefined || (before.trim() !== '' && !isComment(before)))) said ??= []
      if (isComment(line) && said !== undefined) {
        said.push(line.slice(2))
        if (isComment(lines[index + 1] ?? '')) return
        claims.push({ text: said.join('\n'), isWhole: false })
        script.push(separate)
        said = undefined
      } else script.push(line)
    })
    // A block without a claim accepts any output, so that its output doesn't count for the next claim.
    claims.push({ text: prints ?? '…', isWhole: true })
    script.push(separate)
  }
  return { script: script.join('\n'), claims }
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Returns whether the output matches a claim. */
export const isTrue = ({ text, isWhole }: Claim, printed: string): boolean => {
  const pattern = text.trim().split('…').map(escape).join('[^]*?')
  // Claimed output starts at a new line, or after a JSON document that has no final line break.
  return new RegExp(`${isWhole ? '^' : '(?:^|[\\n}])'}${pattern}$`).test(printed.trim())
}
