/**
 * Writes the request that puts text on the clipboard of the terminal, through any number of ssh connections: OSC 52 of
 * xterm's control sequences.
 */
export const clipboardRequest = (text: string): string =>
  `\u001b]52;c;${Buffer.from(text, 'utf8').toString('base64')}\u0007`
