/** The texts at the top of the home page while no tool is chosen. */
export const startTexts = {
  title: ['An internet you can', 'break on purpose.'],
  lede: (tools: number) =>
    `Names, routes, mail servers, certificates: all simulated. Choose a fault, and ${tools} tools and your own programs meet it. For tests in CI, training and demos. No real server is contacted.`,
  example: {
    label: 'An example: one report, with and without a fault',
    of: (tool: string) => [`${tool} of `, ''],
    fault: 'The fault',
    none: 'No faults',
    accepts: (time: string) => `accepts, ${time}`,
    silent: (time: string) => `no answer, ${time}`,
    notTried: 'not tried',
    yourself: 'Run it yourself',
    report: 'Full report',
    world: 'World',
    kept: 'kept for this visit',
    newWorld: 'New world',
    command: 'The same run in a terminal',
    install: ['npm i -g ', '/netbox.tgz'],
    service: ['netbox config set apiUrl ', ''],
    passes: 'exit 0',
    fails: 'exit 6, so the CI job fails',
    links: [
      ['SHA-256', '/netbox.tgz.sha256'],
      ['Library', '/docs/library'],
      ['API', '/docs/reference'],
      ['GitHub Actions', '/docs/recipes/ci-gate'],
      ['pytest', '/docs/recipes/pytest'],
    ],
  },
  doors: {
    break: {
      title: 'Break something',
      text: (faults: number) => `${faults} faults by name. Each fault changes what every tool reports.`,
      all: (faults: number) => `all ${faults}`,
    },
    mail: {
      title: 'Why doesn’t mail arrive?',
      text: 'One domain, five steps, one sentence, and what to do first.',
      own: 'your domain',
    },
    tests: {
      title: 'Use it in your tests',
      text: 'The same world for your programs: DNS, SMTP and TLS on this machine.',
      links: [
        ['netbox serve', '/docs/serve'],
        ['library', '/docs/library'],
        ['CI', '/docs/recipes/ci-gate'],
      ],
    },
  },
  journey: {
    title: 'Follow the packet. Find the fault.',
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

/** The texts of the faults on the home page; names and titles of scenarios come from core. */
export const faultTexts = {
  title: 'One fault, seen by every tool',
  lede: 'A scenario changes the whole simulated internet. A mark means that the scenario changes a tool’s report. It links to that tool with the fault.',
  all: (faults: number): string => `All ${faults} faults`,
  region: 'Scenarios by tool',
  scrolls: 'Scroll sideways for all tools',
  caption: (scenarios: number, tools: number): string =>
    `${scenarios} scenarios in rows, ${tools} tools in columns. A cell names the worst finding of the tool, or is empty if the report doesn't change.`,
  scenario: 'Scenario',
  cell: (tool: string, scenario: string, word: string): string => `${tool} under ${scenario}: ${word}`,
} as const
