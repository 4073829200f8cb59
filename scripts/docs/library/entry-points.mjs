import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** @typedef {{ name: string, folder: string, path: string, page: string, about: string }} EntryPoint */

/**
 * The entry points that programs can import, with the page and purpose of each.
 *
 * @type {readonly EntryPoint[]}
 */
export const entryPoints = [
  {
    name: '@netbox/core',
    folder: 'packages/core',
    path: 'index',
    page: 'core.md',
    about:
      'The tools, their runs and reports, plans and limits. It has no dependencies and runs in Node and in browsers.',
  },
  {
    name: '@netbox/core/testing',
    folder: 'packages/core',
    path: 'testing/index',
    page: 'core-testing.md',
    about:
      'For tests of your own programs: a fixed world, a clock that you move, the findings that a fault must produce.',
  },
  {
    name: '@netbox/core/dns',
    folder: 'packages/core',
    path: 'dns/index',
    page: 'core-dns.md',
    about:
      'DNS and mail of a simulated world, for programs: records, zones, resolvers, registrations, keys, mail servers, SPF, DKIM and DMARC.',
  },
  {
    name: '@netbox/core/network',
    folder: 'packages/core',
    path: 'network/index',
    page: 'core-network.md',
    about:
      'Addresses of a simulated world, for programs: ports, paths, the owner and location of a network, reverse names, block lists, the address plan.',
  },
  {
    name: '@netbox/core/web',
    folder: 'packages/core',
    path: 'web/index',
    page: 'core-web.md',
    about:
      'Web servers of a simulated world, for programs: certificate, TLS versions and cipher suites, headers, redirect.',
  },
  {
    name: '@netbox/core/findings',
    folder: 'packages/core',
    path: 'findings/index',
    page: 'core-findings.md',
    about: 'The catalogue of findings: title, severities, tool, scenarios and standard of each code.',
  },
  {
    name: '@netbox/core/known',
    folder: 'packages/core',
    path: 'known/index',
    page: 'core-known.md',
    about: 'The routes of known hosts, such as httpbin.org, for servers.',
  },
  {
    name: '@netbox/core/mail-reports',
    folder: 'packages/core',
    path: 'mail-reports/index',
    page: 'core-mail-reports.md',
    about: 'Files that the world writes about a domain: DMARC and TLS reports, bounces and complaints.',
  },
  {
    name: '@netbox/product',
    folder: 'packages/product',
    path: 'index',
    page: 'product.md',
    about:
      'The texts and rules that the site, the API and the command share: messages, plan cards, email verification, mailbox migration.',
  },
  {
    name: '@netbox/contract',
    folder: 'packages/contract',
    path: 'index',
    page: 'contract.md',
    about: 'The HTTP API as data: endpoints, entities and failures, and a typed client with its session.',
  },
  {
    name: '@netbox/contract/openapi',
    folder: 'packages/contract',
    path: 'openapi/index',
    page: 'contract-openapi.md',
    about:
      'The OpenAPI 3.1 document, generated from the endpoints. It is a separate entry, so that browsers do not load it.',
  },
  {
    name: '@netbox/email-verifier',
    folder: 'packages/email-verifier',
    path: 'index',
    page: 'email-verifier.md',
    about: 'Verifies real addresses by contacting the mail servers of their domains. For Node.',
  },
  {
    name: '@netbox/simulated-internet',
    folder: 'packages/simulated-internet',
    path: 'index',
    page: 'simulated-internet.md',
    about: 'A stand-in for the DNS resolver, and DNS servers and mail hosts on loopback, for tests of programs.',
  },
  {
    name: '@netbox/simulated-internet/namespace',
    folder: 'packages/simulated-internet',
    path: 'namespace/index',
    page: 'simulated-internet-namespace.md',
    about: 'Runs a command whose only internet is the simulated one, in a network namespace of Linux.',
  },
]

/**
 * Lists the exports of an entry point in their order, grouped under the comments above them.
 *
 * @param {string} root
 * @param {{ folder: string, path: string }} entry
 * @returns {{ theme: string, names: string[] }[]}
 */
export const themesOf = (root, { folder, path }) => {
  const file = join(root, folder, 'src', `${path}.ts`)
  const source = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, source)
  const themes = [{ theme: 'Exports', names: [] }]
  let end = 0
  for (const statement of program.body) {
    const heading = comments.findLast((comment) => comment.start >= end && comment.end <= statement.start)
    if (heading) themes.push({ theme: heading.value.trim(), names: [] })
    themes.at(-1).names.push(...statement.specifiers.map(({ exported }) => exported.name))
    end = statement.end
  }
  return themes.filter(({ names }) => names.length > 0)
}
