/** The home page's own words; those of the spec come from core. */
export const homeTexts = {
  title: ['Follow the packet.', 'Find the fault.'],
  greeting: 'Hello. You come from',
  lede: (count: number) =>
    `${count} diagnostics on a simulated internet. Give a run a seed and the same fault comes back, byte for byte.`,
  paste: 'Paste an address or a domain',
  categories: 'Tool categories',
  freeRuns: (limit: number) => `${limit} free a day`,
  unsure: {
    title: 'Not sure which?',
    text: 'Paste what you have, even headers or an error. The fitting tools come first.',
  },
  journey: {
    label:
      'The path of one message: resolve the name, find the route, open the port, agree on encryption, hand over the mail. Each step lists the tools that look at it.',
    steps: [
      { question: 'Where does it point?', tools: ['a', 'mx', 'cname', 'soa', 'txt', 'dnssec', 'whois'] },
      { question: 'Which way does it go?', tools: ['trace', 'ping', 'geoip', 'arin', 'ptr'] },
      { question: 'Does anyone answer?', tools: ['tcp', 'smtp-test', 'blacklist'] },
      { question: 'Is the line private?', tools: ['https', 'smtp-test'] },
      { question: 'Will the mail be taken?', tools: ['spf', 'deliverability', 'email-validation'] },
    ],
    names: {
      a: 'A',
      mx: 'MX',
      cname: 'CNAME',
      soa: 'SOA',
      txt: 'TXT',
      dnssec: 'DNSSEC',
      whois: 'WHOIS',
      trace: 'traceroute',
      'smtp-test': 'smtp',
      'email-validation': 'validation',
    },
  },
  faults: {
    title: 'A fault you can order by name',
    text: 'Pick a scenario and every tool tells the same story: the exchange is listed, port 25 is silent, deliverability drops. Good for drills, demos and testing what reads the output.',
    all: (count: number) => `all ${count}`,
  },
} as const
