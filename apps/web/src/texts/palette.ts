/** The palette's own texts; names, questions and limits of tools come from core. */
export const paletteTexts = {
  title: 'Find a tool',
  placeholder: 'A tool, a page, an address or a domain',
  list: 'Results',
  runOn: (subject: string) => `Run on ${subject}`,
  alsoOn: (subject: string) => `Also on ${subject}`,
  tools: 'Tools',
  favorites: 'Favorites',
  pastRuns: 'Past runs',
  scenarios: 'Scenarios',
  pages: 'Pages',
  docs: 'Documentation',
  docsText: 'Tutorial, recipes and reference.',
  serveText: 'Run your own programs in the simulated internet.',
  themes: {
    dark: { title: 'Dark colors', text: 'Shows the site in its dark theme.' },
    light: { title: 'Light colors', text: 'Shows the site in its light theme.' },
  },
  left: (text: string) => `${text} left`,
  seedOf: (input: string, seed: string) => `${input}, seed ${seed}`,
  changes: (tools: number) => `changes ${tools} ${tools === 1 ? 'tool' : 'tools'}`,
  command: 'The same in a terminal, in a clone of netbox',
  inputIs: (subject: string) => `Input: ${subject}`,
  withoutInput: (subject: string) => `Move ${subject} back to the field`,
  headers: (lines: number) => `headers, ${lines} ${lines === 1 ? 'line' : 'lines'}`,
  found: (count: number) => `${count} ${count === 1 ? 'result' : 'results'}`,
  nothing: 'No results.',
  nothingHint: 'Try the name of a tool, a record or a page, or paste an address, a domain or the headers of a message.',
  close: 'Esc, close',
  keys: { move: 'move', open: 'open', copy: 'copy command' },
} as const

/** Words that find a page besides its texts. */
export const pageSynonyms = {
  history: ['history', 'yesterday', 'earlier runs', 'past runs'],
  account: ['account', 'invoices', 'billing', 'subscription', 'payment', 'password', 'api tokens', 'second factor'],
  compare: ['yesterday', 'today'],
  pricing: ['billing', 'invoices', 'upgrade'],
  serve: ['serve'],
} as const

/** Words from logs and bounces, with the tool that explains them. */
export const symptoms: Readonly<Record<string, string>> = {
  'blacklist-check': 'blocked listed spamhaus reputation smtp-error',
  'ptr-lookup': 'reverse mismatch',
  'tcp-port-test': 'refused timeout connection closed',
  'ping-test': 'unreachable loss latency slow',
  traceroute: 'route hop latency slow',
  'a-record': 'nxdomain servfail resolve resolution',
  'smtp-test': 'relay mailbox greylisted greylisting bounce starttls smtp-error',
  'email-deliverability': 'spam junk quarantine dkim dmarc rejected smtp-error',
  'spf-check': 'softfail permerror unauthorized sender',
  'dnssec-check': 'bogus signature servfail',
  'https-test': 'certificate expired handshake cipher',
  'dns-propagation': 'stale outdated cache resolver',
  'header-analyzer': 'received delayed route',
  'header-security': 'csp hsts clickjacking iframe refused',
}
