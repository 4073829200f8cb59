// Doubles of services behind one port: `node doubles.mjs PORT COMMAND…` runs a command while they listen, and ends with its code.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const json = (value, status = 200, headers = {}) => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  parts: [JSON.stringify(value)],
})
const events = (...values) => ({
  status: 200,
  headers: { 'content-type': 'text/event-stream' },
  parts: values.map(
    (value) => `${value.type === undefined ? '' : `event: ${value.type}\n`}data: ${JSON.stringify(value)}\n\n`,
  ),
})

const message = (content) => ({
  id: 'chat_1',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content } }],
})
const chunk = (content) => ({
  id: 'chat_1',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: { content } }],
})

const issues = ({ query }) =>
  query.get('page') === '2'
    ? json([{ number: 2, title: 'second' }])
    : json([{ number: 1, title: 'first' }], 200, {
        link: '<https://api.github.com/repos/shop/site/issues?page=2>; rel="next"',
      })

/** The part of a multipart form about a field. */
const fieldOf = (body, name) => new RegExp(`name="${name}"\\r\\n(?:[^\\r]*\\r\\n)*?\\r\\n([^\\r]*)`).exec(body)?.[1]

const objects = new Map()
const storeObject = ({ path, body }) => {
  objects.set(path, body)
  return { status: 200, headers: { etag: `"${createHash('md5').update(body).digest('hex')}"` }, parts: [] }
}

// The first pattern that matches method, host and path answers.
const routes = [
  [
    /^POST api\.stripe\.com\/v1\/customers$/,
    ({ form }) => json({ id: 'cus_1', object: 'customer', email: form.get('email') }),
  ],
  [
    /^POST api\.openai\.com\/v1\/chat\/completions$/,
    ({ body }) => (JSON.parse(body).stream ? events(chunk('good '), chunk('morning')) : json(message('good morning'))),
  ],
  [
    /^POST (?:www\.)?slack\.com\/api\/chat\.postMessage$/,
    ({ form }) => json({ ok: true, ts: '1.1', message: { text: form.get('text') } }),
  ],
  [/^GET api\.github\.com\/repos\/shop\/site\/issues$/, issues],
  [
    /^GET api\.github\.com\/repos\/shop\/site$/,
    () => json({ full_name: 'shop/site', url: 'https://api.github.com/repos/shop/site' }),
  ],
  [
    /^POST api\.twilio\.com\/2010-04-01\/Accounts\/AC\w+\/Messages\.json$/,
    ({ form }) => json({ sid: 'SM1', body: form.get('Body'), status: 'queued' }, 201),
  ],
  [/^PUT [^/]*amazonaws\.com\//, storeObject],
  [
    /^GET [^/]*amazonaws\.com\//,
    ({ path }) => ({ status: 200, headers: { 'content-type': 'text/plain' }, parts: [objects.get(path) ?? ''] }),
  ],
  [
    /^POST api\.sendgrid\.com\/v3\/mail\/send$/,
    ({ body }) => json({}, 202, { 'x-message-id': JSON.parse(body).subject }),
  ],
  [
    /^POST api\.mailgun\.net\/v3\/shop\.example\/messages$/,
    ({ body }) => json({ id: '<1@shop.example>', message: fieldOf(body, 'subject') }),
  ],
  [
    /^POST (?:oauth2|www)\.googleapis\.com\/(?:oauth2\/v4\/)?token$/,
    () => json({ access_token: 'a', token_type: 'Bearer', expires_in: 3600 }),
  ],
  [
    /^POST storage\.googleapis\.com\/upload\/storage\/v1\/b\/shop\/o$/,
    ({ query }) => json({ name: query.get('name'), bucket: 'shop' }),
  ],
  [
    /^GET storage\.googleapis\.com\/(?:download\/)?storage\/v1\/b\/shop\/o\/a\.txt$/,
    () => ({ status: 200, headers: {}, parts: ['stored'] }),
  ],
  [
    /^POST \w+(?:-dsn)?\.algolia\.net\/1\/indexes\/\*\/queries$/,
    ({ body }) => json({ results: [{ hits: [{ objectID: JSON.parse(body).requests[0].query }], nbHits: 1 }] }),
  ],
  [
    /^POST api\.postmarkapp\.com\/email$/,
    ({ body }) => json({ MessageID: 'm1', To: JSON.parse(body).To, ErrorCode: 0 }),
  ],
  [
    /^POST discord\.com\/api\/v10\/channels\/1\/messages$/,
    ({ body }) => json({ id: '1', content: JSON.parse(body).content }),
  ],
  [
    /^POST api\.telegram\.org\/bot1:a\/getMe$/,
    () => json({ ok: true, result: { id: 1, is_bot: true, username: 'shop_bot' } }),
  ],
  [
    /^POST api\.anthropic\.com\/v1\/messages$/,
    () =>
      events(
        {
          type: 'message_start',
          message: {
            id: 'm1',
            type: 'message',
            role: 'assistant',
            content: [],
            usage: { input_tokens: 1, output_tokens: 1 },
          },
        },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'good morning' } },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
        { type: 'message_stop' },
      ),
  ],
  [/^POST api\.resend\.com\/emails$/, ({ body }) => json({ id: JSON.parse(body).subject })],
]

const server = createServer(async (request, response) => {
  const url = new URL(request.url, `http://${request.headers.host}`)
  const body = await text(request)
  const asked = `${request.method} ${url.hostname}${url.pathname}`
  const [, answer] = routes.find(([pattern]) => pattern.test(asked)) ?? []
  const type = request.headers['content-type'] ?? ''
  const form = new URLSearchParams(type.includes('json') ? Object.entries(JSON.parse(body)) : body)
  const { status, headers, parts } =
    answer?.({ path: url.pathname, query: url.searchParams, body, form }) ?? json({ asked }, 404)
  response.writeHead(status, headers)
  for (const part of parts) response.write(part)
  response.end()
})

/** Answers a WebSocket with one frame of text, which names the host (RFC 6455). */
server.on('upgrade', (request, socket) => {
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64')
  const hello = Buffer.from(`hello from ${request.headers.host}`)
  socket.on('error', () => socket.destroy())
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  socket.write(Buffer.concat([Buffer.from([0x81, hello.length]), hello]))
})

const [port, command, ...args] = process.argv.slice(2)
server.listen(Number(port), '127.0.0.1')
await once(server, 'listening')
const [code] = await once(spawn(command, args, { stdio: 'inherit' }), 'exit')
process.exit(code ?? 1)
