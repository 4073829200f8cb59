import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from './client.ts'
import type { Claim } from './checks.ts'
import { type Member, register, signIn } from './people.ts'
import type { GaleraNode } from './node.ts'

/** Lets two admins remove each other's role at the same time, and checks that one remains an admin. */
export const demoteEachOther = async (client: Client, node: GaleraNode, trials: number): Promise<Claim> => {
  const [ana, ben] = [await register(client), await register(client)]
  const connection = await node.connect()
  await connection.query('set session wsrep_sync_wait = 1')
  let [none, both] = [0, 0]
  try {
    for (let trial = 0; trial < trials; trial += 1) {
      await connection.query('update profiles set is_admin = 0 where id not in (?, ?)', [ana.id, ben.id])
      await connection.query('update profiles set is_admin = 1 where id in (?, ?)', [ana.id, ben.id])
      const demote = (by: Member, whom: Member, process: number) =>
        client.insist(
          `/admin/profiles/${whom.id}`,
          { method: 'PATCH', bearer: by.session.bearer, address: by.session.address, body: { is_admin: false } },
          process,
        )
      const answers = await Promise.all([demote(ana, ben, 0), demote(ben, ana, 1)])
      const done = answers.filter(({ status }) => status === 200).length
      if (done === 2) none += 1
      if (answers.some(({ code }) => code === 'last_admin')) both += 1
    }
  } finally {
    connection.destroy()
  }
  return {
    name: 'an admin stays when two demote each other',
    holds: none === 0,
    figure: `${trials} trials, ${none} without an admin, ${both} decided by the last check`,
  }
}

/** Lets a user sign in with the old password during a password change, and checks that the session does not outlive the change. */
export const changeWhileSigningIn = async (client: Client, trials: number): Promise<Claim> => {
  const person = await register(client)
  let { session } = person
  let [survived, met] = [0, 0]
  for (let trial = 0; trial < trials; trial += 1) {
    const [old, next] = [`correct horse ${trial}`, `correct horse ${trial + 1}`]
    const body = { current_password: trial === 0 ? 'correct horse' : old, new_password: next }
    const bearer = session.bearer
    const changing = client.insist('/auth/password', { method: 'POST', bearer, body, address: session.address }, 0)
    const others = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        wait(25 * index).then(() => signIn(client, person, body.current_password)),
      ),
    )
    const changed = await changing
    if (changed.status !== 200) throw new Error(`changing the password: ${changed.status} ${changed.text}`)
    for (const other of others.filter((it) => it !== undefined)) {
      met += 1
      const { status } = await client.insist('/auth/verify', { bearer: other.bearer, address: other.address })
      if (status !== 401) survived += 1
    }
    session = (await signIn(client, person, next)) ?? session
  }
  return {
    name: 'no session with an old password outlives its change',
    holds: survived === 0,
    figure: `${trials} changes, ${met} sessions begun meanwhile, ${survived} left`,
  }
}
