/*
 * Which folder may import which (docs/architecture.md). `turbo boundaries` checks imports between workspaces; .oxlintrc.json checks imports
 * by name, globals and syntax. scripts/boundaries/folders.test.ts breaks each rule. Tests may import any file.
 */
const core = '^packages/core/src'
const cli = '^apps/cli/src'
const api = '^apps/api/src'
const web = '^apps/web/src'

/** Matches imports that are loaded with their file: no type imports and no `import()`. */
const atOnce = { dependencyTypesNot: ['type-only', 'dynamic-import'] }

const refuse = (name, comment, from, to, more = {}) => ({ name, comment, severity: 'error', from, to, ...more })

const toolRules = [
  refuse(
    'tool-imports-tool',
    "A tool never imports another tool's file: move what they share to world/ or reports/.",
    { path: `${core}/tools/([^/]+)/([^/.]+).*[.]ts$` },
    { path: `${core}/tools/[^/]+/`, pathNot: `${core}/tools/$1/$2[./]` },
  ),
  refuse(
    'simulation-loaded-at-once',
    'A definition loads its simulation by `import()`: the catalogue stays small.',
    { path: core },
    { path: '[.]simulation[.]ts$', ...atOnce },
  ),
]

// Each part of core imports only itself and earlier ones, even for types: the order in docs/architecture.md.
const coreParts = [
  'platform.ts',
  'foundation',
  'protocols',
  'inputs',
  'plans',
  'errors',
  'schema',
  'world',
  'reports',
  'dns',
  'network',
  'web',
  'tools',
  'catalogue',
  'scenarios',
  'findings',
  'world-document',
  'known',
  'runs',
  'comparison',
  'mail-check',
  'mail-verdict',
  'mail-reports',
  'terminal',
  'index.ts',
  'testing',
]

// The layers of the world, in the same way. `world.ts`, `facts.ts` and so on are below all of them.
const worldLayers = [
  '(world|decisions|certificate-faults|zone-faults|computed-addresses|document-fields|overrides-at|fact|facts|rules|http).ts',
  'names',
  'hosts',
  'keys',
  'mail',
  'answers',
  'scopes.ts',
]

/** Refuses imports of later parts of a folder. */
const inOrder = (folder, parts, nameOf, comment) =>
  parts.map((part, index) =>
    refuse(
      nameOf(part),
      comment,
      { path: `${folder}/${part}(/|$)` },
      { path: folder, pathNot: `${folder}/(${parts.slice(0, index + 1).join('|')})(/|$)` },
    ),
  )

const coreRules = [
  ...inOrder(
    core,
    coreParts,
    (part) => `core-${part}-imports-above`,
    `The order of core's parts: ${coreParts.join(', ')}.`,
  ),
  ...inOrder(
    `${core}/world`,
    worldLayers,
    (layer) => `world-${layer.replace(/\(.*\)/, 'root')}-imports-above`,
    `The order of the world's layers: ${worldLayers.join(', ')}.`,
  ),
  refuse(
    'core-circular',
    "No circle of imports, even of types, except through a definition's `import()` of its simulation.",
    { path: core },
    { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
  ),
]

const cliRules = [
  refuse(
    'screens-loaded-at-once',
    'Only `import()` reaches screens/, so that a pipe never loads Ink.',
    { path: cli, pathNot: `${cli}/(screens/|texts/screen-texts[.])` },
    { path: `${cli}/screens/`, ...atOnce },
  ),
  refuse(
    'account-loaded-at-once',
    'Only `import()` reaches account/ and serve/: a run needs no code that talks to the service or serves.',
    { path: cli, pathNot: `${cli}/(account|serve)/` },
    { path: `${cli}/(account|serve)/`, ...atOnce },
  ),
]

/** The modules above accounts/. */
const modules = 'admin|billing|email-verification|mailbox-migrations|notifications|service|site|supabase/[^/]+|tools'
const shared = 'config|database|encryption|http|jobs|mail|rate-limits'

const apiRules = [
  refuse(
    'service-imports-http',
    'Services know no HTTP: only routes, tables of errors, and what serves pages and files, import http/.',
    {
      path: `${api}/(accounts|${modules}|database|encryption|jobs|mail)/`,
      pathNot: '[/-](routes|errors|pages|site|send-object)[.]ts$',
    },
    { path: `${api}/http/` },
  ),
  refuse(
    'repository-imports-policy',
    'A repository holds queries: it imports no service and no routes.',
    { path: `${api}/.*repository[.]ts$` },
    { path: '[/-](routes|service)[.]ts$' },
  ),
  refuse(
    'module-imports-module',
    'A module imports itself, accounts/ and what is shared.',
    { path: `${api}/(${modules})/` },
    { path: `${api}/(${modules})/`, pathNot: `${api}/$1/` },
  ),
  refuse(
    'accounts-imports-module',
    "accounts/ is below the other modules: it imports only their serializers, for the user's export.",
    { path: `${api}/accounts/` },
    { path: `${api}/(${modules})/`, pathNot: '/serialize-[^/]+[.]ts$' },
  ),
  refuse(
    'module-imports-routes',
    "Only a module itself and compose.ts import a module's routes.",
    { path: `${api}/(${modules})/` },
    { path: `${api}/accounts/.*routes[.]ts$` },
  ),
  refuse(
    'shared-imports-module',
    'Folders that serve every module know none.',
    { path: `${api}/(${shared})/` },
    { path: `${api}/(${modules})/` },
  ),
  refuse(
    'http-imports-accounts',
    'http/ and database/ know nothing of accounts.',
    { path: `${api}/(http|database)/` },
    { path: `${api}/accounts/` },
  ),
  refuse('api-circular', 'No circle of imports, even of types.', { path: api }, { circular: true }),
  refuse(
    'compose-imported',
    'Only the programs import compose.ts.',
    { path: `${api}/[^/]+/` },
    { path: `${api}/compose[.]ts$` },
  ),
]

// Each of these folders imports only itself and earlier ones.
const webLayers = ['lib', 'texts', 'components', 'features', 'routes']
const webLibFolders = ['page', 'session', 'world', 'runs']

const webRules = [
  ...webLayers.map((layer, index) =>
    refuse(
      `web-${layer}-imports-above`,
      'The layers of the site: routes → features → components → texts → lib, below app.tsx and the entries. Styles are for all.',
      { path: `${web}/${layer}/` },
      { path: web, pathNot: `${web}/(styles|${webLayers.slice(0, index + 1).join('|')})/` },
    ),
  ),
  ...inOrder(
    `${web}/lib`,
    webLibFolders,
    (folder) => `web-${folder}-imports-above`,
    `The order of the folders of lib/: ${webLibFolders.join(', ')}.`,
  ),
  refuse('web-lib-circular', 'No circle of imports, even of types.', { path: `${web}/lib/` }, { circular: true }),
  refuse(
    'web-feature-imports-feature',
    'Features of the site never import each other: a page puts them together.',
    { path: `${web}/features/([^/]+)/` },
    { path: `${web}/features/[^/]+/`, pathNot: `${web}/features/$1/` },
  ),
]

export default {
  forbidden: [
    ...toolRules,
    ...coreRules,
    ...cliRules,
    ...apiRules,
    ...webRules,
    // An import of a missing file matches none of the rules above.
    refuse('unresolved', 'This file does not exist.', {}, { path: '^[.]', couldNotResolve: true }),
  ],
  options: {
    // dependency-cruiser can't use the parser of TypeScript 7, which offers no API for it.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['[.]test(-d)?[.]tsx?$', '(^|/)dist/'] },
  },
}
