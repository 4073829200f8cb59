import { tools } from '@netbox/core'
import { LONGEST_SEED } from '../lib/run-order.ts'
import type { Block } from './information.ts'

/** The page at `/help`. What is in the catalogue, the scenarios and the limits comes from core. */
export const helpTexts = {
  title: 'How netbox works',
  lede: `${tools.length} diagnostics on a simulated internet: ask, run, read the report. The same in the browser, in a terminal and in a program.`,
  sections: {
    simulated: {
      title: 'What is simulated',
      blocks: [
        'Every tool looks at an invented internet. It is computed from a seed in your browser; no server is contacted, and the result says nothing about the real host or domain that you typed. Every result carries the amber mark *Simulated*, every downloaded file says so in its first line.',
        'Within that internet everything fits together: the exchange that [MX Record](/mx-record) lists has the address that [A Record](/a-record) gives, [Traceroute](/traceroute) ends there, and [SMTP Test](/smtp-test) talks to it. Invented addresses come from ranges that are reserved for documentation, so that no third party is ever named.',
        'Two things are real: [email verification](/email-validation), which asks mail servers and is marked *Real check*, and your account.',
      ],
    },
    tools: {
      title: 'Tools',
      blocks: [
        'Choose a tool, type what it takes and press Analyze. On this site a short security check comes first; it is solved in your browser, and by itself on a paid plan. The check calls nobody.',
      ],
    },
    reports: {
      title: 'Reports',
      blocks: [
        'A report begins with its verdict in one sentence. Below it are key figures, a numbered picture with its data as a table, and the findings, worst first, each with what to do. Text shows the same to read and copy, JSON what programs get.',
      ],
    },
    seeds: {
      title: 'Seeds',
      blocks: [
        'A seed names a world. Without one, every run sees a new world; with the same one, everybody sees the same, byte for byte. The foot of each report shows the seed, the scenario and the time of the run: these three, the input and the version of the simulation are all that a result depends on.',
        `A seed is any text of up to ${LONGEST_SEED} characters. It is no secret, and nothing to make keys from.`,
      ],
    },
    scenarios: {
      title: 'Scenarios',
      blocks: [
        'A scenario is a fault that you pick by name. It changes the whole world, so every report tells the same story. Each one is also an exercise: run the tools, find the fault, then compare with its lesson.',
      ],
    },
    links: {
      title: 'Share links',
      blocks: [
        'Share, at the foot of a report, makes a link that holds input, seed, scenario and time. Whoever opens it finds everything filled in and starts the run; the report is the same as yours. A link looks like this:',
        {
          label: 'A share link',
          code: '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-01-01T00:00:00Z&v=2',
        },
        'Your favorites and your last 50 runs are kept in this browser, and nowhere else.',
      ],
    },
    limits: {
      title: 'Daily limits',
      blocks: [
        'Every tool has its own number of runs a day and plan. ∞ has no limit, 0 is not in the plan. Only a run that ends in a report counts; a refused or failed one costs nothing. Days end at 00:00 UTC. On this site runs are counted in your browser, in the API with your account.',
      ],
    },
    offline: {
      title: 'Offline',
      blocks: [
        'After the first visit this site works without a network: pages, tools and pictures are kept in your browser, and browsers that can install sites install it. Signing in, email verification and migrations need the service. A new version is taken as soon as it is there.',
      ],
    },
    keyboard: { title: 'Keyboard', blocks: [] },
    terminal: {
      title: 'Terminal',
      blocks: [
        'The same tools in a shell, with the same results. `npx netbox --help` has the rest.',
        {
          label: 'Runs in a terminal',
          code: [
            'npx netbox mx-record mail.example --seed k3f9 --scenario mx-down',
            'npx netbox spf-check shop.example --json',
            'npx netbox mx-record shop.example --fail-on critical',
            'npx netbox scenarios',
          ].join('\n'),
        },
      ],
    },
    library: {
      title: 'Library',
      blocks: [
        '`@netbox/core` has no dependencies and runs in Node and in browsers.',
        {
          label: 'A run in a program',
          code: [
            `import { createToolbox } from '@netbox/core'`,
            '',
            `const box = createToolbox({ seed: 'k3f9', scenario: 'mx-down' })`,
            `const run = await box.run('mx-record', 'mail.example')`,
            'run.verdict.sentence',
          ].join('\n'),
        },
      ],
    },
    api: {
      title: 'API',
      blocks: [
        'Every run can be had over HTTP, too, with an account and a token. The [reference](/api/docs) lists all endpoints, errors and limits.',
        {
          label: 'A run over HTTP',
          code: [
            'curl /api/tools/mx-record/run \\',
            '  -H "Authorization: Bearer $NETBOX_TOKEN" \\',
            `  -H 'Content-Type: application/json' \\`,
            `  -d '{"input":"mail.example","seed":"k3f9","scenario":"mx-down"}'`,
          ].join('\n'),
        },
      ],
    },
  } satisfies Record<string, { readonly title: string; readonly blocks: readonly Block[] }>,
  toolHead: ['Tool', 'The question it answers', 'Takes'],
  categories: { network: 'Network tools', dns: 'DNS tools', email: 'Email tools' },
  more: 'In programs and the terminal',
  limitsTable: 'Runs a day by tool and plan',
  limitsHead: 'Tool',
  noFault: 'changes no report',
  keysTable: 'Keys',
  keysHead: ['Key', 'What it does'],
  keys: [
    ['Ctrl K, ⌘ K', 'finds a tool by its name, a word of it, or what it shall look at'],
    ['/', 'goes to the input of the tool'],
    ['Enter', 'runs the tool'],
    ['Escape', 'stops a run; closes what is open'],
    ['← →, Home, End', 'move between tabs'],
    ['↑ ↓', 'move in the list of found tools'],
    ['Ctrl C', 'there, copies the chosen line as a command for the terminal'],
  ],
} as const
