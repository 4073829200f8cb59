/** The texts at the top of the home page while no tool is chosen. */
export const startTexts = {
  title: ['Follow the packet.', 'Find the fault.'],
  lede: (count: number) =>
    `${count} diagnostics on a simulated internet. Give a run a seed and the same fault comes back, byte for byte.`,
  paste: 'Paste an address or a domain',
  journey: {
    label:
      'The path of one message: resolve the name, find the route, open the port, agree on encryption, hand over the mail. Each step lists the tools that look at it.',
    steps: [
      { question: 'Where does it point?', tools: ['a', 'mx', 'cname', 'soa', 'txt', 'dnssec', 'whois'] },
      { question: 'Which way does it go?', tools: ['trace', 'ping', 'geoip', 'arin', 'ptr'] },
      { question: 'Does anyone answer?', tools: ['tcp', 'smtp-test', 'blacklist'] },
      { question: 'Is the line private?', tools: ['https', 'smtp-test'] },
      { question: 'Will mail get through?', tools: ['spf', 'deliverability', 'email-validation'] },
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
} as const
