import { Agent, request as ask } from 'node:http'

/**
 * The maximum number of open connections. A request that is due while all connections are busy is queued, and its time in the queue counts.
 */
const CONNECTIONS = 128

/** Sends a request and resolves when its response is complete. Rejects if it is not a success. */
const exchange = (agent, url, { method = 'GET', headers, body }) =>
  new Promise((resolve, reject) => {
    const sent = ask(url, { agent, method, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: answered ${answer.statusCode}`))
      answer.resume().once('end', resolve).once('error', reject)
    })
    sent.once('error', reject).end(body)
  })

/**
 * Sends a fixed number of requests per second, independent of the responses, and returns the 99th percentile in milliseconds from the time
 * at which each request was due. A client that waits for each response would put less load on a slower server; this function puts the same
 * load on every server.
 */
export const pacedLoad = async (server, request, seconds, rate) => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'lifo' })
  const choices = (request.requests ?? [{}]).map((own) => ({ ...request, ...own }))
  const total = Math.round(rate * seconds)
  const times = []
  const begun = performance.now()
  let due = 0
  await new Promise((resolve, reject) => {
    const one = async (choice, at) => {
      await exchange(agent, server.url + request.path, choice)
      times.push(performance.now() - at)
      if (times.length === total) resolve()
    }
    const pace = setInterval(() => {
      const now = performance.now()
      for (; due < total && begun + (due * 1000) / rate <= now; due += 1)
        one(choices[due % choices.length], begun + (due * 1000) / rate).catch(reject)
      if (due === total) clearInterval(pace)
    }, 1)
  })
  agent.destroy()
  // The first tenth opens the connections.
  const sorted = times.slice(Math.floor(total / 10)).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)]
}
