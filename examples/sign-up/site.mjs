// A site where people sign up with a code that it sends them by mail: `node site.mjs` listens on port 8080.
import { randomInt } from 'node:crypto'
import { resolveMx } from 'node:dns/promises'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import nodemailer from 'nodemailer'

const codes = new Map()

/** Sends a message to the mail servers of its domain, the preferred one first. */
const deliver = async (mail) => {
  const servers = await resolveMx(mail.to.split('@')[1])
  let failure = new Error('There is no mail server.')
  for (const { exchange } of servers.toSorted((one, other) => one.priority - other.priority)) {
    const server = { host: exchange, port: 25, name: 'www.shop.example', requireTLS: true, connectionTimeout: 5000 }
    try {
      return await nodemailer.createTransport(server).sendMail(mail)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

const sendCode = async (email) => {
  const code = `${randomInt(100_000, 1_000_000)}`
  codes.set(code, email)
  await deliver({ from: 'hello@shop.example', to: email, subject: 'Sign up', text: `Your code is ${code}.` })
}

const page = (content) => `<!doctype html><html lang="en"><title>Shop</title><main>${content}</main></html>`
const form = (action, label, name) =>
  page(
    `<form method="post" action="${action}"><label>${label} <input name="${name}"></label><button>Send</button></form>`,
  )

createServer(async (request, response) => {
  const fields = new URLSearchParams(await text(request))
  response.setHeader('content-type', 'text/html; charset=utf-8')
  try {
    if (request.method === 'GET') return response.end(form('/code', 'Email', 'email'))
    if (request.url === '/code') {
      await sendCode(fields.get('email'))
      return response.end(form('/confirm', 'Code', 'code'))
    }
    response.end(page(`<p role="status">${codes.get(fields.get('code')) ?? 'nobody'} is signed up</p>`))
  } catch {
    response.writeHead(502).end(page('<p role="alert">We could not send you a message.</p>'))
  }
}).listen(8080, '127.0.0.1')
