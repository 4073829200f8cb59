import { tools } from '@netbox/core'
import { LONGEST_SEED } from '../lib/world/world.ts'
import type { Block } from './information.ts'

/** The page at `/help`. Catalogue, scenarios and limits come from core. */
export const helpTexts = {
  title: 'How netbox works',
  lede: `${tools.length} diagnostics on a simulated internet: ask, run, read the report. The same in the browser, in a terminal and in a program.`,
  sections: {
    simulated: {
      title: 'What is simulated',
      blocks: [
        'Every tool looks at a simulated internet, which your browser computes from a seed. netbox contacts no server, and the result says nothing about the real host or domain. Every result has the amber mark *Simulated*, and every downloaded file says so in its first line.',
        'All tools agree with each other: the mail server that [MX Record](/mx-record) lists has the address that [A Record](/a-record) finds, [Traceroute](/traceroute) ends there, and [SMTP Test](/smtp-test) talks to it. Simulated addresses come from ranges that are reserved for documentation, so they belong to nobody.',
        'Two things are real: your account with its plan, and [email verification](/email-validation), which contacts mail servers and has the mark *Real check*. If email verification is not set up, an installation simulates it and says so, or turns it off.',
      ],
    },
    tools: {
      title: 'Tools',
      blocks: [
        'Choose a tool, type an input and press Analyze. Visitors pass a short security check first. Your browser solves the check without another server. On a paid plan, the check starts without a click.',
      ],
    },
    reports: {
      title: 'Reports',
      blocks: [
        'A report begins with its verdict in one sentence. Below are key figures, a numbered picture with its data as a table, and the findings with advice, worst first. The tab Text shows the same report as plain text, and the tab JSON shows it for programs.',
      ],
    },
    seeds: {
      title: 'Seeds',
      blocks: [
        'A seed selects a world. The first run of your visit draws a seed, and the tab keeps this world until you press New world. With the same seed, everybody gets the same result, byte for byte. The end of each report shows the seed, the scenario and the time of the run. A result depends only on these three, the input and the version of the simulation.',
        `A seed is any text of up to ${LONGEST_SEED} characters. It is not secret, so don’t make keys from it.`,
      ],
    },
    scenarios: {
      title: 'Scenarios',
      blocks: [
        'A scenario is a fault that you pick by name. It changes the whole world, so all reports agree. Each scenario is also an exercise: run the tools, find the fault, then compare your answer with the lesson.',
      ],
    },
    links: {
      title: 'Share links',
      blocks: [
        'The Share button at the end of a report creates a link with the input, seed, scenario and time. Everybody who opens the link sees the same report at once, byte for byte. This is not a run, so it needs no security check and doesn’t count toward the daily limit. A link looks like this:',
        {
          label: 'A share link',
          code: '/mx-record?input=mail.example&seed=k3f9&scenario=mx-down&at=2026-01-01T00:00:00Z&v=3',
        },
        'Your favorites and your last 50 runs are stored in this browser. When you are signed in, your account keeps your runs too: History lists them in every browser, including runs over the API.',
      ],
    },
    limits: {
      title: 'Daily limits',
      blocks: [
        'Each plan allows a fixed number of runs of each tool per day. ∞ means unlimited, 0 means not in the plan. Refused and failed runs don’t count. Days end at 00:00 UTC. This site counts runs in your browser; the API counts runs in your account.',
      ],
    },
    offline: {
      title: 'Offline',
      blocks: [
        'After the first visit, this site works offline, because your browser stores its pages, tools and pictures. You can install it as an app. Signing in, email verification and migrations need the service. The site updates itself as soon as there is a new version.',
      ],
    },
    keyboard: { title: 'Keyboard', blocks: [] },
    terminal: {
      title: 'Terminal',
      blocks: [
        'The same tools in a shell, with the same results. [Getting started](/docs/getting-started) puts netbox on your PATH; `netbox --help` then shows all options.',
        {
          label: 'Runs in a terminal',
          code: [
            'netbox mx-record mail.example --seed k3f9 --scenario mx-down',
            'netbox spf-check shop.example --json',
            'netbox mx-record shop.example --fail-on critical',
            'netbox scenarios',
          ].join('\n'),
        },
      ],
    },
    library: {
      title: 'Library',
      blocks: [
        '`@netbox/core` has no dependencies and runs in Node and in browsers. For programs in any language, [netbox serve](/docs/serve) offers the simulated internet over real protocols.',
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
        'With an account and a token you can run every tool over HTTP. The [reference](/docs/api) lists all endpoints, errors and limits. [Your account](/docs/account) explains tokens, passwords and the second factor.',
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
  toolHead: ['Tool', 'The question it answers', 'Input'],
  categories: { network: 'Network tools', dns: 'DNS tools', email: 'Email tools' },
  more: 'In programs and the terminal',
  limitsTable: 'Runs per day, by tool and plan',
  limitsHead: 'Tool',
  noFault: 'changes no report',
} as const

/** The keys of the site, on the help page. */
export const keysTexts = {
  title: 'Keys',
  head: ['Key', 'What it does'],
  keys: [
    ['Ctrl K, ⌘ K', 'finds a tool by its name, a keyword or an input'],
    ['/', 'goes to the input of the tool'],
    ['Enter', 'runs the tool'],
    ['Ctrl Enter', 'runs a tool that accepts many lines'],
    ['Escape', 'stops a run; closes a dialog'],
    ['← →, Home, End', 'move between tabs'],
    ['↑ ↓', 'move in the list of found tools'],
    ['Ctrl A', 'in that list, selects the whole input, to replace it'],
    ['Ctrl C', 'in that list, copies the selected run as a command for the terminal'],
  ],
} as const
