// Calls services with their stock SDKs, without a setting about addresses, and prints what each returned: `node clients.mjs [NAME…]`.
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'

// The test installs the packages, so no package of this repository declares them.
const load = async (name) => import(name)

const clients = {
  stripe: async () => {
    const { default: Stripe } = await load('stripe')
    return (await new Stripe('sk_test_1').customers.create({ email: 'ana@shop.example' })).email
  },
  openai: async () => {
    const { default: OpenAI } = await load('openai')
    const request = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }] }
    const client = new OpenAI({ apiKey: 'sk-1' })
    return (await client.chat.completions.create(request)).choices[0].message.content
  },
  'openai, streamed': async () => {
    const { default: OpenAI } = await load('openai')
    const request = { model: 'gpt-4o', messages: [{ role: 'user', content: 'hello' }], stream: true }
    let said = ''
    for await (const part of await new OpenAI({ apiKey: 'sk-1' }).chat.completions.create(request))
      said += part.choices[0].delta.content
    return said
  },
  slack: async () => {
    const { WebClient } = await load('@slack/web-api')
    return (await new WebClient('xoxb-1').chat.postMessage({ channel: 'C1', text: 'good morning' })).message.text
  },
  ws: async () => {
    const { default: WebSocket } = await load('ws')
    const socket = new WebSocket('wss://slack.com/link')
    const [data] = await once(socket, 'message')
    socket.terminate()
    return `${data}`
  },
  octokit: async () => {
    const { Octokit } = await load('@octokit/rest')
    const octokit = new Octokit()
    const issues = await octokit.paginate(octokit.rest.issues.listForRepo, { owner: 'shop', repo: 'site' })
    return issues.map(({ title }) => title).join(' ')
  },
  twilio: async () => {
    const { default: twilio } = await load('twilio')
    const { body } = await twilio(`AC${'1'.repeat(32)}`, 'token').messages.create({
      to: '+1',
      from: '+2',
      body: 'good morning',
    })
    return body
  },
  s3: async () => {
    const { S3Client, PutObjectCommand, GetObjectCommand } = await load('@aws-sdk/client-s3')
    const client = new S3Client({ region: 'eu-central-1', credentials: { accessKeyId: 'a', secretAccessKey: 'b' } })
    const place = { Bucket: 'shop', Key: 'a.txt' }
    await client.send(new PutObjectCommand({ ...place, Body: 'stored' }))
    return (await client.send(new GetObjectCommand(place))).Body.transformToString()
  },
  sendgrid: async () => {
    const { default: sendgrid } = await load('@sendgrid/mail')
    sendgrid.setApiKey('SG.1')
    const mail = { to: 'ana@shop.example', from: 'shop@shop.example', subject: 'order', text: 'thanks' }
    return (await sendgrid.send(mail))[0].headers['x-message-id']
  },
  mailgun: async () => {
    const { default: Mailgun } = await load('mailgun.js')
    const client = new Mailgun(FormData).client({ username: 'api', key: 'key-1' })
    const mail = { to: 'ana@shop.example', from: 'shop@shop.example', subject: 'order', text: 'thanks' }
    return (await client.messages.create('shop.example', mail)).message
  },
  'google-storage': async () => {
    const { Storage } = await load('@google-cloud/storage')
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
    const storage = new Storage({
      projectId: 'shop',
      credentials: { client_email: 'a@shop.example', private_key: key },
    })
    const file = storage.bucket('shop').file('a.txt')
    await file.save('stored', { resumable: false, validation: false })
    return `${(await file.download({ validation: false }))[0]}`
  },
  algolia: async () => {
    const { algoliasearch } = await load('algoliasearch')
    const { results } = await algoliasearch('APP1', 'key').search({ requests: [{ indexName: 'goods', query: 'lamp' }] })
    return results[0].hits[0].objectID
  },
  postmark: async () => {
    const { ServerClient } = await load('postmark')
    const mail = { From: 'shop@shop.example', To: 'ana@shop.example', Subject: 'order', TextBody: 'thanks' }
    return (await new ServerClient('token').sendEmail(mail)).To
  },
  discord: async () => {
    const { REST, Routes } = await load('discord.js')
    const body = { content: 'good morning' }
    return (await new REST().setToken('a.b.c').post(Routes.channelMessages('1'), { body })).content
  },
  telegraf: async () => {
    const { Telegraf } = await load('telegraf')
    return (await new Telegraf('1:a').telegram.getMe()).username
  },
  'anthropic, streamed': async () => {
    const { default: Anthropic } = await load('@anthropic-ai/sdk')
    const request = { model: 'claude', max_tokens: 9, messages: [{ role: 'user', content: 'hello' }] }
    const { content } = await new Anthropic({ apiKey: 'sk-1' }).messages.stream(request).finalMessage()
    return content[0].text
  },
  resend: async () => {
    const { Resend } = await load('resend')
    const mail = { to: 'ana@shop.example', from: 'shop@shop.example', subject: 'order', text: 'thanks' }
    const { data, error } = await new Resend('re_1').emails.send(mail)
    return data?.id ?? error.message
  },
}

for (const name of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(clients)) {
  const result = await clients[name]().catch((error) => `${error.name}: ${error.message}`)
  process.stdout.write(`${name}: ${result}\n`)
}
process.exit()
