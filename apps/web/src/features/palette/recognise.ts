import { findTool, parseInput, type ToolDefinition } from '@netbox/core'

/** The kind of a pasted text, by its format. */
export type Kind = 'address' | 'domain' | 'endpoint' | 'email' | 'headers'

/** Reads a text as the input of a tool: its canonical form, or undefined. */
export const readFor = (tool: ToolDefinition, text: string): string | undefined =>
  parseInput(tool.input, text.trim())?.canonical

// Core's own parsers decide what an address, a domain and a header are.
const reads = (name: string, text: string): boolean => {
  const tool = findTool(name)
  return tool !== undefined && readFor(tool, text) !== undefined
}

const EMAIL = /^[^\s@<>]+@[^\s@<>]+$/
// A host or an address in brackets, with a port: not the last group of an IPv6 address.
const PORT = /(?:^[^:]+|\]):\d{1,5}$/
const FIELD = /^[a-z][a-z0-9-]*[ \t]*:[ \t\r\n]/im

/** Returns the kind of a text; plain words have no kind. */
export const recognise = (text: string): Kind | undefined => {
  const wanted = text.trim()
  if (FIELD.test(wanted)) return reads('header-analyzer', wanted) ? 'headers' : undefined
  if (wanted === '' || /\s/.test(wanted)) return undefined
  if (PORT.test(wanted)) return reads('tcp', wanted) ? 'endpoint' : undefined
  if (reads('ptr', wanted)) return 'address'
  if (EMAIL.test(wanted)) return reads('mx', wanted) ? 'email' : undefined
  return reads('mx', wanted) ? 'domain' : undefined
}
